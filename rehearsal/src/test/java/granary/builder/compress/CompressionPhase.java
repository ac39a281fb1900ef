package granary.builder.compress;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.builder.Monitor;
import granary.builder.compress.training.Training;
import granary.builder.file.Disk;
import granary.compressed.CompressedTable;
import granary.compressed.Model;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.plain.Boards;
import granary.plain.Inputs;
import granary.rehearsal.Phase;
import granary.rehearsal.Stage;
import granary.storage.Access;
import granary.storage.DirectorySource;
import granary.storage.Storage;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Synthetic scores are encoded, written and decoded again, part by part, in a file with holes in place of the other parts. Then scores
 * that are not stored are worked out from their moves, in some rows.
 */
public final class CompressionPhase implements Phase {
    /** Positions of other phases for one whose row is worked out. */
    private static final int SHARE = 512;
    /** Positions of a row: some wait for one another. */
    private static final int RUN = 24;
    /** Blocks of a page that is left out: as many as pages of large layers hold. */
    private static final int LEFT_OUT = 50;

    @Override
    public void run(Stage stage) throws IOException {
        if (!CompressedTable.isPossible(stage.awari)) {
            return;
        }
        check(stage);
        stage.clear();
    }

    private static void check(Stage stage) throws IOException {
        SideMoves sides = new SideMoves(stage.awari);
        LayerCompression compression = LayerCompression.of(stage.files, stage.seeds);
        long[] parts = stage.pieces(
                13, 2 * stage.positions / LayerCompression.PART, stage.shape.positions(), LayerCompression.PART);
        for (long part : parts) {
            stage.database.scores(stage.seeds).fill(part * LayerCompression.PART, count(stage, part));
        }
        byte[] model = CompressedPhase.model(stage, Training.UNITS);
        Path path = stage.directory.resolve(FileKind.COMPRESSED.fileName(stage.seeds));
        try (CompressedWriter writer = compression.writer(path, model)) {
            Model parsed = Model.parse(stage.awari.cells(), stage.seeds, Training.UNITS, model);
            BlockEncoder encoder = new BlockEncoder(stage.awari, stage.seeds, parsed);
            int[] scores = new int[LayerCompression.PART];
            for (long part : parts) {
                leaveOut(writer, part * LayerCompression.PART_BLOCKS);
                writer.add(compression.encode(encoder, scores, part, Monitor.SILENT));
            }
            Manifest.Entry entry = writer.finish();
            Path file = Disk.temporary(path);
            DirectorySource directory = new DirectorySource(file.getParent(), Access.MAPPED);
            try (Storage storage = directory.open(file.getFileName().toString())) {
                stage.equal("length of the compressed file", entry.length(), storage.length());
                CompressedHeader header = storage.parse(
                        0,
                        CompressedHeader.LENGTH,
                        page -> CompressedHeader.parse(file.toString(), page, storage.length()));
                CompressedTable table =
                        new CompressedTable(file.toString(), storage, header, stage.awari, true, layer -> null);
                MemorySegment memory = stage.values.segment();
                LayerDecompression decompression = new LayerDecompression(
                        stage.awari, sides, table, stage.files, memory, stage.pool, Monitor.SILENT);
                stage.pool.run(parts.length, (worker, i) -> decode(stage, decompression, parts[(int) i]));
                stage.values.clear();
                derive(stage, decompression);
            }
        }
    }

    /** Goes on with a block as if those before it were written. The file has a hole in place of their pages. */
    private static void leaveOut(CompressedWriter writer, long block) throws IOException {
        if (block == writer.blocks + writer.pageBlocks) {
            return;
        }
        if (writer.pageBlocks > 0) {
            writer.endPage();
        }
        long end = writer.written + writer.filled;
        while (writer.blocks < block) {
            writer.list((int) Math.min(LEFT_OUT, block - writer.blocks));
            end += CompressedHeader.PAGE;
        }
        Arrays.fill(writer.segment, writer.filled, writer.segment.length, (byte) 0);
        if (writer.filled > 0 && end >= writer.written + writer.segment.length) {
            writer.filled = writer.segment.length;
            writer.endSegment();
            Arrays.fill(writer.segment, (byte) 0);
        }
        long whole = (end - writer.written) / writer.segment.length;
        writer.digests.writeBytes(new byte[32 * (int) whole]);
        writer.written += whole * writer.segment.length;
        writer.filled = (int) (end - writer.written);
    }

    private static long count(Stage stage, long part) {
        return Math.min(LayerCompression.PART, stage.shape.positions() - part * LayerCompression.PART);
    }

    private static void decode(Stage stage, LayerDecompression decompression, long part) {
        long from = part * LayerCompression.PART;
        long to = from + count(stage, part);
        decompression.decode(from, to);
        for (long at = from; at < to; at++) {
            int expected = Inputs.isStored(stage.board(at)) ? digit(stage, at) : none(stage);
            stage.equal("digit at rank " + at, expected, stage.values.segment().get(JAVA_BYTE, at));
        }
        stage.compared(to - from, to - 1);
    }

    private static int digit(Stage stage, long rank) {
        return stage.database.scores(stage.seeds).value(rank) + stage.seeds;
    }

    private static int none(Stage stage) {
        return 2 * stage.seeds + 1;
    }

    private static void derive(Stage stage, LayerDecompression rows) {
        long[] ranks = stage.ranks(14, stage.positions / SHARE);
        int[][] expected = new int[ranks.length][];
        stage.pool.run(ranks.length, (worker, i) -> expected[(int) i] = fill(stage, ranks[(int) i]));
        stage.pool.run(ranks.length, (worker, number) -> {
            int i = (int) number;
            for (int k = 0; k < expected[i].length; k++) {
                long at = ranks[i] + k;
                derive(rows, stage.board(at));
                int found = stage.values.segment().get(JAVA_BYTE, at) - stage.seeds;
                stage.equal("score worked out at rank " + at, expected[i][k], found);
            }
            stage.compared(expected[i].length, ranks[i]);
        });
    }

    /** Works out the scores of a board, and of those of its row that agree in the common pits. */
    private static void derive(LayerDecompression decompression, int... board) {
        LayerDecompression.Rows rows = decompression.new Rows();
        System.arraycopy(board, 0, rows.board, 0, board.length);
        int pits = board.length / 2;
        int last = pits - 1 - LayerDecompression.common(pits).length / 2;
        Arrays.fill(rows.board, 0, last + 1, 0);
        rows.row(last, Arrays.stream(board, 0, last + 1).sum());
        rows.deriveWaiting();
    }

    private static int[] opponent(Stage stage, long rank) {
        return Arrays.copyOfRange(stage.board(rank), stage.awari.pits(), stage.awari.cells());
    }

    /** Returns the scores of some positions of a row from a rank on, and writes what they are worked out from. */
    private static int[] fill(Stage stage, long rank) {
        int[] opponent = opponent(stage, rank);
        int[] scores = new int[RUN];
        for (int k = 0; k < RUN; k++) {
            if (rank + k == stage.shape.positions() || !Arrays.equals(opponent, opponent(stage, rank + k))) {
                return Arrays.copyOf(scores, k);
            }
            scores[k] = CompressedPhase.score(stage, stage.board(rank + k), (board, isStored) -> {
                long at = Boards.rank(board);
                int digit = isStored ? digit(stage, at) : none(stage);
                stage.values.segment().set(JAVA_BYTE, at, (byte) digit);
            });
        }
        return scores;
    }
}
