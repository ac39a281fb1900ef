package granary.command.build;

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

/** How often the working memory of a build is copied to the disk, so that a killed one goes on from there. */
final class CheckpointOption {
    private static final Pattern TIME = Pattern.compile("([1-9][0-9]{0,8})(ms|s|m|h)");
    private static final Map<String, ChronoUnit> UNITS =
            Map.of("ms", ChronoUnit.MILLIS, "s", ChronoUnit.SECONDS, "m", ChronoUnit.MINUTES, "h", ChronoUnit.HOURS);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "--checkpoint",
            paramLabel = "TIME",
            defaultValue = "10m",
            description = "Copy working memory that is not in a file to the database's directory so often, meanwhile"
                    + " going on: 30s, 10m (the default), 2h, or off. A killed build resumes from the last copy.")
    private String time;

    /**
     * Returns the time between checkpoints, or null for none.
     *
     * @throws InvalidRequestException when it is no time
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

    /** Returns what tells the user that there will be no checkpoint of a layer. */
    Consumer<IOException> complaint() {
        return failure -> spec.commandLine()
                .getErr()
                .println("granary: the build goes on without checkpoints of this layer: " + failure.getMessage());
    }
}
