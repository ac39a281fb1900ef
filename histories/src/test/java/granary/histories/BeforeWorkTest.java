package granary.histories;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.CheckFailedException;
import granary.builder.database.BuildListener;
import granary.builder.seal.SmallLayers;
import granary.builder.seal.UnsealedFiles;
import granary.builder.testing.disk.DiskProcess;
import granary.builder.testing.disk.Fault;
import granary.builder.testing.disk.FaultyDisk;
import granary.builder.testing.disk.ProcessStopped;
import granary.command.DiskShell;
import granary.database.Database;
import granary.explorer.WebCommands;
import granary.testing.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** What commands make sure of before they begin. */
@ResourceLock("disk")
class BeforeWorkTest {
    private static final String BUILD =
            "build --dir disk:///x --pits 2 --rules strict --seeds 2 --threads 1 --kernels scalar";

    private final DiskShell shell = new DiskShell(WebCommands.ALL);

    private Outcome run(FaultyDisk disk, String command) {
        DiskProcess process = disk.start(Fault.NONE);
        try {
            return shell.run(process, command.split(" "));
        } finally {
            process.end();
        }
    }

    /** Otherwise a build could begin between reading and writing the manifest, and change what was read. */
    @Test
    void aRepairReadsLayersUnderItsLock() {
        FaultyDisk whole = new FaultyDisk();
        run(whole, BUILD).assertSuccess();
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
                    // as it was told
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
    void nothingIsUnsealedWhereThereIsNoRoom() throws IOException {
        FaultyDisk disk = new FaultyDisk();
        run(disk, BUILD.replace("/x", "/p")).assertSuccess();
        SmallLayers.sealWhile(() ->
                run(disk, "seal --dir disk:///p --out disk:///x --threads 1").assertSuccess());
        disk.put("/s/kept", new byte[0]);
        DiskProcess process = disk.start(Fault.NONE);
        disk.sayFull(true);
        try (Database database = Database.open(process.path("/x"))) {
            try (UnsealedFiles files = new UnsealedFiles(database, process.path("/s"), 1, BuildListener.SILENT)) {
                Exception thrown = assertThrows(CheckFailedException.class, () -> files.upTo(2));
                assertTrue(thrown.getMessage().startsWith("unsealing needs "), thrown::getMessage);
            }
            assertEquals(List.of("/s/kept"), disk.files("/s"));
            disk.sayFull(false);
            try (UnsealedFiles files = new UnsealedFiles(database, process.path("/s"), 1, BuildListener.SILENT)) {
                files.upTo(2).close();
                files.done();
            }
        }
        process.end();
        assertEquals(List.of("/s/kept"), disk.files("/s"));
    }

    @Test
    void aPlanCountsLayersThatAreThereAsRoom() {
        FaultyDisk disk = new FaultyDisk();
        run(disk, BUILD).assertSuccess();
        disk.sayFull(true);
        String here = run(disk, BUILD.replace("build", "plan")).assertSuccess().out();
        assertTrue(here.contains("All layers fit here."), here);
        String elsewhere = run(disk, BUILD.replace("build", "plan").replace("/x", "/y"))
                .assertSuccess()
                .out();
        assertTrue(elsewhere.contains("Layer 0 does not fit here: it needs"), elsewhere);
        String larger = run(disk, BUILD.replace("build", "plan").replace("seeds 2", "seeds 3"))
                .assertSuccess()
                .out();
        assertTrue(larger.contains("Layer 3 does not fit here: it needs"), larger);
    }
}
