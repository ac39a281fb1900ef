package granary.games;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.compressed.CompressedTable;
import granary.database.Database;
import granary.database.LayerFile;
import granary.database.OpenOptions;
import granary.database.OpenOptions.Check;
import granary.database.ScoredMove;
import granary.error.DamagedFileException;
import granary.error.DatabaseException;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.game.Game;
import granary.games.chain.Chain;
import granary.games.chexers.Chexers;
import granary.games.chexers.Colour;
import granary.games.chomp.Chomp;
import granary.storage.Access;
import granary.storage.DirectorySource;
import granary.storage.MemorySource;
import granary.testing.AlteredBytes;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import granary.testing.TestRandom;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A file whose data was altered gives the right answer or an error, for each lookup and each way to open it.
 *
 * <p>{@code -Dgranary.alterations=10000} says how many are tried of each database.
 */
class AlteredFilesTest {
    private static final int ALTERATIONS = Integer.getInteger("granary.alterations", TestRandom.cases(10, 100));
    private static final int ASKED = 20;
    private static final int LONGEST = 130;

    private final Random random = TestRandom.create();

    @TempDir
    private Path directory;

    /** A position that is looked up. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Asked(int layer, long rank, int[] board) {
        static Asked of(Game game, int layer, long rank) {
            int[] board = new int[game.cells()];
            game.unrank(layer, rank, board);
            return new Asked(layer, rank, board);
        }
    }

    @Test
    void ofAwari() throws IOException {
        SolvedDatabase.copyTo(directory);
        Game game = new Awari(6, RuleSet.OLYMPIAD);
        TestDatabase.addDistances(
                directory,
                game,
                LONGEST,
                IntStream.rangeClosed(0, SolvedDatabase.TOP).toArray());
        alter(game, SolvedDatabase.TOP);
    }

    @Test
    void ofAwariOnASmallBoard() throws IOException {
        Game game = new Awari(4, RuleSet.ABAPA);
        TestDatabase.write(directory, game, 11);
        TestDatabase.addDistances(directory, game, 1, 3, 11);
        alter(game, 11);
    }

    /** Every third layer is packed, so that scores of compressed positions come from both kinds. */
    @Test
    void ofAwariCompressed() throws IOException {
        Game game = new Awari(3, RuleSet.OLYMPIAD);
        int top = 13;
        int[] layers = IntStream.rangeClosed(0, top).toArray();
        TestDatabase.write(directory, game, top);
        CompressedLayers.compress(
                directory,
                8,
                IntStream.of(layers)
                        .filter(layer -> layer > 0 && layer % 3 != 0)
                        .toArray());
        alter(game, top);
    }

    static List<Arguments> others() {
        return List.of(
                Arguments.of(new Chain(true), 45),
                Arguments.of(new Chomp(20, 20), 30),
                Arguments.of(new Chexers(Colour.GREEN, 5), 4));
    }

    @ParameterizedTest
    @MethodSource("others")
    void ofOtherGames(Game game, int top) throws IOException {
        TestDatabase.write(directory, game, top);
        alter(game, top);
    }

