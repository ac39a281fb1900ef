package granary.games.chain;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.database.Database;
import granary.database.DatabaseFiles;
import granary.database.ScoredMove;
import granary.error.MissingLayerException;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Packing;
import granary.format.Quantity;
import granary.testing.Tsv;
import granary.testing.ValueIteration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of Chain at the start have no place in a layer; the database knows their scores all the same. */
class NotStoredPositionsTest {
    private static final int LAST = 8;
    private static final Chain GAME = new Chain(true);
    private static final ValueIteration SOLVED = new ValueIteration(GAME, LAST);

    @TempDir
    private Path directory;

    private Database database;

    @BeforeEach
    void write() throws IOException {
        Manifest manifest = Manifest.empty(GAME.type().id(), GAME.parameters());
        String basis = FileDigest.NONE;
        for (int layer = 0; layer <= LAST; layer++) {
            byte[] file = file(layer, basis);
            basis = FileDigest.of(file);
            Files.write(directory.resolve(Manifest.fileName(layer)), file);
            manifest = manifest.with(Quantity.SCORES, layer, new Manifest.Entry(file.length, basis));
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
        database = Database.open(directory);
    }

    @AfterEach
    void close() {
        database.close();
    }

    /** Returns a layer's file, without the checksums of its data, which opening does not read. */
    private static byte[] file(int layer, String basis) {
        LayerHeader header = DatabaseFiles.scoresHeader(GAME, layer, basis);
        ByteBuffer file = ByteBuffer.allocate((int) header.fileLength()).order(ByteOrder.LITTLE_ENDIAN);
        file.put(header.toBytes());
        Packing packing = header.packing();
        int[] position = new int[GAME.cells()];
        for (int first = 0; first < GAME.size(layer); first += packing.digits()) {
            long group = 0;
            for (int digit = packing.digits() - 1; digit >= 0; digit--) {
                group *= packing.radix();
                if (first + digit < GAME.size(layer)) {
                    GAME.unrank(layer, first + digit, position);
                    group += SOLVED.score(position) - GAME.minScore(layer);
                }
            }
            file.putLong(LayerHeader.LENGTH + first / packing.digits() * packing.bytes(), group);
        }
        return file.array();
    }

    @Test
    void theirScoresFollowFromTheirMoves() {
        for (Map<String, String> row : Tsv.rows(Chain.class, "table.tsv").subList(0, LAST + 1)) {
            int[] start = Chain.start(Tsv.number(row, "chips"));
            assertEquals(Tsv.number(row, "direct"), database.score(start), row::toString);
            assertEquals(OptionalInt.of(Tsv.number(row, "direct")), database.find(start), row::toString);
        }
    }

    @Test
    void positionsInPlayKeepTheScoresOfTheirLayers() {
        for (int[] position : SOLVED.positions()) {
            assertEquals(SOLVED.score(position), database.score(position), () -> GAME.draw(position));
        }
    }

    @Test
    void onlyTheLayersOfTheirSuccessorsAreNeeded() {
        assertThrows(MissingLayerException.class, () -> database.score(Chain.groups(LAST + 1)));
        assertThrows(MissingLayerException.class, () -> database.score(Chain.start(LAST + 2)));
        assertEquals(OptionalInt.empty(), database.find(Chain.groups(LAST + 1)));
        assertEquals(OptionalInt.empty(), database.find(Chain.start(LAST + 2)));
    }

    @Test
    void theirMovesAreScoredLikeAnyOthersBestFirst() {
        int[] start = Chain.start(9);
        List<ScoredMove> moves = database.moves(start);
        assertEquals(
                SOLVED.moveScores(start),
                moves.stream().collect(Collectors.toMap(ScoredMove::move, ScoredMove::score)));
        assertArrayEquals(Chain.groups(4, 4), moves.get(0).successor(), "the only winning move is in the middle");
        assertEquals(1, moves.stream().filter(move -> move.score() > 0).count());
    }
}
