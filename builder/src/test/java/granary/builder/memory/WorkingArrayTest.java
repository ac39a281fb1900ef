package granary.builder.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.testing.TestRandom;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkingArrayTest {
    private static final int SHIFT = 6;
    private static final int PAGES = 20;
    /** The offset of the array, not at the start of a page. */
    private static final int START = 100;

    private final Random random = TestRandom.create();

    private WorkingArray paged() {
        List<Integer> order = new ArrayList<>(IntStream.range(0, PAGES).boxed().toList());
        Collections.shuffle(order, random);
        int[] moves = new int[PAGES];
        Arrays.setAll(moves, page -> order.get(page) - page);
        return new WorkingArray(MemorySegment.ofArray(new byte[PAGES << SHIFT]), moves, SHIFT, START);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void bytesAreWhatWasWrittenLast(boolean isPaged) {
        byte[] expected = new byte[(PAGES << SHIFT) - START];
        WorkingArray array = isPaged ? paged() : new WorkingArray(MemorySegment.ofArray(expected.clone()));
        assertEquals(isPaged, array.isPaged());
        for (int i = 0; i < 200; i++) {
            int from = random.nextInt(expected.length);
            int length = random.nextInt(Math.min(300, expected.length - from) + 1);
            byte value = (byte) random.nextInt();
            switch (random.nextInt(3)) {
                case 0 -> {
                    array.set(from, value);
                    expected[from] = value;
                }
                case 1 -> {
                    array.fill(from, length, value);
                    Arrays.fill(expected, from, from + length, value);
                }
                default -> {
                    byte[] bytes = new byte[length + 2];
                    random.nextBytes(bytes);
                    array.write(bytes, 1, length, from);
                    System.arraycopy(bytes, 1, expected, from, length);
                }
            }
            assertArrayEquals(expected, read(array, expected.length));
            assertEquals(expected[from], array.get(from));
        }
    }

    private static byte[] read(WorkingArray array, int length) {
        byte[] bytes = new byte[length + 1];
        array.read(0, bytes, 1, length);
        return Arrays.copyOfRange(bytes, 1, length + 1);
    }
}
