package granary.histories;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.builder.testing.disk.ProcessStopped;
import granary.command.DiskShell;
import granary.explorer.WebCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Commands check locks and room before they begin. */
@ResourceLock("disk")
class BeforeWorkTest {
    private static final String BUILD =
            "build --dir disk:///x --pits 2 --rules strict --seeds 2 --threads 1 --kernels scalar";

    private final DiskShell shell = new DiskShell(WebCommands.ALL);

    /** Otherwise a build could begin between reading and writing the manifest, and change what was read. */
    @Test
    void aRepairReadsLayersUnderItsLock() {
        FaultyDisk whole = new FaultyDisk();
        shell.run(whole, BUILD).assertSuccess();
        byte[] altered = whole.content("/x/layer-001.granary").clone();
        altered[altered.length - 1] ^= 1;
        whole.put("/x/layer-001.granary", altered);
        Map<String, byte[]> damaged = whole.contents();
        List<String> free = new ArrayList<>();
        List<String> locked = new ArrayList<>();
        boolean[] happens = {true};
        for (int call = 1; happens[0]; call++) {
            DiskProcess process = new FaultyDisk(damaged).start(new Fault(Fault.Kind.STOP, call, 0));
            Apart.run(() -> {
                try {
                    shell.run(process, "repair --dir disk:///x --threads 1".split(" "));
                } catch (ProcessStopped e) {
                    // by the fault
                } finally {
                    process.end();
                }
                happens[0] = process.hasHappened();
            });
            if (happens[0] && process.faultyCall().startsWith("read /x/layer-")) {
                (process.heldLock() ? locked : free).add(process.faultyCall());
            }
        }
        assertEquals(List.copyOf(new TreeSet<>(free)), free, "before, headers alone");
        assertTrue(locked.size() > 2 * free.size() && !free.isEmpty(), () -> free + " before, then " + locked);
    }

    @Test
    void nothingIsDecompressedWhereThereIsNoRoom() {
        FaultyDisk disk = new FaultyDisk();
        shell.run(disk, BUILD.replace("/x", "/p")).assertSuccess();
        shell.run(disk, "compress --dir disk:///p --out disk:///x --lowest 1 --threads 1")
                .assertSuccess();
        disk.sayFull(true);
        String decompress = "decompress --dir disk:///x --out disk:///y --threads 1";
        String said = shell.run(disk, decompress).assertFailure(1);
        assertTrue(said.startsWith("granary: decompressing needs "), said);
        assertEquals(Map.of(), World.in(disk, "/y"));
        disk.sayFull(false);
        shell.run(disk, decompress).assertSuccess();
        assertEquals(World.in(disk, "/p").keySet(), World.in(disk, "/y").keySet());
    }

    /** But not their distances, which the plan leaves out. */
    @Test
    void aPlanCountsLayersThatAreThereAsRoom() {
        FaultyDisk disk = new FaultyDisk();
        shell.run(disk, BUILD + " --distances").assertSuccess();
        disk.sayFull(true);
        String here = shell.run(disk, BUILD.replace("build", "plan")).printed();
        assertTrue(here.contains("All layers fit here."), here);
        String elsewhere = shell.run(disk, BUILD.replace("build", "plan").replace("/x", "/y"))
                .printed();
        assertTrue(elsewhere.contains("Layer 0 does not fit here: it needs"), elsewhere);
        String larger = shell.run(disk, BUILD.replace("build", "plan").replace("seeds 2", "seeds 3"))
                .printed();
        assertTrue(larger.contains("Layer 3 does not fit here: it needs"), larger);
    }
}
