package granary.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.error.CorruptFileException;
import granary.error.DatabaseException;
import granary.error.WrongGameException;
import granary.testing.TestDatabase;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening books: made, read and played by. */
final class BookTest {
    private static final Limits LIMITS = Limits.NONE.withNodes(2000);
    private static final int POSITIONS = 40;

    @TempDir
    private Path directory;

    private Awari game;
    private Database database;

    @BeforeEach
    void open() throws IOException {
        game = new Awari(6, RuleSet.ABAPA);
        Path written = Files.createDirectory(directory.resolve("db"));
        TestDatabase.write(written, game, 3);
        database = Database.open(written);
    }

    @AfterEach
    void close() {
        database.close();
    }

    private Path make(String name) throws IOException {
        Path path = directory.resolve(name);
        makeUntil(path, POSITIONS);
        return path;
    }

    private void makeUntil(Path path, int positions) throws IOException {
        try (BookMaker maker = new BookMaker(path, database, LIMITS)) {
            while (maker.size() < positions) {
                assertTrue(maker.add(() -> false));
            }
        }
    }

    private PlayedGame opening() {
        return new PlayedGame(game, game.opening().orElseThrow());
    }

    @Test
    void aBookIsTheSameWhereverItsMakingWasKilled() throws IOException {
        Random random = TestRandom.create();
        byte[] whole = Files.readAllBytes(make("whole"));
        Path path = directory.resolve("killed");
        for (int i = 0; i < 10; i++) {
            Files.write(path, java.util.Arrays.copyOf(whole, random.nextInt(whole.length + 1)));
            makeUntil(path, POSITIONS);
            assertEquals(Files.readString(directory.resolve("whole")), Files.readString(path));
        }
    }

    @Test
    void aSearchThatIsInterruptedAddsNothing() throws IOException {
        Path path = directory.resolve("interrupted");
        makeUntil(path, 10);
        String before = Files.readString(path);
        int[] polls = {0};
        try (BookMaker maker = new BookMaker(path, database, Limits.NONE)) {
            assertFalse(maker.add(() -> ++polls[0] > 3));
        }
        assertEquals(before, Files.readString(path));
    }

    @Test
    void aDamagedBookIsRefusedWithItsPlace() throws IOException {
        Random random = TestRandom.create();
        byte[] whole = Files.readAllBytes(make("book"));
        int end = new String(whole, java.nio.charset.StandardCharsets.US_ASCII).lastIndexOf('\n', whole.length - 2);
        for (int i = 0; i < 200; i++) {
            byte[] damaged = whole.clone();
            int at = random.nextInt(end);
            damaged[at] ^= (byte) (1 << random.nextInt(7));
            Path path = Files.write(directory.resolve("damaged"), damaged);
            DatabaseException reading = assertThrows(DatabaseException.class, () -> Book.read(path, game));
            assertTrue(reading.offset() <= at, reading::getMessage);
            assertThrows(DatabaseException.class, () -> new BookMaker(path, database, LIMITS));
        }
        Path empty = Files.write(directory.resolve("empty"), new byte[0]);
        assertThrows(CorruptFileException.class, () -> Book.read(empty, game));
    }

    @Test
    void aBookWithWindowsLineEndsIsToldFromAnother() throws IOException {
        Path path = make("windows");
        Files.writeString(path, Files.readString(path).replace("\n", "\r\n"));
        String message = assertThrows(CorruptFileException.class, () -> Book.read(path, game))
                .getMessage();
        assertTrue(message.contains("carriage return"), message);
    }

    @Test
    void aFileOfOneLineWithoutAnEndIsABookThatWasBegunOrStaysAsItIs() throws IOException {
        for (String other : List.of("{\"mine\": 1}", "granary-book 2", "granary-book 1 awari pits=6 rules=none")) {
            Path path = Files.writeString(directory.resolve("other"), other);
            assertThrows(DatabaseException.class, () -> new BookMaker(path, database, LIMITS), other);
            assertEquals(other, Files.readString(path));
        }
        Path whole = make("whole");
        Path begun = Files.writeString(
                directory.resolve("begun"), Files.readString(whole).substring(0, 20));
        makeUntil(begun, 2);
        assertTrue(Files.readString(whole).startsWith(Files.readString(begun)));
    }

    @Test
    void aBookOfOtherRulesIsRefused() throws IOException {
        Path path = make("book");
        Awari other = new Awari(6, RuleSet.STRICT);
        assertThrows(WrongGameException.class, () -> Book.read(path, other));
        Engine engine = new Engine(database, Engine.Aim.WIN);
        assertThrows(IllegalArgumentException.class, () -> engine.use(new Book(other)));
    }

    @Test
    void aBookInUseIsNotChangedByAnother() throws IOException {
        Path path = directory.resolve("used");
        BookMaker maker = new BookMaker(path, database, LIMITS);
        Path link = Files.createSymbolicLink(directory.resolve("link"), path);
        for (Path name : List.of(path, link, path, link)) {
            assertThrows(IllegalArgumentException.class, () -> new BookMaker(name, database, LIMITS));
        }
        assertTrue(maker.add(() -> false));
        assertEquals(1, Book.read(path, game).size());
        maker.close();
        makeUntil(path, 2);
    }

    @Test
    void theMoveLeadsToTheBestValueOfAllLinesInTheBook() throws IOException {
        Book book = Book.read(make("book"), game);
        int known = 0;
        PlayedGame played = opening();
        for (OptionalInt move = book.move(played); move.isPresent(); move = book.move(played)) {
            assertEquals(bestMove(book, played), move.getAsInt(), () -> Notation.position(played));
            played.play(move.getAsInt());
            known++;
        }
        assertTrue(known > 1, known + " moves");
    }

    private static int bestMove(Book book, PlayedGame played) {
        int best = -1;
        int most = Integer.MIN_VALUE;
        for (int move : played.legalMoves()) {
            PlayedGame after = played.copy();
            after.play(move);
            int value = -minimax(book, after);
            if (value > most) {
                most = value;
                best = move;
            }
        }
        return best;
    }

    /** The value by plain minimax over the lines of the book. */
    private static int minimax(Book book, PlayedGame played) {
        int best = Integer.MIN_VALUE;
        for (int move : played.legalMoves()) {
            PlayedGame after = played.copy();
            after.play(move);
            if (!book.contains(Book.name(after))) {
                return book.score(Book.name(played));
            }
            best = Math.max(best, -minimax(book, after));
        }
        return best;
    }

    @Test
    void theEnginePlaysByTheBookAndSearchesOutsideOfIt() throws IOException {
        Book book = Book.read(make("book"), game);
        Engine engine = new Engine(database, Engine.Aim.WIN);
        engine.use(book);
        PlayedGame played = opening();
        Report inside = engine.prepare(played, LIMITS).search(depth -> {});
        assertEquals(0, inside.nodes());
        assertEquals(List.of(book.move(played).getAsInt()), inside.line());
        Engine.Run limited = engine.prepare(played, LIMITS);
        limited.among(List.of((inside.line().get(0) + 1) % 6));
        assertTrue(limited.search(depth -> {}).nodes() > 0, "only another move was allowed");
        while (book.move(played).isPresent()) {
            played.play(book.move(played).getAsInt());
        }
        assertTrue(engine.prepare(played, LIMITS).search(depth -> {}).nodes() > 0);
        engine.use(null);
        assertTrue(engine.prepare(opening(), LIMITS).search(depth -> {}).nodes() > 0);
    }
}
