package granary.command.builder;

import granary.awari.Awari;
import granary.builder.InvalidRequestException;
import granary.builder.Units;
import granary.builder.account.Account;
import granary.builder.account.Needs;
import granary.builder.database.Resources;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.command.kit.Progress;
import granary.command.kit.Subcommand;
import granary.command.option.GameOptions;
import granary.command.option.PathWord;
import granary.command.option.ThreadsOption;
import granary.plan.rehearse.Rehearsal;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.function.IntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Rehearses a layer of awari. */
@Command(
        name = "rehearse",
        description = "Tries every phase of a layer's work at its true size, on a sample of places.",
        footer = {
            "",
            "Examples:",
            "  granary rehearse --seeds 48",
            "  granary rehearse --seeds 30 --rules abapa --positions 100000 --random 1",
            "",
            "The layers below and the working memory are made up, in files of their true lengths of which only what the",
            "sample needs is written. Each result is compared with the plain rules. Layer 48 takes some minutes, 7 GiB of",
            "heap and 4 GiB of main memory for the files. Exits with 1 and tells what differs if something does."
        })
public final class RehearseCommand extends Subcommand {
    @Mixin
    private GameOptions gameOptions = new GameOptions();

    @Option(
            names = "--positions",
            paramLabel = "N",
            description = "About how many positions a phase compares (${DEFAULT-VALUE}).")
    private int positions = 1_000_000;

    @Option(
            names = "--random",
            paramLabel = "SEED",
            description = "Choose the sample and what is made up as another rehearsal did, which printed this number.")
    private Long random;

    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            converter = PathWord.Directory.class,
            description = "Where the made-up files are meanwhile, on a file system that has sparse files (/dev/shm if"
                    + " it has room).")
    private Path scratch;

    @Mixin
    private ThreadsOption threadsOption = new ThreadsOption();

    @Override
    protected void run() throws IOException {
        if (!(gameOptions.game() instanceof Awari awari)) {
            throw new InvalidRequestException("awari alone can be rehearsed: the other games have no sweep solver");
        }
        if (positions < 1) {
            throw new InvalidRequestException("--positions must be 1 or more, not " + positions);
        }
        int seeds = gameOptions.topLayer(awari);
        long chosen = random == null ? new SecureRandom().nextInt(Integer.MAX_VALUE) : random;
        IntFunction<Needs> needs = threads -> {
            SweepSolver solver = new SweepSolver(awari, threads, KernelChoice.automatic());
            return new Account(awari, solver, solver::distanceNeed, 0, false).rehearsal(seeds);
        };
        int threads = Resources.threadsWithin(threadsOption.threads(), needs);
        Rehearsal rehearsal = new Rehearsal(awari, seeds, positions, chosen, threads);
        Resources.require("the rehearsal of layer " + seeds, needs.apply(threads));
        out().println("layer " + seeds + " of " + awari.identity() + ", " + Units.count(awari.size(seeds))
                + " positions; --random " + chosen);
        long start = System.nanoTime();
        try (Progress progress = new Progress(out(), awari, seeds)) {
            rehearsal.run(directory(), progress, this::print);
        }
        out().println("rehearsed in " + Units.seconds((System.nanoTime() - start) / 1e9) + ": no differences");
    }

    private void print(Rehearsal.Done done) {
        out().printf(
                        "%-32s %,13d places compared, up to %,17d, %s%n",
                        done.phase(), done.compared(), done.largest(), Units.seconds(done.nanos() / 1e9));
        out().flush();
    }

    private Path directory() throws IOException {
        return scratch != null
                ? scratch
                : Rehearsal.directoryInMemory().orElse(Path.of(System.getProperty("java.io.tmpdir")));
    }
}