    private void alter(Game game, int top) throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        for (String name : new DirectorySource(directory, Access.MAPPED).names()) {
            files.put(name, Files.readAllBytes(directory.resolve(name)));
        }
        try (Database intact = Database.open(new MemorySource(files), OpenOptions.DEFAULT)) {
            for (int i = 0; i < ALTERATIONS; i++) {
                FileKind kind = intact.distanceLayers().isEmpty() || random.nextBoolean()
                        ? FileKind.SCORES
                        : FileKind.DISTANCES;
                List<Integer> layers = List.copyOf(kind == FileKind.SCORES ? intact.layers() : intact.distanceLayers());
                int layer = random.nextInt(3) == 0 ? top : layers.get(random.nextInt(layers.size()));
                boolean compressed = intact.table(layer) instanceof CompressedTable;
                Path file = directory.resolve(compressed ? FileKind.COMPRESSED.fileName(layer) : kind.fileName(layer));
                byte[] whole = Files.readAllBytes(file);
                byte[] altered = AlteredBytes.of(whole, random);
                Files.write(file, altered);
                askAll(game, intact, layer);
                if (compressed) {
                    assertFoundUnlessPadding(file, whole, altered);
                } else if (!Arrays.equals(whole, altered)) {
                    assertRefused(game, file, kind, layer, Arrays.mismatch(whole, altered));
                }
                Files.write(file, whole);
            }
        }
    }

    /** Asks an altered database and the intact one for positions of the altered layer and of one above. */
    private void askAll(Game game, Database intact, int layer) {
        Access[] ways = Access.values();
        Check check = random.nextInt(8) == 0 ? Check.OPENING : Check.FIRST_USE;
        OpenOptions options = OpenOptions.DEFAULT
                .withAccess(ways[random.nextInt(ways.length)])
                .withCheck(check);
        Database opened;
        try {
            opened = Database.open(directory, options);
        } catch (DamagedFileException e) {
            assertEquals(Check.OPENING, check, e.getMessage());
            return;
        }
        try (opened) {
            for (int i = 0; i < ASKED; i++) {
                int from = Math.min(intact.layers().last(), layer + random.nextInt(2));
                Asked asked = Asked.of(game, from, (long) (random.nextDouble() * game.size(from)));
                for (Function<Database, Object> question : questions(asked)) {
                    Object answer;
                    try {
                        answer = question.apply(opened);
                    } catch (DatabaseException e) {
                        continue;
                    }
                    assertEquals(
                            question.apply(intact),
                            answer,
                            () -> opened + ", " + game.notation().draw(asked.board));
                }
            }
        }
    }

    private static List<Function<Database, Object>> questions(Asked asked) {
        int layer = asked.layer;
        long rank = asked.rank;
        return List.of(
                database -> database.score(asked.board),
                database -> database.score(asked.board, 0),
                database -> database.find(asked.board),
                database -> database.table(layer).value(rank),
                database -> values(100, (values, count) -> {
                    int some = (int) Math.min(count, database.table(layer).positions() - rank);
                    database.table(layer).values(rank, some, values, 0);
                }),
                database -> values(1, (values, count) -> database.batch().scores(asked.board, 0, 1, values, 0)),
                database -> database.distance(asked.board),
                database -> database.distance(asked.board, 0),
                database -> database.findDistance(asked.board),
                database -> database.distances(layer).value(rank),
                database -> values(100, (values, count) -> {
                    int some = (int) Math.min(count, database.table(layer).positions() - rank);
                    database.distances(layer).values(rank, some, values, 0);
                }),
                database -> values(
                        1, (values, count) -> database.batch().markMissing(-1).distances(asked.board, 0, 1, values, 0)),
                database -> text(database.moves(asked.board)),
                database -> text(database.bestMoves(asked.board)),
                database -> text(database.line(asked.board).moves()));
    }

    /** Fills an array. */
    private interface Filling {
        void fill(int[] values, int count);
    }

    private static List<Integer> values(int count, Filling filling) {
        int[] values = new int[count];
        filling.fill(values, count);
        return Arrays.stream(values).boxed().toList();
    }

    private static List<String> text(List<ScoredMove> moves) {
        return moves.stream()
                .map(move -> move.move() + ": " + move.score() + " " + move.distance())
                .toList();
    }

    /** Checks that opening with all checks finds altered bytes of the model, of the pages and of their directory. */
    private void assertFoundUnlessPadding(Path file, byte[] whole, byte[] altered) {
        CompressedHeader header =
                CompressedHeader.parse(file.toString(), Arrays.copyOf(whole, LayerHeader.LENGTH), whole.length);
        int model = LayerHeader.LENGTH + header.modelLength();
        int pages = (int) header.pagesOffset();
        boolean differs = !Arrays.equals(whole, 0, model, altered, 0, model)
                || !Arrays.equals(whole, pages, whole.length, altered, pages, whole.length);
        OpenOptions all = OpenOptions.DEFAULT.withCheck(Check.OPENING);
        if (differs) {
            DatabaseException refusal = assertThrows(
                    DatabaseException.class, () -> Database.open(directory, all).close());
            assertEquals(file.toString(), refusal.where());
        } else {
            Database.open(directory, all).close();
        }
    }

    /** Checks that the chunk of a byte that is not what it was is refused, be it in the data or the chunk's checksum. */
    private void assertRefused(Game game, Path file, FileKind kind, int layer, int at) {
        LayerHeader header;
        try (LayerFile open = LayerFile.open(new DirectorySource(directory, Access.POSITIONED), game, kind, layer)) {
            header = (LayerHeader) open.header();
        }
        long chunk = at < header.checksumOffset()
                ? (at - LayerHeader.LENGTH) / LayerHeader.CHUNK_LENGTH
                : (at - header.checksumOffset()) / Integer.BYTES;
        long groups = (8L * LayerHeader.CHUNK_LENGTH * chunk + header.packing().bits() - 1)
                / header.packing().bits();
        long rank = Math.min(header.positions() - 1, groups * header.packing().digits());
        try (Database database = Database.open(directory)) {
            DamagedFileException refusal = assertThrows(DamagedFileException.class, () -> {
                if (kind == FileKind.SCORES) {
                    database.table(layer).value(rank);
                } else {
                    database.distances(layer).value(rank);
                }
            });
            assertEquals(file.toString(), refusal.where());
            assertEquals(LayerHeader.LENGTH + chunk * LayerHeader.CHUNK_LENGTH, refusal.offset());
        }
    }
}
