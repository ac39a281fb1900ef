package granary.builder.compress;

import granary.compressed.BlockDecoder;
import granary.compressed.BlockWalk;
import granary.compressed.CompressedTable;
import granary.compressed.Model;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.plain.Boards;
import granary.plain.Inputs;
import granary.plain.Rules;
import granary.rehearsal.Phase;
import granary.rehearsal.SparseFile;
import granary.rehearsal.Stage;
import granary.rehearsal.SyntheticFile;
import granary.storage.Access;
import granary.storage.DirectorySource;
import granary.storage.Storage;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;

/**
 * Compressed layers: a file of the true length whose model is made up. Blocks of the synthetic scores are encoded and put into pages, which
 * lookups find by index and directory; positions that are not stored take the scores of their moves, those of lower layers packed.
 */
public final class CompressedPhase implements Phase {
    /** Positions for one that is looked up: it takes a page of its own, and so do those after its moves. */
    private static final int SHARE = 256;

    private static final int UNITS = 2;

    @Override
    public void run(Stage stage) throws IOException {
        if (!CompressedTable.isPossible(stage.awari)) {
            return; // larger boards cannot be compressed
        }
        try (Compressed compressed = new Compressed(stage)) {
            compressed.compare(stage.ranks(9, stage.positions / SHARE));
        }
        stage.clear();
    }

    /** Returns a model of numbers by chance, whose tree is balanced. */
    static byte[] model(Stage stage, int units) {
        return CompressedLayers.randomModel(stage.awari.cells(), stage.seeds, units, stage.random(11, 0, 1L << 32))
                .bytes();
    }

    /** Takes a position of the layer whose score is read. */
    interface Read {
        void visit(int[] board, boolean isStored);
    }

    /** Returns the score of a position by the plain rules, of those that it rests on: made up where it is stored, or packed. */
    static int score(Stage stage, int[] board, Read read) {
        int layer = Rules.seeds(board);
        SyntheticFile packed = stage.database.scores(layer);
        if (layer < stage.seeds) {
            packed.fill(Boards.rank(board), 1);
            return packed.value(Boards.rank(board));
        }
        boolean isStored = Inputs.isStored(board);
        read.visit(board, isStored);
        return isStored
                ? packed.value(Boards.rank(board))
                : stage.rules.moves(board).stream()
                        .mapToInt(move -> move.captured() - score(stage, move.board(), read))
                        .max()
                        .orElseGet(() -> stage.rules.scoreWithoutMove(board));
    }

    private static final class Compressed implements AutoCloseable {
        private final Stage stage;
        private final Model model;
        private final CompressedHeader header;
        private final SparseFile file;
        private final long blocks;
        private final Map<Long, Boolean> pages = new ConcurrentHashMap<>();
        private final Map<Long, Boolean> parts = new ConcurrentHashMap<>();

        Compressed(Stage stage) throws IOException {
            this.stage = stage;
            byte[] bytes = model(stage, UNITS);
            this.model = Model.parse(stage.awari.cells(), stage.seeds, UNITS, bytes);
            long positions = stage.shape.positions();
            this.blocks = (positions + BlockWalk.BLOCK - 1) / BlockWalk.BLOCK;
            CRC32C crc = new CRC32C();
            crc.update(bytes);
            this.header = new CompressedHeader(
                    stage.awari.identity(),
                    stage.seeds,
                    positions,
                    -stage.seeds,
                    UNITS,
                    bytes.length,
                    (int) crc.getValue(),
                    (blocks + 9) / 10,
                    stage.database.scores(stage.seeds).header.builtOn(),
                    stage.database.scores(stage.seeds).header.builtOn());
            Path path = stage.directory.resolve(FileKind.COMPRESSED.fileName(stage.seeds));
            this.file = new SparseFile(path, header.fileLength());
            put(0, header.toBytes());
            put(CompressedHeader.PAGE, bytes);
            for (long page = 0; page < header.pages(); page += CompressedHeader.INDEXED) {
                putEntry(header.indexOffset(), page / CompressedHeader.INDEXED, page);
            }
        }

        private void put(long at, byte... bytes) {
            MemorySegment.copy(bytes, 0, file.segment(), ValueLayout.JAVA_BYTE, at, bytes.length);
        }

