package granary.dist;

import granary.histories.EveryCall;
import granary.histories.EveryCall.Disturbed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Commands of plug-ins that are disturbed at any call of the file system, and run again, end in the same files. */
@Isolated
class PluginsAtEveryCallIT {
    private static final String TOOLS = " --threads 1";

    @Test
    void theSameCommandEndsInTheSameFiles() {
        String game = "--rules olympiad";
        String build = "build --dir disk:///x " + game + " --seeds 1 --kernels scalar" + TOOLS;
        String stats = "stats --dir disk:///x" + TOOLS;
        String export = "export --format vu --dir disk:///whole --out disk:///x" + TOOLS;
        EveryCall.disturb(
                game,
                "seeds",
                1,
                List.of(
                        new Disturbed(List.of(build), List.of(), stats, List.of(build, stats), null),
                        new Disturbed(export + " --force", "/whole")));
    }
}
