package granary.builder.sweep.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.sweep.table.Tiles;
import org.junit.jupiter.api.Test;

class LayerShapeTest {
    /** Up to 48 seeds, 279,871,768,995 positions. */
    @Test
    void blocksLieBehindOneAnotherWithoutGapsHoweverLargeTheLayer() {
        Awari awari = new Awari(6, RuleSet.OLYMPIAD);
        for (int seeds = 0; seeds <= 48; seeds++) {
            LayerShape shape = new LayerShape(awari, seeds);
            long end = 0;
            for (int x = 0; x <= seeds; x++) {
                assertEquals(end, shape.block(x).place(0, 0), seeds + " seeds, block " + x);
                int columns = Tiles.count(shape.sides(x)) * Tiles.WIDTH;
                long last = shape.block(x).place(shape.sides(seeds - x) - 1, columns - 1);
                assertEquals(end + (long) columns * shape.sides(seeds - x) - 1, last);
                end = last + 1;
            }
            assertEquals(end, shape.workingBytes());
            assertTrue(shape.workingBytes() >= shape.positions());
        }
    }
}
