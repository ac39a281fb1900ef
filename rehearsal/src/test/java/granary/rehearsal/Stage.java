package granary.rehearsal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.awari.Awari;
import granary.builder.CheckFailedException;
import granary.builder.Monitor;
import granary.builder.WorkerPool;
import granary.builder.memory.WorkingArray;
import granary.builder.store.LayerFiles;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.layer.SideTables;
import granary.builder.sweep.layer.SweepLayer;
import granary.database.Listing;
import granary.format.FileKind;
import granary.plain.Boards;
import granary.plain.Rules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** Synthetic files and memory for the phases of a rehearsal, the plain rules, and the counts of comparisons. */
public final class Stage implements AutoCloseable {
    /** Stands for no conversion, as in the arrays. */
    public static final int NO_CONVERSION = -128;

    private static final long CONVERSIONS = -2;
    private static final long VALUES = -3;
    private static final long CODES = -4;
    private static final long CHOICES = -1000;

    public final Awari awari;

    public final Rules rules;
    public final int seeds;
    /** About how many positions a phase is to compare. */
    public final int positions;

    /** Holds the synthetic files, and a manifest. */
    public final Path directory;

    public final LayerShape shape;
    public final PlainPlaces places;
    public final WorkerPool pool;

    public final SyntheticDatabase database;
    /** The synthetic files; their checksums are not compared. */
    public final LayerFiles files;

    public final SparseFile values;
    public final SparseFile conversions;
    /** Codes of distances, laid out like values. */
    public final SparseFile distances;

    private final long seed;
    private final SideTables tables;

    private final LongAdder compared = new LongAdder();
    private final LongAccumulator largest = new LongAccumulator(Math::max, 0);

    public Stage(Awari awari, int seeds, int positions, long seed, Path directory) throws IOException {
        this.awari = awari;
        rules = Rules.valueOf(awari.rules().name());
        this.seeds = seeds;
        this.positions = positions;
        this.seed = seed;
        this.directory = directory;
        shape = new LayerShape(awari, seeds);
        places = new PlainPlaces(awari.pits(), seeds);
        equal("bytes of a working array", places.bytes(), shape.workingBytes());
        pool = new WorkerPool(Runtime.getRuntime().availableProcessors(), Monitor.SILENT);
        database = new SyntheticDatabase(directory, awari, seeds, seed);
        files = new LayerFiles(new Listing(directory), awari, false);
        values = new SparseFile(directory.resolve("values"), places.bytes());
        conversions = new SparseFile(directory.resolve("conversions"), places.bytes());
        distances = new SparseFile(directory.resolve("distances"), places.bytes());
        tables = new SideTables(awari);
    }

    /** Returns the layer with its tables for some kernels, in the synthetic memory. */
    public SweepLayer layer(Kernels kernels) {
        return new SweepLayer(
                shape,
                tables,
                pool,
                kernels,
                new WorkingArray(values.segment()),
                new WorkingArray(conversions.segment()));
    }

    /** Returns a number below a bound, taken by chance: always the same for the same question. */
    public long random(int question, long number, long bound) {
        return Long.remainderUnsigned(Synthetic.hash(seed, CHOICES - question, number), bound);
    }

    /** Returns the synthetic value at a place. */
    public byte value(long place) {
        return (byte) Synthetic.score(Synthetic.hash(seed, VALUES, place), seeds);
    }

    /** Returns the synthetic conversion value at a place: none at half of them. */
    public byte conversion(long place) {
        long hash = Synthetic.hash(seed, CONVERSIONS, place);
        return (byte) ((hash & 2) == 0 ? NO_CONVERSION : Synthetic.score(hash >>> 2, seeds));
    }

    /** Returns the synthetic code of a distance at a place. Where the score is 0, so is the distance. */
    public byte code(long place, int score) {
        return (byte) (score == 0 ? -128 : Synthetic.hash(seed, CODES, place));
    }

    public interface Successors {
        void visit(int[] board);
    }

    /**
     * Plays the moves of a position by the plain rules.
     *
     * @return the best that a capture or the end of the game brings, {@link #NO_CONVERSION} if there is none
     */
    public int play(int[] board, Successors inside) {
        List<Rules.Move> moves = rules.moves(board);
        if (moves.isEmpty()) {
            return rules.scoreWithoutMove(board);
        }
        int best = NO_CONVERSION;
        for (Rules.Move move : moves) {
            int captured = move.captured();
            if (places.moverSeeds(move.board()) == 0) {
                best = Math.max(best, captured - rules.scoreWithoutMove(move.board()));
            } else if (captured > 0) {
                best = Math.max(
                        best, captured - database.scores(seeds - captured).value(Boards.rank(move.board())));
            } else {
                inside.visit(move.board());
            }
        }
        return best;
    }

    /** A move: the seeds that it captures, and what it is worth to the mover by the synthetic scores. */
    public record Move(int captured, int worth) {}

    /** Returns the moves of a board by the plain rules, and writes the scores that they lead to, as {@link #score} does. */
    public List<Move> moves(boolean inChunks, int... board) {
        return rules.moves(board).stream()
                .map(move -> new Move(move.captured(), move.captured() - score(inChunks, move.board())))
                .toList();
    }

