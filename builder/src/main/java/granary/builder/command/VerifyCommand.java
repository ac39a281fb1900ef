package granary.builder.command;

import granary.builder.solve.LayerSolver;
import granary.builder.store.BuilderMark;
import granary.builder.verify.Verification;
import granary.builder.verify.Verification.Finding;
import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.format.Manifest;
import java.io.IOException;
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
        description = "Checks every checksum, then every position against its moves.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  granary verify --dir db",
            "  granary verify --dir db --prove",
            "",
            "Scores that agree with their moves are consistent, but wrong ones may support one another along a cycle of",
            "moves. With distances ('granary distances'), or with --prove, the check proves them.",
            "Exits with 1 and names the first error's location if there is one."
        })
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Mixin
    private SolverOptions solverOptions = new SolverOptions();

    @Option(
            names = "--prove",
            description = "Compute distances of layers that have none, to prove their scores. This takes four"
                    + " bytes of memory per position.")
    private boolean prove;

    @Override
    public Integer call() throws IOException {
        try (Database database = databaseOption.open()) {
            verify(database);
            return 0;
        }
    }

    private void verify(Database database) throws IOException {
        Manifest manifest = DatabaseFiles.readManifest(database.directory());
        int top = manifest.layers().isEmpty() ? 0 : manifest.layers().lastKey();
        int proved = -1;
        PrintWriter out = spec.commandLine().getOut();
        try (Interruption interruption = new Interruption();
                Progress progress = new Progress(out, BuilderMark.unshared(), database.game(), top, interruption)) {
            Verification verification = new Verification(database, manifest, solverOptions.threads(), progress);
            LayerSolver prover = prove ? solverOptions.solver(database.game()) : null;
            for (int layer : manifest.layers().keySet()) {
                boolean isNext = layer == proved + 1;
                if (verify(verification, database, layer, prover, progress) == Finding.PROVED && isNext) {
                    proved = layer;
                }
            }
        }
        out.println("verified " + manifest.layers().size() + " layers: no errors; " + conclusion(top, proved));
    }

    private static Finding verify(
            Verification verification, Database database, int layer, LayerSolver prover, Progress progress)
            throws IOException {
        long start = System.nanoTime();
        long positions = database.game().size(layer);
        boolean isProver = prover != null && !database.distanceLayers().contains(layer);
        progress.layerBegins(layer, positions, positions + (isProver ? prover.distanceSteps(positions) : 0));
        Finding finding = verification.verify(layer);
        if (finding == Finding.CONSISTENT && prover != null) {
            // There are distances to consistent scores if and only if the scores are true.
            prover.distances(database, layer, progress).close();
            finding = Finding.PROVED;
        }
        progress.layerEnds(layer, positions, Duration.ofNanos(System.nanoTime() - start));
        return finding;
    }

    /** Says what is shown of the layers to {@code top}, when those to {@code proved} are proved. */
    private static String conclusion(int top, int proved) {
        String open = "consistent, but not proved: wrong scores that support one another would go unnoticed"
                + " (see granary verify --help)";
        if (proved >= top) {
            return "all scores are proved";
        }
        return proved < 0
                ? "the scores are " + open
                : "the scores of layers 0 to " + proved + " are proved, those above are " + open;
    }
}
