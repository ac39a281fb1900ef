package granary.builder.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.InvalidRequestException;
import granary.builder.account.LayerSizes;
import granary.builder.database.BuildListener;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import granary.format.StoringRule;
import granary.testing.SolvedDatabase;
import granary.testing.sealed.SealedLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnsealedFilesTest {
    private static final int SEALED = SolvedDatabase.TOP;

    @TempDir
    private Path sealed;

    @TempDir
    private Path scratch;

    /** As many layers as fit in 4 GiB, and one more. */
    @Test
    void layersThatTakeMuchAreUnsealedOnlyWhereTheUserSays() throws IOException {
        SealedLayers.seal(SolvedDatabase.copyTo(sealed), StoringRule.DERIVED, 4, SEALED);
        try (Database database = Database.open(sealed)) {
            LayerSizes sizes = new LayerSizes(database.game());
            int most = IntStream.rangeClosed(0, 48)
                    .filter(top -> sizes.scores(0, top + 1) > 4L << 30)
                    .findFirst()
                    .orElseThrow();
            assertUnsealed(database, null, most);
            try (UnsealedFiles files = new UnsealedFiles(database, null, 1, BuildListener.SILENT)) {
                InvalidRequestException refused =
                        assertThrows(InvalidRequestException.class, () -> files.upTo(most + 1));
                assertTrue(refused.getMessage().contains("--scratch DIR"), refused::getMessage);
            }
            assertUnsealed(database, scratch, most + 1);
        }
        try (Stream<Path> left = Files.list(scratch)) {
            assertEquals(0, left.count());
        }
    }

    private static void assertUnsealed(Database database, Path scratch, int top) throws IOException {
        try (UnsealedFiles files = new UnsealedFiles(database, scratch, 1, BuildListener.SILENT);
                LayerFiles packed = files.upTo(top)) {
            assertEquals(database.scoresDigest(SEALED), packed.digest(SEALED));
            files.done();
        }
    }
}
