package granary.histories;

import static org.junit.jupiter.api.Assertions.fail;

import granary.command.DiskShell;
import granary.explorer.WebCommands;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Lives through histories. {@code -Dgranary.histories=N} lives through N of new numbers; {@code -Dgranary.history=NUMBER} through that
 * one again.
 */
final class Histories {
    private Histories() {}

    /** Lives through histories of some worlds in turns, by default through a fixed number. */
    static void live(int fixed, Function<DiskShell, List<World>> worlds) {
        Integer count = Integer.getInteger("granary.histories");
        Long one = Long.getLong("granary.history");
        long first = one != null ? one : count == null ? 0 : Long.getLong("granary.seed", System.nanoTime());
        DiskShell shell = new DiskShell(WebCommands.ALL);
        live(shell, worlds.apply(shell), first, one != null ? 1 : count == null ? fixed : count);
    }

    private static void live(DiskShell shell, List<World> worlds, long first, int count) {
        Map<String, Integer> counts = new TreeMap<>();
        Map<String, Integer> kinds = new TreeMap<>();
        int most = Integer.getInteger("granary.failures", 1);
        int failures = 0;
        int done = 0;
        for (long number = first; number < first + count && failures < most; number++, done++) {
            int world = Math.floorMod(number, worlds.size());
            History history =
                    new History(worlds.get(world), worlds.get((world + 1) % worlds.size()), shell, number, counts);
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