    /**
     * Returns the synthetic score of a board with as many seeds or fewer, and writes it, and in the layer its distance.
     *
     * @param inChunks whether to write whole chunks, with their checksums
     */
    public int score(boolean inChunks, int... board) {
        SyntheticFile file = database.scores(Rules.seeds(board));
        long rank = Boards.rank(board);
        write(file, inChunks, rank);
        if (file.header.layer() == seeds) {
            write(database.distances(), inChunks, rank);
        }
        return file.value(rank);
    }

    private static void write(SyntheticFile file, boolean inChunks, long rank) {
        if (inChunks) {
            file.fillChunks(rank);
        } else {
            file.fill(rank, 1);
        }
    }

    /** Returns the synthetic scores or distances of some positions of the layer, and writes them. */
    public int[] values(FileKind kind, long first, int count) {
        SyntheticFile file = kind == FileKind.SCORES ? database.scores(seeds) : database.distances();
        file.fill(first, count);
        int[] values = new int[count];
        Arrays.setAll(values, i -> file.value(first + i));
        return values;
    }

    public interface Visitor {
        /** Takes it: its board, which is reused, and its rank. */
        void visit(int[] board, long rank);
    }

    /** Visits the positions of the layer with some of the mover's sides, which are numbered in the order of the file. */
    public void forEach(int moverSeeds, long from, long to, Visitor visitor) {
        int pits = awari.pits();
        int[] board = new int[2 * pits];
        for (long opponent = 0; opponent < places.sides(seeds - moverSeeds); opponent++) {
            System.arraycopy(Boards.board(pits, seeds - moverSeeds, opponent), 0, board, pits, pits);
            for (long mover = from; mover < to; mover++) {
                System.arraycopy(Boards.board(pits, moverSeeds, mover), 0, board, 0, pits);
                visitor.visit(board, Boards.rank(board));
            }
        }
    }

    public int[] board(long rank) {
        return Boards.board(awari.cells(), seeds, rank);
    }

    /** Returns a number of ranks of the layer, ascending: ends, those around powers of two and the files' borders, others by chance. */
    public long[] ranks(int question, int count) {
        long size = shape.positions();
        TreeSet<Long> chosen = new TreeSet<>();
        int digits = database.scores(seeds).header.packing().digits();
        long bits = database.scores(seeds).header.packing().bits();
        for (int power = 0; power < 48; power++) {
            for (long at : new long[] {1L << power, 8 * (1L << power) / bits * digits}) {
                for (long near = at - 2; near <= at + 2; near++) {
                    chosen.add(near);
                    chosen.add(size - 1 - near);
                }
            }
        }
        chosen.removeIf(rank -> rank < 0 || rank >= size);
        for (int i = 0; chosen.size() < Math.min(count, size); i++) {
            chosen.add(random(question, i, size));
        }
        return chosen.stream().mapToLong(Long::longValue).toArray();
    }

    /**
     * Returns some of the pieces of a range, ascending: the first, the last, those at powers of two, and others by chance.
     *
     * @param most their number if the range has more
     * @param bytes the length of the range
     * @param length the length of a piece
     */
    public long[] pieces(int question, int most, long bytes, long length) {
        long all = (bytes - 1) / length + 1;
        TreeSet<Long> chosen = new TreeSet<>(List.of(0L, all - 1));
        for (int power = Integer.SIZE - 1; 1L << power < bytes; power++) {
            chosen.add((1L << power) / length);
        }
        for (int i = 0; chosen.size() < Math.min(most, all); i++) {
            chosen.add(random(question, i, all));
        }
        return chosen.stream().mapToLong(Long::longValue).toArray();
    }

    public void equal(String what, long expected, long actual) {
        if (expected != actual) {
            throw new CheckFailedException(what + ": expected " + expected + ", got " + actual);
        }
    }

    /** Fails unless two numbers that belong to a position are equal. */
    public void equal(String what, int[] board, long expected, long actual) {
        if (expected != actual) {
            throw new CheckFailedException(
                    what + " of " + Arrays.toString(board) + ": expected " + expected + ", got " + actual);
        }
    }

    public void check(boolean holds, String what) {
        if (!holds) {
            throw new CheckFailedException(what);
        }
    }

    /** Notes that a number of places was compared, the last of them at a rank. */
    public void compared(long count, long rank) {
        compared.add(count);
        largest.accumulate(rank);
    }

    /** Returns the number of positions compared since the last call. */
    public long takeCompared() {
        return compared.sumThenReset();
    }

    /** Returns the largest rank of a place that was compared since the last call. */
    public long takeLargest() {
        return largest.getThenReset();
    }

    /** Writes the synthetic value of a place into the array. */
    public void fillValue(long place) {
        values.segment().set(JAVA_BYTE, place, value(place));
    }

    /** Leaves nothing in files and memory. */
    public void clear() throws IOException {
        database.clear();
        values.clear();
        conversions.clear();
        distances.clear();
    }

    @Override
    public void close() throws IOException {
        files.close();
        values.close();
        conversions.close();
        distances.close();
        database.close();
    }
}
