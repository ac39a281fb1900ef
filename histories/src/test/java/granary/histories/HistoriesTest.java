package granary.histories;

import static org.junit.jupiter.api.Assertions.fail;

import granary.command.DiskShell;
import granary.explorer.WebCommands;
import granary.testing.TestRandom;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Whatever happens to directories, in whatever order: nothing false is said, nothing whole is lost. {@code -Dgranary.histories=N} runs N
 * histories of new numbers; {@code -Dgranary.history=NUMBER} runs that one again.
 */
@ResourceLock("disk")
class HistoriesTest {
    private final DiskShell shell = new DiskShell(WebCommands.ALL);

    @Test
    void nothingFalseIsSaidAndNothingIsLost() {
        live(
                TestRandom.cases(250, 1000),
                new World(shell, "--pits 2 --rules strict", "seeds", 3),
                new World(shell, "--pits 2 --rules abapa", "seeds", 3),
                new World(shell, "--pits 3 --rules olympiad", "seeds", 2),
                new World(shell, "--game chain --rules direct", "chips", 6));
    }

    /** Layers that are counted. */
    private static Place counted(String game, int seeds) {
        String tools = " --threads 1";
        String stats = "stats --csv --dir disk:///counted" + tools;
        return new Place(
                "/counted",
                List.of(
                        "build --dir disk:///counted " + game + " --seeds " + seeds + " --kernels scalar" + tools,
                        stats),
                List.of(
                        stats,
                        "verify --checksums --dir disk:///counted" + tools,
                        "repair --dir disk:///counted" + tools),
                null);
    }

    private static Place exported() {
        return new Place(
                "/exported",
                List.of("export --format vu --force --threads 1 --dir disk:///whole --out disk:///exported"),
                List.of(),
                World.WHOLE);
    }

    @Test
    void nothingFalseIsSaidOfCountsAndFilesForOthers() {
        String olympiad = "--rules olympiad";
        String abapa = "--pits 2 --rules abapa";
        live(
                TestRandom.cases(20, 150),
                new World(shell, olympiad, "seeds", 1, counted(olympiad, 1), exported()),
                // without bounds: before a layer has its bounds, other counts are right
                new World(shell, abapa, "seeds", 3, counted(abapa + " --no-bounds", 3)));
    }

    /** Runs histories of some worlds in turns, by default a fixed number. */
    private void live(int fixed, World... worlds) {
        Integer wanted = Integer.getInteger("granary.histories");
        Long one = Long.getLong("granary.history");
        long first = one != null ? one : wanted == null ? 0 : Long.getLong("granary.seed", System.nanoTime());
        int count = one != null ? 1 : wanted == null ? fixed : wanted;
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, Integer> kinds = new TreeMap<>();
        int most = Integer.getInteger("granary.failures", 1);
        int failures = 0;
        int done = 0;
        for (long number = first; number < first + count && failures < most; number++, done++) {
            int world = Math.floorMod(number, worlds.length);
            History history = new History(worlds[world], worlds[(world + 1) % worlds.length], shell, number, counts);
            try {
                Apart.run(history::run);
            } catch (History.Failure e) {
                failures++;
                String kind = e.getMessage()
                        .lines()
                        .findFirst()
                        .orElse("")
                        .replaceAll("[0-9]+", "N")
                        .replaceAll("[0-9a-fN]{40,}", "D");
                if (kinds.merge(kind, 1, Integer::sum) <= Integer.getInteger("granary.each", 1)) {
                    System.out.println("-Dgranary.history=" + number + " " + e.getMessage());
                }
            } catch (RuntimeException | Error e) {
                throw new AssertionError("-Dgranary.history=" + number, e);
            }
        }
        counts.forEach((what, times) -> System.out.println(times + " " + what));
        kinds.forEach((what, times) -> System.out.println("FAILED " + times + " " + what));
        System.out.println(done + " histories from number " + first);
        if (failures > 0) {
            fail(failures + " histories failed");
        }
    }
}
