package granary.database;

import granary.error.ReadFaultException;
import granary.format.LayerHeader;
import granary.format.LayerTable;
import granary.format.Manifest;
import granary.format.Packing;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.function.IntUnaryOperator;

/**
 * Looks up until the code is compiled, cuts the file of layer 10 short behind its own back, and goes on: each lookup
 * must give the true score or the reader's exception, whichever way it is asked.
 */
final class TruncationChild {
    private static final int LAYER = 10;
    private static final int COUNT = 4096;
    private static final int PAGE = 4096;
    private static final int AROUND = 200;

    private final Database database = Database.open(Path.of(""));
    private final LayerTable table = database.table(LAYER);
    private final Batch batch = database.batch();
    private final long[] ranks =
            new Random(1).longs(COUNT, 0, table.positions()).toArray();
    private final int[] boards = new int[12 * COUNT];
    private final int[] expected = new int[COUNT];
    private final int[] scores = new int[COUNT];
    private final int[] all = new int[(int) table.positions()];

    private TruncationChild() {
        table.values(0, all.length, all, 0);
        int[] board = new int[12];
        for (int i = 0; i < COUNT; i++) {
            expected[i] = table.value(ranks[i]);
            database.game().unrank(LAYER, ranks[i], board);
            System.arraycopy(board, 0, boards, 12 * i, 12);
        }
    }

    /** Prints two words when all went well, and otherwise what went wrong. */
    public static void main(String[] arguments) throws IOException {
        System.out.println(new TruncationChild().run());
    }

    private String run() throws IOException {
        for (int i = 0; i < 300; i++) {
            byBoard();
            byRank();
            inBatches();
            inOrder();
        }
        Path file = Path.of(Manifest.fileName(LAYER));
        byte[] whole = Files.readAllBytes(file);
        Packing packing = Packing.of(-LAYER, LAYER);
        // What lies behind the cut reads as zeros up to the end of its page, and not at all from there on: behind a
        // group; inside the group that follows, which is then read in part, byte by byte; and between two pages, where
        // a group is read in part and faults in part.
        long behindAGroup = LayerHeader.LENGTH + packing.groupBytes(12_000L * packing.digits());
        for (int cut = 0; cut < Long.BYTES; cut++) {
            lookUpBehind(file, behindAGroup - cut, packing);
        }
        for (int pages = 16; pages > 16 - Long.BYTES; pages--) {
            lookUpBehind(file, (long) pages * PAGE, packing);
        }
        Files.write(file, whole);
        return "lived on";
    }

    /**
     * Cuts the file and looks up what is left and what is gone.
     *
     * @param length the file's new length
     * @param packing tells how many scores are whole
     */
    private void lookUpBehind(Path file, long length, Packing packing) throws IOException {
        long left = 8 * (length - LayerHeader.LENGTH) / packing.bits() * packing.digits();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(length);
        }
        mustFault("board", this::byBoard);
        mustFault("rank", this::byRank);
        mustFault("batch", this::inBatches);
        for (int i = 0; i < 300; i++) {
            int first = 12 * i;
            mustFault("small batch", () -> batch.scores(boards, first, 100, scores, 0));
        }
        mustFault("order", this::inOrder);
        oneByOne("one board", k -> database.score(boards, 12 * k));
        oneByOne("one rank", k -> table.value(ranks[k]));
        for (long rank = left - AROUND; rank < left + AROUND; rank++) {
            long at = rank;
            if (rank < left) {
                isFault("a rank before the cut", k -> table.value(at), 0, all[(int) at]);
            } else {
                mustFault("a rank behind the cut", () -> table.value(at));
            }
        }
        database.score(new int[] {9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    }

    private void byBoard() {
        for (int i = 0; i < COUNT; i++) {
            scores[i] = database.score(boards, 12 * i);
        }
        compare("board");
    }

    private void byRank() {
        for (int i = 0; i < COUNT; i++) {
            scores[i] = table.value(ranks[i]);
        }
        compare("rank");
    }

    private void inBatches() {
        batch.scores(boards, 0, COUNT, scores, 0);
        compare("batch");
    }

    private void inOrder() {
        int[] read = new int[all.length];
        table.values(0, read.length, read, 0);
        for (int i = 0; i < COUNT; i++) {
            scores[i] = read[(int) ranks[i]];
        }
        compare("order");
    }

    private void compare(String how) {
        if (!java.util.Arrays.equals(expected, scores)) {
            throw new IllegalStateException("a wrong score by " + how);
        }
    }

    private static void mustFault(String how, Runnable lookups) {
        try {
            lookups.run();
        } catch (ReadFaultException e) {
            return;
        }
        throw new IllegalStateException("no fault by " + how);
    }

    private void oneByOne(String how, IntUnaryOperator lookup) {
        int faults = 0;
        for (int i = 0; i < COUNT; i++) {
            faults += isFault(how, lookup, i, expected[i]) ? 1 : 0;
        }
        if (faults < COUNT / 4 || faults == COUNT) {
            throw new IllegalStateException(faults + " faults of " + COUNT + " by " + how);
        }
    }

    private static boolean isFault(String how, IntUnaryOperator lookup, int place, int score) {
        try {
            if (lookup.applyAsInt(place) != score) {
                throw new IllegalStateException("a wrong score by " + how);
            }
            return false;
        } catch (ReadFaultException e) {
            return true;
        }
    }
}