        private void putEntry(long table, long entry, long page) {
            ByteBuffer number = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            put(
                    table + Integer.BYTES * entry,
                    number.putInt((int) firstBlock(page)).array());
        }

        /** Returns an entry of the directory: pages have 9 blocks first, and 11 at the end. */
        private long firstBlock(long page) {
            return Math.min(blocks, 9 * page + (long) ((double) page * page / header.pages()));
        }

        private long pageOf(long block) {
            long low = 0;
            for (long high = header.pages() - 1; low < high; ) {
                long middle = low + high + 1 >>> 1;
                boolean isBehind = firstBlock(middle) > block;
                low = isBehind ? low : middle;
                high = isBehind ? middle - 1 : high;
            }
            return low;
        }

        void compare(long... ranks) throws IOException {
            // A small file would be copied when it is opened, before its pages are filled.
            Access access = header.fileLength() > Access.SMALL ? Access.MAPPED : Access.POSITIONED;
            DirectorySource directory = new DirectorySource(file.path.getParent(), access);
            try (Storage storage = directory.open(file.path.getFileName().toString())) {
                CompressedTable[] own = new CompressedTable[1];
                own[0] = new CompressedTable(
                        file.path.toString(), storage, header, stage.awari, true, layer -> table(layer, own));
                stage.pool.run(ranks.length, (worker, i) -> compare(own[0], ranks[(int) i]));
            }
        }

        private LayerTable table(int layer, CompressedTable... own) {
            return layer == stage.seeds ? own[0] : stage.files.scores(layer).table();
        }

        private void compare(CompressedTable table, long rank) {
            int[] board = stage.board(rank);
            int score = score(stage, board, (read, isStored) -> {
                if (isStored) {
                    fill(Boards.rank(read) / BlockWalk.BLOCK);
                }
            });
            stage.equal("score", board, score, table.value(rank));
            long block = rank / BlockWalk.BLOCK;
            fill(block);
            byte[] digits = new byte[BlockWalk.BLOCK];
            int count = table.decode(block, digits);
            for (int i = 0; i < count; i++) {
                long at = block * BlockWalk.BLOCK + i;
                int expected = Inputs.isStored(stage.board(at))
                        ? stage.database.scores(stage.seeds).value(at) + stage.seeds
                        : 2 * stage.seeds + 1;
                stage.equal("digit at rank " + at, expected, digits[i]);
            }
            stage.compared(1 + count, rank);
        }

        /** Writes the page of a block, and the part of the directory that leads to it. */
        private void fill(long block) {
            long page = pageOf(block);
            parts.computeIfAbsent(page / CompressedHeader.INDEXED, this::fillPart);
            pages.computeIfAbsent(page, number -> {
                put(header.pagesOffset() + number * CompressedHeader.PAGE, page(number));
                return true;
            });
        }

        /** Returns true. */
        private boolean fillPart(long part) {
            long end = Math.min((part + 1) * CompressedHeader.INDEXED, header.pages());
            for (long page = part * CompressedHeader.INDEXED; page <= end; page++) {
                putEntry(header.directoryOffset(), page, page);
            }
            return true;
        }

        private byte[] page(long page) {
            BlockEncoder encoder = new BlockEncoder(stage.awari, stage.seeds, model);
            long first = firstBlock(page);
            int count = (int) (firstBlock(page + 1) - first);
            ByteBuffer out = ByteBuffer.allocate(CompressedHeader.PAGE).order(ByteOrder.LITTLE_ENDIAN);
            out.putShort(Integer.BYTES, (short) count).position(CompressedHeader.LENGTHS_AT + count);
            int[] scores = new int[BlockWalk.BLOCK];
            for (int i = 0; i < count; i++) {
                long from = (first + i) * BlockWalk.BLOCK;
                int positions = (int) Math.min(BlockWalk.BLOCK, header.positions() - from);
                for (int k = 0; k < positions; k++) {
                    scores[k] = stage.database.scores(stage.seeds).value(from + k);
                }
                int length = encoder.encode(first + i, scores, 0, positions);
                out.put(CompressedHeader.LENGTHS_AT + i, (byte) length);
                out.put(encoder.bytes(), 0, length == BlockDecoder.RAW ? positions : length);
            }
            return out.putInt(0, CompressedHeader.pageChecksum(header.name(), (int) first, out.array(), 0))
                    .array();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
