package granary.builder.command;

import granary.builder.InvalidRequestException;
import granary.builder.build.BuildStatus;
import granary.builder.store.BuilderLock;
import granary.builder.store.BuilderMark;
import granary.database.Database;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the progress of a build, from another terminal. */
@Command(
        name = "status",
        description = "Shows the progress of the build in a directory, and whether the builder is running.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  granary status --dir db"})
final class StatusCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Override
    public Integer call() throws IOException {
        BuilderMark mark = BuilderLock.read(databaseOption.directory())
                .orElseThrow(() ->
                        new InvalidRequestException("no build was ever started in " + databaseOption.directory()));
        try (Database database = databaseOption.open()) {
            BuildStatus status = new BuildStatus(mark, database.game());
            PrintWriter out = spec.commandLine().getOut();
            out.println(database.game().identity() + ": "
                    + (database.layers().isEmpty()
                            ? "no layer is finished"
                            : "layers " + database.layers().first() + " to "
                                    + database.layers().last() + " are finished"));
            if (status.isAlive()) {
                out.println("process " + mark.processId() + " has been running since " + mark.started());
                if (mark.layer() >= 0) {
                    out.println("layer " + mark.layer() + " of " + mark.topLayer() + ": "
                            + Math.round(100 * status.share()) + " %, " + status.describePhase());
                    out.println(status.describeRate());
                }
            } else {
                out.println(
                        mark.lastBeat().toEpochMilli() == 0
                                ? "no builder is running"
                                : "the last builder, process " + mark.processId() + ", was killed or crashed at "
                                        + mark.lastBeat() + "; the same build command resumes");
            }
            return 0;
        }
    }
}
