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
            out.println(status.isAlive() ? running(mark, status) : ended(mark, status));
            return 0;
        }
    }

    private static String running(BuilderMark mark, BuildStatus status) {
        String process = "process " + mark.processId() + " has been running since " + mark.started();
        return mark.layer() < 0 ? process : process + "\n" + String.join(", ", Progress.moving(status));
    }

    private static String ended(BuilderMark mark, BuildStatus status) {
        boolean killed = mark.lastBeat().toEpochMilli() != 0;
        if (!killed && !mark.isInterrupted()) {
            return "no builder is running";
        }
        return "the last builder, process " + mark.processId()
                + (killed ? ", was killed or crashed at " + mark.lastBeat() : ", was interrupted")
                + (mark.layer() < 0 ? "" : " in " + status.describeLayer())
                + ";\nthe same build command resumes";
    }
}
