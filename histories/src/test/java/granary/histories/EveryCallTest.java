package granary.histories;

import granary.format.Manifest;
import granary.histories.EveryCall.Disturbed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Commands that are disturbed at any call of the file system, and run again, end in the same files. */
@ResourceLock("disk")
class EveryCallTest {
    private static List<Disturbed> all(World world) {
        String build = world.build("/x", world.top);
        String distances = build + " --distances";
        String compress = world.compress(World.WHOLE, "/x");
        String repair = "repair --dir disk:///x --threads 1";
        return List.of(
                new Disturbed(build, null),
                new Disturbed(distances, null),
                new Disturbed(build + " --bounds", null),
                new Disturbed(List.of(build), List.of(), distances, List.of(distances), null),
                new Disturbed(compress, World.WHOLE),
                new Disturbed(
                        List.of(compress),
                        List.of(),
                        "verify --dir disk:///x --threads 1",
                        List.of(compress),
                        World.WHOLE),
                new Disturbed("fetch disk://" + World.WHOLE + " --dir disk:///x", World.WHOLE),
                new Disturbed("fetch disk://" + World.SMALL + " --dir disk:///x", World.SMALL),
                new Disturbed(
                        "export --dir disk://" + World.WHOLE + " --layers 0..2 --out disk:///x --force", World.WHOLE),
                new Disturbed("publish --dir disk://" + World.SMALL + " --out disk:///x", World.SMALL),
                new Disturbed("decompress --dir disk://" + World.SMALL + " --out disk:///x --threads 1", World.SMALL),
                repaired(distances, repair, "layer-001.granary"),
                repaired(
                        distances,
                        repair,
                        "-" + Manifest.FILE_NAME,
                        "layer-002.granary",
                        "-layer-001.distances.granary"),
                repaired(compress, repair, "-" + Manifest.FILE_NAME),
                repaired(compress, repair, "layer-001.compressed.granary"));
    }

    /** What a repair leaves out of the list, the command that made it makes again. */
    private static Disturbed repaired(String command, String repair, String... damaged) {
        return new Disturbed(
                List.of(command),
                List.of(damaged),
                repair,
                List.of(command),
                command.startsWith("compress") ? World.WHOLE : null);
    }

    @Test
    void theSameCommandEndsInTheSameFiles() {
        EveryCall.disturb("--pits 2 --rules strict", "seeds", 2, EveryCallTest::all);
    }

    @Test
    void countsAndFilesForOthersEndTheSameToo() {
        String tools = " --threads 1";
        String game = "--rules olympiad";
        String build = "build --dir disk:///x " + game + " --seeds 1 --kernels scalar" + tools;
        String stats = "stats --dir disk:///x" + tools;
        String export = "export --format vu --dir disk:///whole --out disk:///x --force" + tools;
        EveryCall.disturb(
                game,
                "seeds",
                1,
                world -> List.of(
                        new Disturbed(List.of(build), List.of(), stats, List.of(build, stats), null),
                        new Disturbed(export, World.WHOLE)));
    }
}
