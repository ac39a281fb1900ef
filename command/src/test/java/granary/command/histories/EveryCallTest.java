package granary.command.histories;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.seal.SmallLayers;
import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.command.DiskShell;
import granary.format.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * At each call of the file system that a command makes, the call fails or transfers one byte, or the process is stopped, or the power
 * is cut, or the disk is full from then on. Then the same command makes what an undisturbed one makes. {@code -Dgranary.every-call=1}
 * disturbs every call, instead of every eighth.
 */
class EveryCallTest {
    /** One of this number of calls is disturbed, another one for each kind of fault. */
    private static final int STRIDE = Integer.getInteger("granary.every-call", 8);

    private static final List<Fault.Kind> KINDS = List.of(
            Fault.Kind.FAIL, Fault.Kind.STOP, Fault.Kind.CUT, Fault.Kind.CUT, Fault.Kind.FULL, Fault.Kind.SHORT);

    private final DiskShell shell = new DiskShell();

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
        Disturbed(String command, String source) {
            this(List.of(), List.of(), command, List.of(command), source);
        }
    }

    private List<Disturbed> all(World world) {
        String build = world.build("/x", world.top);
        String distances = build + " --distances";
        String sealed = build + " --seal";
        String tools = " --threads 1 --kernels scalar";
        String repair = "repair --dir disk:///x" + tools;
        return List.of(
                new Disturbed(build, null),
                new Disturbed(distances + " --verify", null),
                new Disturbed(sealed, null),
                new Disturbed(sealed + "=derived --verify", null),
                new Disturbed(distances + " --seal", null),
                new Disturbed(List.of(build), List.of(), "distances --dir disk:///x" + tools, List.of(distances), null),
                new Disturbed(List.of(build), List.of(), sealed, List.of(sealed), null),
                new Disturbed(world.seal(World.WHOLE, "/x"), World.WHOLE),
                new Disturbed(world.seal(World.WHOLE, "/x") + " --rule derived", World.WHOLE),
                new Disturbed(List.of(sealed), List.of(), "verify --dir disk:///x --threads 1", List.of(sealed), null),
                new Disturbed("fetch disk://" + World.WHOLE + " --dir disk:///x", World.WHOLE),
                new Disturbed("fetch disk://" + World.SMALL + " --dir disk:///x", World.SMALL),
                new Disturbed("publish --dir disk://" + World.SMALL + " --out disk:///x", World.SMALL),
                new Disturbed("unseal --dir disk://" + World.SMALL + " --out disk:///x --threads 1", World.SMALL),
                new Disturbed(List.of(distances), List.of("layer-001.granary"), repair, List.of(distances), null),
                new Disturbed(
                        List.of(distances),
                        List.of("-" + Manifest.FILE_NAME, "layer-002.granary", "-layer-001.distances.granary"),
                        repair,
                        List.of(distances),
                        null),
                new Disturbed(
                        List.of(sealed),
                        List.of("-" + Manifest.FILE_NAME),
                        repair + " --no-distances",
                        List.of(sealed),
                        null),
                new Disturbed(
                        List.of(sealed),
                        List.of("layer-001.sealed.granary"),
                        repair + " --no-distances --from disk://" + World.SMALL,
                        List.of(sealed),
                        World.SMALL),
                new Disturbed(
                        List.of(sealed),
                        List.of("-layer-002.sealed.granary"),
                        repair + " --no-distances --from disk://" + World.WHOLE,
                        List.of(sealed),
                        World.WHOLE));
    }

    @Test
    void theSameCommandEndsInTheSameFiles() {
        SmallLayers.sealWhile(() -> {
            World world = new World(shell, "--pits 2 --rules strict", "seeds", 2);
            all(world).forEach(one -> disturb(world, one));
        });
    }

    private void disturb(World world, Disturbed one) {
        FaultyDisk begun = world.disk();
        for (String command : one.before()) {
            DiskProcess process = begun.start(Fault.NONE);
            shell.run(process, command.split(" ")).assertSuccess();
            process.end();
        }
        List<String> damaged = new ArrayList<>();
        for (String file : one.damaged()) {
            String name = "/x/" + file.replace("-layer", "layer").replace("-granary", "granary");
            damaged.add(name);
            byte[] bytes = begun.content(name);
            bytes[bytes.length - 1] ^= 1;
            begun.put(name, file.startsWith("-") ? null : bytes);
        }
        Map<String, byte[]> contents = begun.contents();
        Place place = new Place("/x", one.whole(), List.of(), one.source());
        long runs = 0;
        for (int kind = 0; kind < KINDS.size(); kind++) {
            boolean[] happens = {true};
            for (long call = 1 + (long) kind * STRIDE / KINDS.size(); happens[0]; call += STRIDE, runs++) {
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
