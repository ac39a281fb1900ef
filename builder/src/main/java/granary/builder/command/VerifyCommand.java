package granary.builder.command;

import granary.builder.store.BuilderMark;
import granary.builder.verify.Verification;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.Manifest;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Verifies a database. */
@Command(
        name = "verify",
        description = "Checks every checksum, then every position's score against its moves.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  granary verify --dir db",
            "",
            "Exits with 1 and names the first error's location if there is one."
        })
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Option(names = "--threads", paramLabel = "T", description = "Number of threads. By default one per processor.")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() {
        Threads.check(threads);
        try (Database database = databaseOption.open()) {
            verify(database);
            return 0;
        }
    }

    private void verify(Database database) {
        Manifest manifest = DatabaseFiles.readManifest(database.directory());
        int top = manifest.layers().isEmpty() ? 0 : manifest.layers().lastKey();
        PrintWriter out = spec.commandLine().getOut();
        try (Interruption interruption = new Interruption();
                Progress progress = new Progress(out, BuilderMark.unshared(), database.game(), top, interruption)) {
            Verification verification = new Verification(database, threads, progress);
            for (var layer : manifest.layers().entrySet()) {
                long start = System.nanoTime();
                long positions = database.game().size(layer.getKey());
                progress.layerBegins(layer.getKey(), positions, positions);
                verification.verify(layer.getKey(), layer.getValue());
                progress.layerEnds(layer.getKey(), positions, Duration.ofNanos(System.nanoTime() - start));
            }
        }
        out.println("verified " + manifest.layers().size() + " layers: no errors");
    }
}
