package granary.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GrowthTest {
    @Test
    void betweenTwoLayersItGrowsEvenlyAndOutsideItStays() {
        Growth growth = new Growth(new TreeMap<>(Map.of(20, 1.0, 30, 1.5, 40, 1.6)));
        assertEquals(1, growth.at(3));
        assertEquals(1, growth.at(20));
        assertEquals(1.2, growth.at(24), 1e-12);
        assertEquals(1.5, growth.at(30));
        assertEquals(1.55, growth.at(35), 1e-12);
        assertEquals(1.6, growth.at(48));
    }

    @Test
    void itIsToldFromTheLayerThatWasBuilt() {
        assertEquals(57.5 / 36.3, Growth.from(12).at(48), 1e-12);
        assertEquals(57.5 / 37.35, Growth.from(22).at(48), 1e-12);
        assertEquals(1, Growth.from(22).at(20));
        assertEquals(1, Growth.from(48).at(48));
    }
}
