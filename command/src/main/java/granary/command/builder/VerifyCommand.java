package granary.command.builder;

import granary.builder.CheckFailedException;
import granary.builder.WorkerPool;
import granary.builder.database.Resources;
import granary.builder.database.Solvers;
import granary.builder.memory.LayerNeeds;
import granary.builder.memory.ProcessMemory;
import granary.builder.resource.ResourceModel;
import granary.builder.resource.ResourceNeeds;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.SweepSolver;
import granary.builder.verify.Verification;
import granary.builder.verify.Verification.Finding;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.LayersOption;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.format.FileKind;
import granary.game.Game;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Verifies a database. */
@Command(
        name = "verify",
        description =
                "Checks every checksum, then the values of every position against its moves: score, distance, bounds.",
        footer = {
            "",
            "Examples:",
            "  granary verify --dir db",
            "  granary verify --dir db --prove",
            "  granary verify --dir db --checksums --layers 40..48 --json",
            "",
            "A score that agrees with its moves can still be wrong if every score on a cycle of moves is wrong alike. With "
                    + "distances ('granary build --distances') or --prove, the check rules that out and so proves the scores. "
                    + "If layers are compressed, only their files are checked; 'granary decompress' makes a database to verify. "
                    + "If there are errors, the command prints their places and exits with 1."
        })
