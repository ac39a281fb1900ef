package granary.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.testing.TestRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FirstFoundTest {
    @Test
    void lowestOffsetsAreKeptInAnyOrder() {
        for (int count : new int[] {0, 3, 10, 11, 1000}) {
            List<Long> offsets =
                    new ArrayList<>(LongStream.range(0, count).boxed().toList());
            Collections.shuffle(offsets, TestRandom.create());
            FirstFound<String> first = new FirstFound<>(10);
            offsets.forEach(offset -> first.add(offset, "at " + offset));
            List<String> expected = LongStream.range(0, Math.min(count, 10))
                    .mapToObj(offset -> "at " + offset)
                    .toList();
            assertEquals(expected, first.list());
        }
    }
}
