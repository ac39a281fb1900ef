package granary.command.builder;

import granary.builder.InvalidRequestException;
import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The option {@code --checkpoint}: how often a build copies its working memory to disk. A killed build resumes from the
 * last copy.
 */
final class CheckpointOption {
    private static final Pattern TIME = Pattern.compile("([1-9][0-9]{0,5})(ms|s|m|h)");
    private static final Map<String, ChronoUnit> UNITS =
            Map.of("ms", ChronoUnit.MILLIS, "s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--checkpoint",
            paramLabel = "TIME",
            defaultValue = "10m",
            description = "How often a build copies working memory to the database's directory: 30s, 10m (the default),"
                    + " 2h, or off. A killed build resumes from the last copy. Where working memory is a file that the"
                    + " main memory does not hold, what has changed is written there.")
    private String time;

    /**
     * Returns the time between checkpoints, or null for none.
     *
     * @throws InvalidRequestException when the option's value is not a time
     */
    Duration interval() {
        if (time.equals("off")) {
            return null;
        }
        Matcher matcher = TIME.matcher(time);
        if (!matcher.matches()) {
            throw new InvalidRequestException(
                    "--checkpoint must be a time such as 30s, 10m or 2h, or off, not '" + time + "'");
        }
        return Duration.of(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2)));
    }

    /** Returns a consumer that warns the user that a layer has no further checkpoints. */
    Consumer<IOException> complaint() {
        return failure -> spec.commandLine()
                .getErr()
                .println("granary: the build goes on without checkpoints of this layer: " + failure.getMessage());
    }
}