public final class VerifyCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = DatabaseOption.local();

    @Mixin
    private SolverOptions solverOptions = new SolverOptions();

    @Option(
            names = "--prove",
            description = "Compute the distances of layers that have none, to prove their scores. This needs as much"
                    + " main memory as building distances.")
    private boolean prove;

    @Option(
            names = "--checksums",
            description = "Check only the bytes: checksums, digests, and the files that each layer was built from.")
    private boolean checksums;

    @Option(
            names = "--exhaustive",
            description =
                    "Check awari exhaustively: look up every move of every position, instead of checking row by row."
                            + " Takes about twenty times as long.")
    private boolean exhaustive;

    @Mixin
    private LayersOption layersOption = new LayersOption();

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    private int threads;

    @Override
    protected void run() throws IOException {
        Path directory = databaseOption.directory();
        Listing listing = databaseOption.listing();
        Game game = listing.game();
        SortedSet<Integer> listed = listing.manifest().scoreLayers();
        if (listed.isEmpty()) {
            out().println(
                            json
                                    ? new VerifyReport(checksums, Collections.emptySortedSet(), -1, List.of()).json()
                                    : "nothing to verify: " + directory + " holds no layer");
            return;
        }
        SortedSet<Integer> layers = layersOption.of(listing);
        boolean isCompressed = isCompressed(listing, layers);
        if (isCompressed && (prove || exhaustive)) {
            LayerFiles.requirePacked(listing, layers);
        }
        checksums |= isCompressed;
        threads = threads(game, listing, layers);
        List<String> errors = new ArrayList<>();
        int proved = layers.first() - 1;
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        try (Progress progress = new Progress(json ? nowhere : out(), game, layers.last())) {
            if (checksums) {
                checksums(game, listing, layers, progress, errors);
            } else {
                proved = verify(game, listing, layers, progress, errors);
            }
        }
        VerifyReport report = new VerifyReport(checksums, layers, proved, errors);
        if (json) {
            out().println(report.json());
        }
        report.throwErrors(json ? nowhere : err(), directory);
        if (!json) {
            out().println(report.text());
        }
    }

    /** Returns whether any of the layers, or of those that their moves lead to, is compressed. */
    private static boolean isCompressed(Listing listing, SortedSet<Integer> layers) {
        int lowest = ResourceModel.lowestRead(listing.game(), layers.first());
        return !listing.manifest()
                .files(FileKind.COMPRESSED)
                .subMap(lowest, layers.last() + 1)
                .isEmpty();
    }

    /** Returns the number of threads whose work the heap holds, at most the chosen number. */
    private int threads(Game game, Listing listing, SortedSet<Integer> layers) {
        boolean byRows = !exhaustive && !checksums;
        IntFunction<ResourceNeeds> needs = number -> {
            ResourceModel model = new ResourceModel(game, number);
            return layers.stream()
                    .map(layer -> model.verification(layer, kinds(listing, layer), byRows))
                    .reduce(ResourceNeeds.NONE, ResourceNeeds::then);
        };
        int fitting = Resources.threadsWithin(solverOptions.threads(), needs);
        Resources.require("verification", needs.apply(fitting));
        return fitting;
    }

    private static Set<FileKind> kinds(Listing listing, int layer) {
        Set<FileKind> kinds = EnumSet.allOf(FileKind.class);
        kinds.removeIf(kind -> !listing.has(kind, layer));
        return kinds;
    }

    private void checksums(
            Game game, Listing listing, SortedSet<Integer> layers, Progress progress, List<String> errors) {
        for (int layer : layers) {
            progress.layerBegins(layer, game.size(layer), game.size(layer));
            addDamages(game, listing, layer, progress, errors);
            progress.layerEnds();
        }
    }

    private void addDamages(Game game, Listing listing, int layer, Progress progress, List<String> errors) {
        progress.phase("checksums");
        WorkerPool pool = new WorkerPool(threads, progress);
        Verification.damages(listing, game, layer, pool).forEach(damage -> errors.add(damage.getMessage()));
    }

    /**
     * Verifies the layers up to the first with an error. Of the layers above, checks only the bytes.
     *
     * @return the last of the first layers whose scores are proved, or less than the first layer
     */
    private int verify(Game game, Listing listing, SortedSet<Integer> layers, Progress progress, List<String> errors)
            throws IOException {
        try (LayerFiles files = new LayerFiles(listing, game, true)) {
            files.mapTo(layers.last());
            Verification byRows = new Verification(files, threads, progress);
            Verification verification = exhaustive ? byRows.exhaustive() : byRows;
            SweepSolver prover = prove && !game.scoring().tellsDistance()
                    ? Solvers.ofOptional(solverOptions.solver(game), game)
                    : null;
            int proved = layers.first() - 1;
            for (int layer : layers) {
                boolean isProver = prover != null && !files.has(FileKind.DISTANCES, layer);
                long proof = isProver ? prover.need(FileKind.DISTANCES, layer).steps() : 0;
                progress.layerBegins(layer, game.size(layer), verification.steps(layer) + proof);
                addDamages(game, listing, layer, progress, errors);
                if (errors.isEmpty()
                        && positions(verification, files, layer, prover, progress, errors) == Finding.PROVED
                        && layer == proved + 1) {
                    proved = layer;
                }
                progress.layerEnds();
            }
            return proved;
        } catch (DatabaseException e) {
            // The database cannot be opened. The bytes show why, unless the fault is in a layer outside the range.
            errors.clear();
            checksums(game, listing, layers, progress, errors);
            if (errors.isEmpty()) {
                errors.add(e.getMessage());
            }
            return layers.first() - 1;
        }
    }

    /** Verifies the positions of a layer. If there is a prover, also computes distances, which exist if and only if the scores are right. */
    private static Finding positions(
            Verification verification,
            LayerFiles files,
            int layer,
            SweepSolver prover,
            Progress progress,
            List<String> errors) {
        Finding finding = verification.positions(layer, errors);
        if (finding != Finding.CONSISTENT || prover == null || !errors.isEmpty()) {
            return finding;
        }
        progress.phase("reserve");
        LayerNeeds need = prover.need(FileKind.DISTANCES, layer);
        try {
            Resources.require("the proof of layer " + layer, new ResourceNeeds(need.heap(), need.bytes(), 0, 0, 0, 0));
            try (ProcessMemory memory = new ProcessMemory(need.bytes())) {
                prover.distances(prover.load(layer, files, memory.bytes(), progress), progress);
                return Finding.PROVED;
            }
        } catch (CheckFailedException e) {
            errors.add(e.getMessage());
            return finding;
        }
    }
}
