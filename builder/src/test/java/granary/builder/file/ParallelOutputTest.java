package granary.builder.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.Monitor;
import granary.builder.OperationInterruptedException;
import granary.testing.TestRandom;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ParallelOutputTest {
    private static final int PARTS = 500;

    @Test
    void partsAreWrittenInOrder() throws IOException {
        Random random = TestRandom.create();
        byte[][] parts = new byte[PARTS][];
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        for (int i = 0; i < PARTS; i++) {
            parts[i] = new byte[random.nextInt(1000)];
            random.nextBytes(parts[i]);
            expected.write(parts[i]);
        }
        for (int threads : new int[] {1, 2, 7}) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ParallelOutput.write(out::write, threads, Monitor.SILENT, PARTS, (worker, number) -> {
                for (int spin = parts[(int) number].length * 20; spin > 0; spin--) {
                    Thread.onSpinWait();
                }
                return parts[(int) number];
            });
            assertArrayEquals(expected.toByteArray(), out.toByteArray());
        }
    }

    /** One part takes as long as four of each other thread: all go on meanwhile. */
    @ParameterizedTest
    @ValueSource(ints = {3, 128})
    void threadsContinueWhileOnePartTakesLong(int threads) throws IOException {
        int parts = 5 * threads;
        CountDownLatch others = new CountDownLatch(4 * threads);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ParallelOutput.write(out::write, threads, Monitor.SILENT, parts, (worker, number) -> {
            if (number == 0) { // until four parts of each thread are made
                try {
                    others.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            others.countDown();
            return new byte[] {(byte) number};
        });
        assertEquals(parts, out.size());
        for (int i = 0; i < parts; i++) {
            assertEquals((byte) i, out.toByteArray()[i]);
        }
    }

    @Test
    void failingPartEndsTheOutputBeforeIt() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        IllegalStateException failure = assertThrows(
                IllegalStateException.class,
                () -> ParallelOutput.write(out::write, 4, Monitor.SILENT, PARTS, (worker, number) -> {
                    if (number == 123) {
                        throw new IllegalStateException("part 123");
                    }
                    return new byte[] {(byte) number};
                }));
        assertEquals("part 123", failure.getMessage());
        assertTrue(out.size() <= 123, "nothing is written behind a gap");
        for (int i = 0; i < out.size(); i++) {
            assertEquals((byte) i, out.toByteArray()[i]);
        }
    }

    @Test
    void exceptionOfTheStreamReachesTheCaller() {
        IOException full = new IOException("full");
        OutputStream out = new OutputStream() {
            @Override
            public void write(int value) throws IOException {
                throw full;
            }
        };
        assertEquals(
                full,
                assertThrows(
                        IOException.class,
                        () -> ParallelOutput.write(
                                out::write, 3, Monitor.SILENT, PARTS, (worker, number) -> new byte[] {1})));
    }

    @Test
    void monitorStopsTheOutput() {
        AtomicInteger checks = new AtomicInteger();
        Monitor monitor = new Monitor() {
            @Override
            public void check() {
                if (checks.incrementAndGet() == 50) {
                    throw new OperationInterruptedException();
                }
            }
        };
        assertThrows(
                OperationInterruptedException.class,
                () -> ParallelOutput.write(part -> {}, 3, monitor, PARTS, (worker, number) -> new byte[] {1}));
    }
}
