package granary.command.histories;

import granary.builder.testing.disk.*;
import granary.command.DiskShell;
import granary.testing.Outcome;
import org.junit.jupiter.api.Test;

class TryTest {
    public static void main(String[] a) { new TryTest().tries(); }
    @Test
    void tries() {
        DiskShell shell = new DiskShell();
        for (int i = 0; i < 400; i++) {
            FaultyDisk disk = new FaultyDisk();
            StringBuilder times = new StringBuilder();
            for (String command : new String[] {
                "build --dir disk:///db --pits 2 --seeds 4 --threads 1 --kernels scalar",
                "build --dir disk:///db --pits 2 --seeds 4 --threads 1 --kernels scalar --distances --verify",
                "verify --dir disk:///db --threads 1",
                "repair --dir disk:///db --threads 1 --kernels scalar",
                "seal --dir disk:///db --threads 1 --out disk:///sealed",
                "unseal --dir disk:///sealed --threads 1 --out disk:///unsealed",
                "build --dir disk:///in --pits 2 --seeds 4 --threads 1 --kernels scalar --seal",
                "info --dir disk:///db",
                "probe --dir disk:///db 1 0 0 1",
            }) {
                DiskProcess process = disk.start(Fault.NONE);
                long start = System.nanoTime();
                Outcome outcome = shell.run(process, command.split(" "));
                process.end();
                if (i == 0) {
                    System.out.println(command + "\n" + outcome.exitCode() + " " + outcome.out() + outcome.err());
                }
                times.append(command, 0, 5).append(" " + process.calls() + " calls " + (System.nanoTime() - start) / 1000 + "us; ");
            }
            if (i % 40 == 39) {
                System.out.println(times);
            }
            if (i == 0) {
                disk.contents().forEach((name, bytes) -> System.out.println(name + " " + (bytes == null ? "" : bytes.length)));
            }
        }
    }
}
