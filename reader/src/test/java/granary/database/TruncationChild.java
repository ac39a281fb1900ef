package granary.database;

import granary.error.ReadFaultException;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.ScoreTable;
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

    private final Database database = Database.open(Path.of(""));
    private final ScoreTable table = database.table(LAYER);
    private final Batch batch = database.batch();
    private final long[] offsets =
            new Random(1).longs(COUNT, 0, table.positions()).toArray();
    private final int[] boards = new int[12 * COUNT];
    private final int[] expected = new int[COUNT];
    private final int[] scores = new int[COUNT];

    private TruncationChild() {
        int[] board = new int[12];
        for (int i = 0; i < COUNT; i++) {
            expected[i] = table.score(offsets[i]);
            database.game().unrank(LAYER, offsets[i], board);
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
            byOffset();
            inBatches();
            inOrder();
        }
        Path file = Path.of(Manifest.fileName(LAYER));
        byte[] whole = Files.readAllBytes(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            // In the middle of a page, behind a whole group: its rest reads as zeros, the pages behind it not at all.
            int groups = (1 << 16) / table().bytes();
            channel.truncate(LayerHeader.LENGTH + (long) groups * table().bytes());
        }
        for (int i = 0; i < 20; i++) {
            mustFault("board", this::byBoard);
            mustFault("offset", this::byOffset);
            mustFault("batch", this::inBatches);
            mustFault("order", this::inOrder);
            mustFault("load", () -> database.load(java.util.List.of(LAYER)));
            oneByOne("one board", k -> database.score(boards, 12 * k));
            oneByOne("one offset", k -> table.score(offsets[k]));
            database.score(new int[] {9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        }
        Files.write(file, whole);
        return "lived on";
    }

    private granary.format.Packing table() {
        return granary.format.Packing.of(-LAYER, LAYER);
    }

    private void byBoard() {
        for (int i = 0; i < COUNT; i++) {
            scores[i] = database.score(boards, 12 * i);
        }
        compare("board");
    }

    private void byOffset() {
        for (int i = 0; i < COUNT; i++) {
            scores[i] = table.score(offsets[i]);
        }
        compare("offset");
    }

    private void inBatches() {
        batch.scores(boards, 0, COUNT, scores, 0);
        compare("batch");
    }

    private void inOrder() {
        int[] all = new int[(int) table.positions()];
        table.scores(0, all.length, all, 0);
        for (int i = 0; i < COUNT; i++) {
            scores[i] = all[(int) offsets[i]];
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
            try {
                if (lookup.applyAsInt(i) != expected[i]) {
                    throw new IllegalStateException("a wrong score by " + how);
                }
            } catch (ReadFaultException e) {
                faults++;
            }
        }
        if (faults < COUNT / 4 || faults == COUNT) {
            throw new IllegalStateException(faults + " faults of " + COUNT + " by " + how);
        }
    }
}
