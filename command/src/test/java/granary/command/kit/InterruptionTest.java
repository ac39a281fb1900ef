package granary.command.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.testing.ChildJvm;
import granary.testing.Outcome;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class InterruptionTest {
    /** A signal may come before a command catches it. */
    @Test
    void workBegunDuringShutdownIsInterrupted() throws IOException, InterruptedException {
        Outcome outcome = ChildJvm.java(Ending.class);
        assertEquals(new Outcome(0, "true" + System.lineSeparator(), ""), outcome);
    }

    static final class Ending {
        private Ending() {}

        /** Ends, and begins something then. */
        public static void main(String[] args) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try (Interruption interruption = new Interruption()) {
                    System.out.println(interruption.isRequested());
                }
            }));
        }
    }
}
