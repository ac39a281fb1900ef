package granary.histories;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.command.DiskShell;
import granary.explorer.WebCommands;
import granary.format.Manifest;
import granary.testing.TestRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Commands that are disturbed at a call of the file system, and run again, end in the same files. At the call, the command fails, transfers
 * one byte, or is stopped, or the power is cut, or the disk is full from then on. {@code -Dgranary.every-call=1} disturbs every call,
 * instead of every eighth.
 */
@ResourceLock("disk")
class EveryCallTest {
    /** One of this number of calls is disturbed, another one for each kind of fault. */
    private static final int STRIDE = Integer.getInteger("granary.every-call", TestRandom.cases(36, 8));

    private static final List<Fault.Kind> KINDS = List.of(
            Fault.Kind.FAIL, Fault.Kind.STOP, Fault.Kind.CUT, Fault.Kind.CUT, Fault.Kind.FULL, Fault.Kind.SHORT);

    private final DiskShell shell = new DiskShell(WebCommands.ALL);

    /**
     * A command to disturb.
     *
     * @param before commands that come before
     * @param damaged files that are altered then, or, where the name begins with a minus sign, deleted
     * @param command the command
     * @param whole commands that make in an empty directory what is to be there in the end
     * @param source the directory that the command reads, or null
     */
    private record Disturbed(
            List<String> before, List<String> damaged, String command, List<String> whole, String source) {
        /** Disturbs a command for an empty directory. */
        Disturbed(String command, String source) {
            this(List.of(), List.of(), command, List.of(command), source);
        }
    }

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

    /** A repair takes files out of the list, and the command that made them makes them again. */
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
        World world = new World(shell, "--pits 2 --rules strict", "seeds", 2);
        all(world).forEach(each -> disturb(world, each));
    }

    @Test
    void countsAndFilesForOthersEndTheSameToo() {
        String tools = " --threads 1";
        String game = "--rules olympiad";
        String build = "build --dir disk:///x " + game + " --seeds 1 --kernels scalar" + tools;
        String stats = "stats --dir disk:///x" + tools;
        String export = "export --format vu --dir disk:///whole --out disk:///x --force" + tools;
        World world = new World(shell, game, "seeds", 1);
        disturb(world, new Disturbed(List.of(build), List.of(), stats, List.of(build, stats), null));
        disturb(world, new Disturbed(export, World.WHOLE));
    }

    private void disturb(World world, Disturbed one) {
        FaultyDisk begun = world.disk();
        for (String command : one.before()) {
            shell.run(begun, command).assertSuccess();
        }
        List<String> damaged = new ArrayList<>();
        for (String file : one.damaged()) {
            String name = "/x/" + file.replaceFirst("^-", "");
            damaged.add(name);
            byte[] bytes = begun.content(name).clone();
            bytes[bytes.length - 1] ^= 1;
            begun.put(name, file.startsWith("-") ? null : bytes);
        }
        Map<String, byte[]> contents = begun.contents();
        Place place = new Place("/x", one.whole(), List.of(), one.source());
        long runs = 0;
        for (int kind = 0; kind < KINDS.size(); kind++) {
            boolean[] happens = {true};
            // What a disk keeps that loses its power is another thing each time.
            int stride = KINDS.get(kind) == Fault.Kind.CUT ? Math.max(1, STRIDE / 9) : STRIDE;
            for (long call = 1 + (long) kind * stride / KINDS.size(); happens[0]; call += stride, runs++) {
                FaultyDisk disk = new FaultyDisk(contents);
                Fault fault = new Fault(KINDS.get(kind), call, 7 * call + kind);
                Apart.run(() ->
                        happens[0] = new History(world, shell, disk, place, damaged).disturb(one.command(), fault));
            }
        }
        System.out.println(runs + " runs of " + one.command());
        assertTrue(runs > 2L * KINDS.size(), "faults happen");
    }
}
