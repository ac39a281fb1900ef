package granary.cluster.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.InvalidRequestException;
import granary.builder.testing.Databases;
import granary.command.option.LayersOption;
import granary.database.Listing;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ClusterCommandTest {
    @TempDir
    private Path directory;

    @Test
    void compressedLayersAreNamedAndNotPassedOver() throws IOException {
        Databases.build(directory, new Awari(3, RuleSet.OLYMPIAD), 4, 1);
        CompressedLayers.compress(directory, 2, 3, 4);
        for (String[] words : new String[][] {{}, {"--layers", "3..4"}, {"--layers", "2..4"}}) {
            InvalidRequestException refused = assertThrows(InvalidRequestException.class, () -> of(words));
            assertTrue(refused.getMessage().startsWith("layers 3 to 4 are compressed"), refused::getMessage);
        }
        assertEquals(new TreeSet<>(List.of(1, 2)), of("--layers", "1..2"));
        InvalidRequestException none = assertThrows(InvalidRequestException.class, () -> of("--layers", "5"));
        assertEquals(directory + " holds no layer 5; it holds 0 to 4", none.getMessage());
    }

    @Test
    void compressedLayersThatChosenOnesReadAreNamed() throws IOException {
        Databases.build(directory, new Awari(3, RuleSet.OLYMPIAD), 4, 1);
        CompressedLayers.compress(directory, 2, 2);
        assertEquals(new TreeSet<>(List.of(0, 1)), of("--layers", "0..1"));
        InvalidRequestException refused = assertThrows(InvalidRequestException.class, () -> of("--layers", "3..4"));
        assertTrue(refused.getMessage().startsWith("layer 2 is compressed"), refused::getMessage);
    }

    private SortedSet<Integer> of(String... words) {
        LayersOption option = CommandLine.populateCommand(new LayersOption(), words);
        return ClusterCommand.packed(option, new Listing(directory));
    }
}
