package granary.exchange.vu;

import static org.junit.jupiter.api.Assertions.assertEquals;

import granary.exchange.vu.FirstDifferences.Difference;
import granary.testing.TestRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FirstDifferencesTest {
    @Test
    void theLowestOffsetsAreKeptInWhateverOrderTheyCome() {
        for (int count : new int[] {0, 3, 10, 11, 1000}) {
            List<Long> offsets =
                    new ArrayList<>(LongStream.range(0, count).boxed().toList());
            Collections.shuffle(offsets, TestRandom.create());
            FirstDifferences first = new FirstDifferences();
            offsets.forEach(offset -> first.add(offset, 1, -1));
            List<Difference> expected = LongStream.range(0, Math.min(count, FirstDifferences.COUNT))
                    .mapToObj(offset -> new Difference(offset, 1, -1))
                    .toList();
            assertEquals(expected, first.list());
        }
    }
}
