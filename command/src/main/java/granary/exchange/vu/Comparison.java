package granary.exchange.vu;

import granary.builder.Units;
import granary.builder.file.Disk;
import granary.error.DamagedFileException;
import granary.exchange.ForeignLayers.Findings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;

/** Receives the bytes that a file of the VU database should have, in order, and compares them with those that it has. Not thread-safe. */
final class Comparison extends OutputStream {
    /** The byte that stands for an unknown score. */
    static final byte NOT_AVAILABLE = 127;

    /** The number of differences to show. */
    private static final int DIFFERENCES = 10;

    private record Difference(long index, byte theirs, byte ours) {}

    private final Path path;
    private final int seeds;
    private final InputStream file;
    private long compared;
    private long notAvailable;
    private long different;
    /** Those of the lowest ranks: the file begins with the highest. */
    private final Deque<Difference> last = new ArrayDeque<>();

    /**
     * Makes a comparison.
     *
     * @param file the bytes of the file; not closed
     */
    Comparison(Path path, int seeds, InputStream file) {
        this.path = path;
        this.seeds = seeds;
        this.file = file;
    }

    /** Returns the exception for a file whose length does not fit the number of seeds. */
    static DamagedFileException wrongLength(Path path, int seeds, long length) {
        long expected = VuIndex.size(seeds);
        return new DamagedFileException(
                path.toString(),
                -1,
                expected + " bytes for " + seeds + " seeds",
                length + " bytes",
                length < expected ? "truncated, or compressed" : "not a file of the VU database");
    }

    @Override
    public void write(int ours) throws IOException {
        write(new byte[] {(byte) ours}, 0, 1);
    }

    /**
     * Compares the next bytes.
     *
     * @throws DamagedFileException when the file ends before, or a byte that differs is not a score
     * @throws IOException when the file cannot be read, with its path
     */
    @Override
    public void write(byte[] ours, int from, int count) throws IOException {
        byte[] theirs = read(count);
        for (int i = 0; i < theirs.length; i++) {
            if (theirs[i] != ours[from + i]) {
                differ(compared + i, theirs[i], ours[from + i]);
            }
        }
        compared += theirs.length;
        if (theirs.length < count) {
            throw wrongLength(path, seeds, compared);
        }
    }

    private byte[] read(int count) throws IOException {
        try {
            return file.readNBytes(count);
        } catch (IOException e) {
            throw Disk.named(path, e);
        }
    }

    private void differ(long index, byte theirs, byte ours) {
        if (theirs == NOT_AVAILABLE) {
            notAvailable++;
            return;
        }
        if (Math.abs(theirs) > seeds) {
            throw new DamagedFileException(
                    path.toString(),
                    index,
                    "a score from " + -seeds + " to " + seeds,
                    Byte.toString(theirs),
                    "damaged, or not a file of the VU database");
        }
        different++;
        last.add(new Difference(index, theirs, ours));
        if (last.size() > DIFFERENCES) {
            last.remove();
        }
    }

    /** Returns the findings. */
    Findings findings() {
        List<String> lines = new ArrayList<>();
        lines.add("  " + Units.count(compared - notAvailable) + " compared, " + Units.count(different) + " differ"
                + (notAvailable == 0 ? "" : ", " + Units.count(notAvailable) + " not available"));
        int[] board = new int[VuIndex.PITS];
        for (Iterator<Difference> lowestFirst = last.descendingIterator(); lowestFirst.hasNext(); ) {
            Difference one = lowestFirst.next();
            VuDatabase.GAME.unrank(seeds, VuIndex.rank(seeds, one.index), board);
            lines.add("  " + VuDatabase.GAME.notation().text(board) + ": theirs " + one.theirs + ", ours " + one.ours);
        }
        return new Findings(different, lines);
    }
}
