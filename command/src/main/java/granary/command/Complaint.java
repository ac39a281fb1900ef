package granary.command;

import granary.command.kit.Message;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.jline.utils.Levenshtein;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Describes in one line what is wrong with a command line. */
final class Complaint {
    private Complaint() {}

    /** Returns the error, the word that may be meant, and the command that shows the help. */
    static String of(ParameterException e) {
        CommandLine command = e.getCommandLine();
        // A required word may be missing only because another is mistyped, so report the mistyped one first.
        List<String> unknown = e instanceof CommandLine.UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched()
                : e instanceof CommandLine.MissingParameterException ? command.getUnmatchedArguments() : List.of();
        return (unknown.isEmpty() ? Message.of(e) : unknown(mistyped(unknown), command)) + " (see: "
                + command.getCommandSpec().qualifiedName() + " --help)";
    }

    /** Returns the first unknown word, passing over coordinates such as {@code -2,1}: they are rarely the mistake. */
    private static String mistyped(List<String> unknown) {
        return unknown.stream()
                .filter(word -> !word.matches(Granary.COORDINATE))
                .findFirst()
                .orElse(unknown.get(0));
    }

    private static String unknown(String word, CommandLine command) {
        Set<String> commands = command.getSubcommands().keySet();
        boolean isOption = word.startsWith("-");
        String kind = isOption ? "unknown option '" : commands.isEmpty() ? "unexpected word '" : "unknown command '";
        Set<String> known = isOption ? command.getCommandSpec().optionsMap().keySet() : commands;
        return kind + word + "'"
                + known.stream()
                        .filter(each -> Levenshtein.distance(word, each) <= 1 + word.length() / 4)
                        .min(Comparator.comparingInt((String each) -> Levenshtein.distance(word, each))
                                .thenComparing(Comparator.naturalOrder()))
                        .map(nearest -> "; did you mean " + nearest + "?")
                        .orElse("");
    }
}
