package granary.histories;

import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.command.DiskShell;
import granary.explorer.WebCommands;
import granary.testing.TestRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Disturbs commands. At each call of the file system that one makes, the call fails or transfers one byte, or the process is stopped, or
 * the power is cut, or the disk is full from then on. Then the same command makes what an uninterrupted one makes. {@code
 * -Dgranary.every-call=1} disturbs every call, instead of every eighth.
 */
final class EveryCall {
    /** One of this number of calls is disturbed, another one for each kind of fault. */
    private static final int STRIDE = Integer.getInteger("granary.every-call", TestRandom.cases(36, 8));

    private static final List<Fault.Kind> KINDS = List.of(
            Fault.Kind.FAIL, Fault.Kind.STOP, Fault.Kind.CUT, Fault.Kind.CUT, Fault.Kind.FULL, Fault.Kind.SHORT);

    private final DiskShell shell = new DiskShell(WebCommands.ALL);
    private final World world;

    private EveryCall(String options, String unit, int top) {
        this.world = new World(shell, options, unit, top);
    }

    /**
     * A command to disturb.
     *
     * @param before commands that come before
     * @param damaged files that are altered then, or, where the name begins with a minus sign, deleted
     * @param command the command
     * @param whole commands that make in an empty directory what is to be there in the end
     * @param source the directory that the command reads, or null
     */
    record Disturbed(List<String> before, List<String> damaged, String command, List<String> whole, String source) {
        /** Makes one of a command for an empty directory. */
        Disturbed(String command, String source) {
            this(List.of(), List.of(), command, List.of(command), source);
        }
    }

    /** Disturbs commands that are made of the world that they find. */
    static void disturb(String options, String unit, int top, Function<World, List<Disturbed>> all) {
        EveryCall every = new EveryCall(options, unit, top);
        all.apply(every.world).forEach(every::disturb);
    }

    private void disturb(Disturbed one) {
        FaultyDisk begun = world.disk();
        for (String command : one.before()) {
            DiskProcess process = begun.start(Fault.NONE);
            shell.run(process, command.split(" ")).assertSuccess();
            process.end();
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
