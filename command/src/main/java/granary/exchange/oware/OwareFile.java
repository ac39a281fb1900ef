package granary.exchange.oware;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.InvalidRequestException;
import granary.builder.Monitor;
import granary.builder.file.ParallelOutput;
import granary.export.Export;
import granary.export.ExportFormat;
import granary.format.FileKind;
import granary.format.LayerTable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * The file of a layer: a header, then the values of its boards. A value is the number of a pair of codes, of what the mover and what the
 * opponent can force. To 24 seeds a code is the number of seeds; above, the numbers that decide no game of 48 seeds share the first code or
 * the last one.
 */
public final class OwareFile {
    /** The format. */
    public static final ExportFormat FORMAT = new ExportFormat(
            "oware",
            "files oware_nNNN.lh of the solution of oware by jh85: the bounds",
            FileKind.BOUNDS,
            "oware_n%03d.lh",
            true,
            OwareFile::content);

    static final Awari GAME = new Awari(OwareOrder.PITS, RuleSet.ABAPA);
    static final int MAX_SEEDS = 48;

    private static final byte[] MAGIC = "OWARELH1".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER = 56;
    private static final int HALF = MAX_SEEDS / 2;
    private static final int BYTE_VALUES = 1 << Byte.SIZE;
    /** The boards of a part: full bytes, whether a byte holds two or three of them or eight boards some bytes. */
    private static final int PART = 3 << 16;
    /** The modes, by their number in the header: so many boards in a byte, so many bits for a board, two bytes for a board. */
    private static final int DIGITS = 0;

    private static final int BITS = 1;
    private static final int SHORTS = 2;

    private final int seeds;
    private final OwareOrder order;
    /** The number of seeds whose code is 0. */
    private final int least;

    private final int codes;
    private final int pairs;
    private final int mode;
    /** The boards in a byte, at least 1. */
    private final int digits;
    /** The bits that hold a value. */
    private final int bits;

    OwareFile(int seeds) {
        this.seeds = seeds;
        this.order = new OwareOrder(seeds);
        this.least = seeds <= HALF ? 0 : seeds - HALF - 1;
        this.codes = seeds <= HALF ? seeds + 1 : MAX_SEEDS + 3 - seeds;
        this.pairs = pairs(codes - 1);
        this.digits = pairs * pairs * pairs <= BYTE_VALUES ? 3 : pairs * pairs <= BYTE_VALUES ? 2 : 1;
        this.bits = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(pairs - 1));
        this.mode = pairs > BYTE_VALUES ? SHORTS : digits == 1 && bits < Byte.SIZE ? BITS : DIGITS;
    }

    private static ExportFormat.Content content(Export export) {
        OwareSolution.checkGame(export.database().game());
        export.refuseDistances("the solution of oware has none");
        int seeds = export.layer();
        if (seeds > MAX_SEEDS) {
            throw new InvalidRequestException("the solution of oware ends at " + MAX_SEEDS + " seeds");
        }
        if (!export.database().boundsLayers().contains(seeds)) {
            throw OwareSolution.missing(export.database(), " of layer " + seeds);
        }
        LayerTable bounds = export.database().pairs(seeds);
        return out -> new OwareFile(seeds)
                .content(bounds, export.threads(), export.listener())
                .writeTo(out);
    }

    /** Returns the number of pairs whose sum is at most a number. */
    private static int pairs(int sum) {
        return (sum + 1) * (sum + 2) / 2;
    }

    /**
     * Returns all bytes.
     *
     * @param bounds the layer's bounds
     */
    ExportFormat.Content content(LayerTable bounds, int threads, Monitor monitor) {
        short[] values = values();
        return out -> {
            out.write(header());
            ParallelOutput.write(out::write, threads, monitor, (order.size() + PART - 1) / PART, (worker, number) -> {
                long from = number * PART;
                int[] boards = boards(bounds, from, (int) Math.min(PART, order.size() - from));
                for (int i = 0; i < boards.length; i++) {
                    boards[i] = values[boards[i]];
                }
                monitor.advance(boards.length);
                return pack(boards);
            });
            out.write(new byte[mode == BITS ? Short.BYTES : 0]);
        };
    }

    private byte[] header() {
        ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
        header.put(MAGIC).putInt(seeds).putInt(least).putInt(codes).putInt(pairs);
        header.putInt(mode).putInt(digits).putInt(bits).putInt(0);
        long bytes = mode == BITS ? bytes(order.size()) + Short.BYTES : bytes(order.size());
        return header.putLong(order.size()).putLong(bytes).array();
    }

    private long bytes(long boards) {
        return switch (mode) {
            case DIGITS -> (boards + digits - 1) / digits;
            case BITS -> (boards * bits + Byte.SIZE - 1) / Byte.SIZE;
            default -> boards * Short.BYTES;
        };
    }

    /** Returns the values by the pairs of Granary's files. */
    short[] values() {
        short[] values = new short[Math.max(2, pairs(seeds))];
        for (int sum = 0; sum <= seeds; sum++) {
            for (int mover = 0; mover <= sum; mover++) {
                int both = code(mover) + code(sum - mover);
                values[pairs(sum - 1) + mover] = (short) (pairs(both - 1) + code(mover));
            }
        }
        return values;
    }

    private int code(int forced) {
        return Math.clamp(forced - least, 0, codes - 1);
    }

    /** Returns the pairs of some boards in the order of the file. */
    private int[] boards(LayerTable bounds, long from, int count) {
        int[] boards = new int[count];
        int[] at = {0};
        order.visit(from, from + count, (first, ranks, begin, end) -> {
            int[] run = new int[ranks.length];
            bounds.values(first, run.length, run, 0);
            for (int i = begin; i < end; i++) {
                boards[at[0]++] = run[ranks[i]];
            }
        });
        return boards;
    }

    private byte[] pack(int[] values) {
        byte[] bytes = new byte[(int) bytes(values.length)];
        for (int i = 0; i < values.length; i++) {
            switch (mode) {
                case DIGITS -> {
                    int unit = i % digits == 0 ? 1 : i % digits == 1 ? pairs : pairs * pairs;
                    bytes[i / digits] += (byte) (unit * values[i]);
                }
                case BITS -> {
                    long bit = (long) i * bits;
                    int shifted = values[i] << bit % Byte.SIZE;
                    bytes[(int) (bit / Byte.SIZE)] |= (byte) shifted;
                    if (shifted >= BYTE_VALUES) {
                        bytes[(int) (bit / Byte.SIZE) + 1] |= (byte) (shifted >> Byte.SIZE);
                    }
                }
                default -> {
                    bytes[2 * i] = (byte) values[i];
                    bytes[2 * i + 1] = (byte) (values[i] >> Byte.SIZE);
                }
            }
        }
        return bytes;
    }
}
