package granary.dist;

import granary.histories.Histories;
import granary.histories.Place;
import granary.histories.World;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Whatever happens to directories that plug-ins write, in whatever order: nothing false is said, nothing whole is lost. */
@Isolated
class PluginsInHistoriesIT {
    private static final String TOOLS = " --threads 1";
    private static final String OLYMPIAD = "--rules olympiad";
    private static final String ABAPA = "--pits 2 --rules abapa";

    private static String build(String directory, String game, int seeds) {
        return "build --dir disk://" + directory + " " + game + " --seeds " + seeds + " --kernels scalar" + TOOLS;
    }

    /** Layers that are counted. */
    private static Place counted(String directory, String make) {
        String stats = "stats --csv --dir disk://" + directory + TOOLS;
        return new Place(
                directory,
                List.of(make, stats),
                List.of(
                        stats,
                        "verify --checksums --dir disk://" + directory + TOOLS,
                        "repair --dir disk://" + directory + TOOLS),
                null);
    }

    private static List<Place> places() {
        String export = "export --format vu --force" + TOOLS;
        return List.of(
                counted("/counted", build("/counted", OLYMPIAD, 1)),
                new Place(
                        "/exported",
                        List.of(export + " --dir disk:///whole --out disk:///exported"),
                        List.of(),
                        World.WHOLE));
    }

    @Test
    void nothingFalseIsSaidAndNothingIsLost() {
        Histories.live(
                Boolean.getBoolean("granary.thorough") ? 150 : 50,
                shell -> List.of(
                        new World(shell, OLYMPIAD, "seeds", 1, List.of(), places()),
                        new World(
                                shell,
                                ABAPA,
                                "seeds",
                                3,
                                List.of(),
                                List.of(counted("/counted", build("/counted", ABAPA, 3))))));
    }
}
