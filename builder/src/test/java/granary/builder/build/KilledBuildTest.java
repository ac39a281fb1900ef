package granary.builder.build;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.SweepSolver;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.testing.Cli;
import granary.builder.testing.Databases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Kills the real command at random moments, resumes, and compares the files with those of an undisturbed build.
 * {@code -Dgranary.kills=50} says how often.
 */
class KilledBuildTest {
    private static final int KILLS = Integer.getInteger("granary.kills", 5);
    private static final Awari GAME = new Awari(6, RuleSet.OLYMPIAD);

    @TempDir
    private Path temporary;

    @ParameterizedTest
    @CsvSource({"sweep, 12", "retrograde, 10"})
    void aBuildThatIsKilledAgainAndAgainEndsInTheSameFiles(String solver, int seeds)
            throws IOException, InterruptedException {
        long seed = System.nanoTime();
        System.out.println("random seed " + seed + ", " + KILLS + " kills of " + solver);
        Random random = new Random(seed);
        Path undisturbed = Files.createDirectory(temporary.resolve("undisturbed"));
        Databases.buildWithDistances(undisturbed, GAME, seeds, new SweepSolver(GAME, 2, KernelChoice.automatic()));
        Map<String, String> expected = Databases.contents(undisturbed);

        Path directory = Files.createDirectory(temporary.resolve("killed"));
        List<String> command =
                Cli.command("build", "--dir", directory, "--seeds", seeds, "--distances", "--solver", solver);
        long start = System.nanoTime();
        run(command).waitFor();
        long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
        assertEquals(expected, Databases.contents(directory));
        for (int kills = 0; kills < KILLS; ) {
            removeFiles(directory);
            boolean ended = false;
            while (!ended && kills < KILLS) {
                Process build = run(command);
                // about a quarter of the time passes before the JVM begins to build
                ended = build.waitFor(random.nextLong(millis / 4, millis), TimeUnit.MILLISECONDS);
                if (!ended) {
                    build.destroyForcibly().waitFor();
                    kills++;
                }
            }
            assertEquals(0, run(command).waitFor());
            assertEquals(expected, Databases.contents(directory));
        }
    }

    private static Process run(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void removeFiles(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }
}
