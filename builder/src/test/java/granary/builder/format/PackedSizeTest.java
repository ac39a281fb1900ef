package granary.builder.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.testing.Databases;
import granary.database.LayerFile;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Packing;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PackedSizeTest {
    private static final Awari AWARI = new Awari(6, RuleSet.OLYMPIAD);
    private static final double ALLOWED = 1.03;

    @Test
    void filesAreWithinThreePercentOfTheirInformation() throws IOException {
        double bytes = 0;
        Manifest manifest = new Listing(Databases.twelveSeeds()).manifest();
        assertEquals(13, manifest.files(FileKind.SCORES).size());
        for (Map.Entry<Integer, Manifest.Entry> layer :
                manifest.files(FileKind.SCORES).entrySet()) {
            int seeds = layer.getKey();
            LayerHeader header = LayerFile.header(FileKind.SCORES, AWARI, seeds, 0, FileDigest.NONE);
            bytes += layer.getValue().length() - LayerHeader.LENGTH - header.chunks() * Integer.BYTES;
        }
        assertWithinThreePercent(12, bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {12, 16, 24, 36, 48})
    void packingIsWithinThreePercentOfTheInformationInTheScores(int topSeeds) {
        double bytes = 0;
        for (int seeds = 0; seeds <= topSeeds; seeds++) {
            bytes += Packing.of(-seeds, seeds).dataLength(AWARI.size(seeds));
        }
        assertWithinThreePercent(topSeeds, bytes);
    }

    private static void assertWithinThreePercent(int topSeeds, double bytes) {
        double bits = 0;
        for (int seeds = 0; seeds <= topSeeds; seeds++) {
            bits += Math.log(2 * seeds + 1) / Math.log(2) * AWARI.size(seeds);
        }
        double ratio = 8 * bytes / bits;
        assertTrue(ratio >= 1 && ratio <= ALLOWED, "bits used for one of information: " + ratio);
    }
}
