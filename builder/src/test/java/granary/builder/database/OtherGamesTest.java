package granary.builder.database;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.store.LayerFiles;
import granary.builder.testing.Databases;
import granary.builder.verify.Verification;
import granary.database.Database;
import granary.error.DatabaseException;
import granary.format.FileKind;
import granary.game.Game;
import granary.game.Games;
import granary.game.PositionIterator;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of the databases of every game. */
class OtherGamesTest {
    private static final String MANY_BLOCKS =
            "-3,0;-3,1;-2,-1;-2,0;-1,-2;-1,-1;0,-3;0,-2;1,-3;" + "-1,0;-1,1;0,-1;0,1;1,1;2,-2;2,-1;3,-1;-3,2;-2,3";

    /** About how many positions of a layer are searched at most: a search takes milliseconds. */
    private static final int MAX_SEARCHES = Integer.getInteger("granary.searches", TestRandom.cases(20, 200));

    @TempDir
    private Path directory;

    /**
     * A game to try.
     *
     * @param id its id
     * @param parameters its parameters
     * @param top the last layer
     * @param plain scores by a search that shares nothing with the game's implementation, for the words of a position
     */
    record Case(String id, Map<String, String> parameters, int top, ToIntFunction<List<String>> plain) {
        Game game() {
            return Games.create(id, parameters);
        }

        @Override
        public String toString() {
            return game().identity() + " to " + top;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                new Case("chain", Map.of("rules", "direct"), 18, new PlainSearch.Chain(true)),
                new Case("chain", Map.of("rules", "inverse"), 18, new PlainSearch.Chain(false)),
                new Case("chomp", Map.of("rows", "5", "columns", "6"), 30, new PlainSearch.Chomp()),
                new Case("chomp", Map.of("rows", "7", "columns", "1"), 7, new PlainSearch.Chomp()),
                new Case("chexers", Map.of("colour", "red"), 2, new PlainSearch.Chexers("red", "none")),
                new Case(
                        "chexers",
                        Map.of("colour", "green", "blocks", MANY_BLOCKS),
                        3,
                        new PlainSearch.Chexers("green", MANY_BLOCKS)),
                new Case(
                        "chexers",
                        Map.of("colour", "blue", "blocks", "0,0"),
                        2,
                        new PlainSearch.Chexers("blue", "0,0")));
    }

    private Database build(Game game, int top) throws IOException {
        Databases.build(directory, game, top, 2);
        return Database.open(directory);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void scoresAreThoseOfAPlainSearch(Case one) throws IOException {
        Random random = TestRandom.create();
        try (Database database = build(one.game(), one.top())) {
            Game game = database.game();
            int[] position = new int[game.cells()];
            for (int layer = 0; layer <= one.top(); layer++) {
                double searched = (double) MAX_SEARCHES / game.size(layer);
                for (PositionIterator all = game.iterate(layer, 0); all.next(position); ) {
                    if (random.nextDouble() < searched) {
                        List<String> words = game.notation().words(position);
                        assertEquals(one.plain().applyAsInt(words), database.score(position), words::toString);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void verificationFindsExactlyTheFlippedBits(Case one) throws IOException {
        build(one.game(), one.top()).close();
        verify();
        Random random = TestRandom.create();
        for (Path file : files()) {
            byte[] bytes = Files.readAllBytes(file);
            int at = random.nextInt(bytes.length);
            byte[] flipped = bytes.clone();
            flipped[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            Files.write(file, flipped);
            assertThrows(DatabaseException.class, this::verify, () -> file + ", byte " + at);
            Files.write(file, bytes);
        }
        verify();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void wrongScoreWithGoodChecksumsIsFound(Case one) throws IOException {
        Game game = one.game();
        build(game, one.top()).close();
        short[] scores = Databases.values(directory, FileKind.SCORES, one.top());
        int wrong = TestRandom.create().nextInt(scores.length);
        scores[wrong] += (short) (scores[wrong] == game.maxScore(one.top()) ? -1 : 1);
        Databases.publish(directory, game, FileKind.SCORES, one.top(), scores);
        CheckFailedException failure = assertThrows(CheckFailedException.class, this::verify);
        assertTrue(failure.getMessage().contains("layer " + one.top()), failure.getMessage());
    }

    private void verify() throws IOException {
        try (LayerFiles files = new LayerFiles(directory)) {
            assertEquals(Verification.Finding.PROVED, new Verification(files, 1, Monitor.SILENT).verify());
        }
    }

    private List<Path> files() throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory, "layer-*.granary")) {
            List<Path> files = new ArrayList<>();
            all.forEach(files::add);
            return files;
        }
    }
}
