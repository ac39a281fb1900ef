package granary.command.builder;

import granary.builder.InvalidRequestException;
import granary.builder.database.BuildStatus;
import granary.builder.store.BuilderLock;
import granary.builder.store.BuilderMark;
import granary.command.kit.Json;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DirectoryOption;
import granary.database.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the progress of a build, from another terminal. */
@Command(
        name = "status",
        description = "Shows the progress of the build in a directory, and whether the builder is running.",
        footer = {"", "Example:", "  granary status --dir db"})
public final class StatusCommand extends Subcommand {
    @Mixin
    private DirectoryOption directoryOption = new DirectoryOption();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Override
    protected void run() throws IOException {
        Path directory = directoryOption.directory();
        if (!Files.isDirectory(directory)) {
            throw new InvalidRequestException(directory + " is not a directory");
        }
        BuilderMark mark = BuilderLock.read(directory)
                .orElseThrow(() -> new InvalidRequestException("no build was ever started in " + directory));
        try (Database database = Database.open(directory)) {
            BuildStatus status = new BuildStatus(mark, database.game());
            if (json) {
                out().println(Json.line(toJson(database, mark, status)));
                return;
            }
            out().println(database.game().identity() + ": "
                    + (database.layers().isEmpty()
                            ? "no layer is finished"
                            : "layers " + database.layers().first() + " to "
                                    + database.layers().last() + " are finished"));
            out().println(status.isAlive() ? running(mark, status) : ended(mark, status));
        }
    }

    private static Map<String, Object> toJson(Database database, BuilderMark mark, BuildStatus status) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("database", database.game().identity());
        json.put("finishedLayers", database.layers());
        json.put("builder", state(mark, status));
        if (status.isAlive() || mark.isInterrupted() || isKilled(mark)) {
            json.put("process", mark.processId());
            json.put("started", mark.started().toString());
            if (!mark.otherWork().isEmpty()) {
                json.put("work", mark.otherWork());
            }
            if (mark.layer() >= 0) {
                json.put("layer", mark.layer());
                json.put("topLayer", mark.topLayer());
                json.put("share", mark.share());
                json.put("sweeps", mark.sweep());
            }
            if (isAtWork(mark)) {
                json.put("phase", mark.phase());
            }
        }
        if (status.isAlive() && mark.layer() >= 0) {
            status.layerSecondsLeft().ifPresent(left -> json.put("layerSecondsLeft", left));
            status.buildSecondsLeft().ifPresent(left -> json.put("buildSecondsLeft", left));
        }
        return json;
    }

    private static String state(BuilderMark mark, BuildStatus status) {
        return status.isAlive() ? "running" : isKilled(mark) ? "killed" : mark.isInterrupted() ? "interrupted" : "none";
    }

    private static boolean isKilled(BuilderMark mark) {
        return mark.lastBeat().toEpochMilli() != 0;
    }

    private static String running(BuilderMark mark, BuildStatus status) {
        String process = "process " + mark.processId() + " has been running since " + mark.started();
        return isAtWork(mark) ? process + "\n" + String.join(", ", Progress.moving(status)) : process;
    }

    /** Returns whether there is a phase that goes on: between layers the mark has the last one's. */
    private static boolean isAtWork(BuilderMark mark) {
        return mark.layer() >= 0 || !mark.otherWork().isEmpty();
    }

    private static String ended(BuilderMark mark, BuildStatus status) {
        boolean killed = isKilled(mark);
        if (!killed && !mark.isInterrupted()) {
            return "no builder is running";
        }
        return "the last builder, process " + mark.processId()
                + (killed ? ", was killed or crashed at " + mark.lastBeat() : ", was interrupted")
                + (mark.layer() < 0 ? "" : " in " + status.describeLayer())
                + ";\nthe same build command resumes";
    }
}
