package granary.command;

import granary.command.kit.Message;
import java.nio.charset.Charset;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What is wrong with the words of a command line, in one line. */
final class Complaint {
    private Complaint() {}

    /** Returns what is wrong, what may have been meant, and where to read on. */
    static String of(ParameterException e) {
        CommandLine command = e.getCommandLine();
        // A mistyped word may be why another is missing, so report it first.
        List<String> unknown = e instanceof CommandLine.UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched()
                : e instanceof CommandLine.MissingParameterException ? command.getUnmatchedArguments() : List.of();
        return (unknown.isEmpty() ? Message.of(e) : unknown(mistyped(unknown), command)) + " (see: "
                + command.getCommandSpec().qualifiedName() + " --help)";
    }

    /** Returns the first word that is no coordinate such as {@code -2,1}: beside others those are not at fault. */
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
        return kind + word + "'"
                + Spelling.nearest(
                                word,
                                isOption ? command.getCommandSpec().optionsMap().keySet() : commands)
                        .map(nearest -> "; did you mean " + nearest + "?")
                        .orElse("");
    }

    /**
     * Returns the path that a word names.
     *
     * @throws CommandLine.TypeConversionException with the reason when it names none
     */
    static Path path(String word) {
        if (word.isBlank()) {
            // Most often a shell variable that is not set; it would be the current directory.
            throw new CommandLine.TypeConversionException("the path is empty");
        }
        try {
            return Path.of(word);
        } catch (InvalidPathException e) {
            throw new CommandLine.TypeConversionException(
                    word.indexOf('\0') >= 0
                            ? "'" + word + "' is not a path"
                            : "the locale's encoding, " + Charset.forName(System.getProperty("sun.jnu.encoding"))
                                    + ", does not have all characters of '" + word + "'; try LC_ALL=C.UTF-8");
        }
    }
}
