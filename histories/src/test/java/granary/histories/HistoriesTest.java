package granary.histories;

import granary.testing.TestRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Whatever happens to directories, in whatever order: nothing false is said, nothing whole is lost. */
@ResourceLock("disk")
class HistoriesTest {
    @Test
    void nothingFalseIsSaidAndNothingIsLost() {
        Histories.live(
                TestRandom.cases(250, 1000),
                shell -> List.of(
                        new World(shell, "--pits 2 --rules strict", "seeds", 3),
                        new World(shell, "--pits 2 --rules abapa", "seeds", 3),
                        new World(shell, "--pits 3 --rules olympiad", "seeds", 2),
                        new World(shell, "--game chain --rules direct", "chips", 6)));
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
        Histories.live(
                TestRandom.cases(20, 150),
                shell -> List.of(
                        new World(shell, olympiad, "seeds", 1, List.of(counted(olympiad, 1), exported())),
                        // without bounds, since counts of a layer whose bounds are still to come are others, and right
                        new World(shell, abapa, "seeds", 3, List.of(counted(abapa + " --no-bounds", 3)))));
    }
}
