package granary.engine;

import granary.awari.Awari;
import granary.database.Database;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Makes an opening book by drop-out expansion. The next position to expand is the end of the line that best play is the least far away
 * from: each move costs {@value #PLY} and what it gives away. To expand a position is to search the positions after all of its moves.
 *
 * <p>The file says what has been searched, and everything else follows from it. So a book that was interrupted goes on as if it had not
 * been, and with a limit of nodes the same book is made each time. Not safe for use by more than one thread.
 */
public final class BookMaker implements AutoCloseable {
    /** What a move costs beside what it gives away, in hundredths of a seed: a longer line may be as much better. */
    private static final int PLY = 50;

    /** The books that this process makes. To close a second channel of one of them would release its lock. */
    private static final Set<Path> MADE = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final Database database;
    private final Engine engine;
    private final Limits limits;
    private final Book book;
    private final FileChannel file;
    private final String start;

    /**
     * A position that lines of the book lead to.
     *
     * @param position its name
     * @param cost how far it is from best play
     */
    private record End(String position, long cost) {}

    /**
     * Begins a book, or goes on with an unfinished one, which nobody else may change until this is closed.
     *
     * @param database of awari; it must stay open
     * @param limits of the search of each position
     * @throws IOException when the file cannot be written
     * @throws granary.error.CorruptFileException when the file is not a book, or is damaged
     * @throws granary.error.WrongGameException when the book is of other rules
     * @throws IllegalArgumentException when the database is not of awari, or somebody else makes the book
     */
    public BookMaker(Path path, Database database, Limits limits) throws IOException {
        this.database = database;
        this.engine = new Engine(database, Engine.Aim.WIN);
        this.limits = limits;
        this.book = new Book((Awari) database.game());
        this.start = Book.name(
                new PlayedGame(database.game(), database.game().opening().orElseThrow()));
        this.path = path.toAbsolutePath().normalize();
        if (!MADE.add(this.path)) {
            throw inUse();
        }
        try {
            file = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            MADE.remove(this.path);
            throw e;
        }
        try {
            lock();
            // Not by its name: who closes another channel of a file loses his locks on it.
            int whole = book.read(path, Channels.newInputStream(file).readAllBytes());
            file.truncate(whole);
            file.position(whole);
            if (whole == 0) {
                write(book.firstLine());
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
        engine.resize(64);
    }

    private void lock() throws IOException {
        try {
            // Far behind the book: Windows lets nobody else read what is locked.
            FileLock lock = file.tryLock(Long.MAX_VALUE - 1, 1, false);
            if (lock != null) {
                return;
            }
        } catch (OverlappingFileLockException e) {
            // This process has it under another name.
        }
        throw inUse();
    }

    private IllegalArgumentException inUse() {
        return new IllegalArgumentException(path + " is in use by another process");
    }

    /** Returns the number of positions in the book. */
    public int size() {
        return book.size();
    }

    /**
     * Adds a position.
     *
     * @param isStopped ends the search; then nothing is added
     * @return whether one was added; if not, it was stopped, or no position is left to expand
     * @throws IOException when the file cannot be written
     */
    public boolean add(BooleanSupplier isStopped) throws IOException {
        Optional<String> next = book.contains(start) ? next() : Optional.of(start);
        if (next.isEmpty()) {
            return false;
        }
        int score = score(next.get(), isStopped);
        if (isStopped.getAsBoolean()) {
            return false;
        }
        write(book.add(next.get(), score));
        return true;
    }

    /** Returns the first position to search after the position to expand. */
    private Optional<String> next() {
        Map<String, Integer> values = new HashMap<>();
        PriorityQueue<End> ends =
                new PriorityQueue<>(Comparator.comparingLong(End::cost).thenComparing(End::position));
        HashSet<String> seen = new HashSet<>();
        ends.add(new End(start, 0));
        while (!ends.isEmpty()) {
            End end = ends.remove();
            if (!seen.add(end.position())) {
                continue;
            }
            if (book.isExpanded(end.position())) {
                int best = book.value(end.position(), values, new HashSet<>());
                for (Book.Successor after : book.successors(end.position())) {
                    int given = best + book.value(after.position(), values, new HashSet<>());
                    ends.add(new End(after.position(), end.cost() + PLY + Math.max(0, given)));
                }
            } else if (!isSettled(end.position())) {
                return book.successors(end.position()).stream()
                        .map(Book.Successor::position)
                        .filter(position -> !book.contains(position))
                        .findFirst();
            }
        }
        return Optional.empty();
    }

    private PlayedGame game(String position) {
        return Notation.anyPosition((Awari) database.game(), position);
    }

    /** Returns whether a search says all about a position: the game is over or certain, or the database holds the layer. */
    private boolean isSettled(String position) {
        PlayedGame played = game(position);
        return Math.abs(book.score(position)) >= Search.SETTLED
                || database.layers().contains(database.game().layer(played.now().position()))
                || engine.isOver(played);
    }

    private int score(String position, BooleanSupplier isStopped) {
        PlayedGame played = game(position);
        if (engine.isOver(played)) {
            int[] count = engine.finalCount(played);
            int difference = count[0] - count[1];
            return 100 * difference + Search.WIN * Integer.signum(difference);
        }
        engine.clear();
        Engine.Run run = engine.prepare(played, limits);
        run.pauseBy(() -> {
            if (isStopped.getAsBoolean()) {
                run.stop();
            }
        });
        return run.search(depth -> {}).score();
    }

    private void write(String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            file.write(bytes);
        }
        file.force(false);
    }

    @Override
    public void close() throws IOException {
        if (file.isOpen()) {
            try (file) {
                MADE.remove(path);
            }
        }
    }
}
