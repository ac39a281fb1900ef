package granary.rehearsal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.builder.memory.BufferPool;
import granary.builder.memory.PoolPages;
import granary.builder.memory.WorkingArray;
import granary.builder.sweep.kernel.KernelChoice;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.kernel.TileKernels;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.partition.LayerPartition;
import granary.builder.sweep.partition.PartitionNeeds;
import granary.builder.sweep.partition.PartitionPageOrder;
import granary.builder.sweep.partition.PartitionPlaces;
import granary.builder.sweep.partition.PartitionRows;
import granary.plain.Boards;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Builds that hold only partitions of the layer, out of core and on a cluster: the places of the partitions' bytes, the values that they
 * need of others, the counts of their rows, and tiles in pages of a file in another order.
 */
final class PartitionsPhase implements Phase {
    /** Positions of the other phases for one here: each is looked for among all runs of its partition. */
    private static final int SHARE = 2048;

    private static final int MOST_PARTS = 200;
    private static final int MOST_TILES = 48;
    private static final long BUDGET = 1L << 28;

    @Override
    public void run(Stage stage) throws IOException {
        KernelChoice machine = KernelChoice.of(KernelChoice.onThisMachine().getLast());
        Kernels kernels = machine.kernels(1);
        SweepLayer layer = stage.layer(kernels);
        long bytes = Math.max(1, stage.shape.positions() / MOST_PARTS);
        List<LayerPartition> partitions = LayerPartition.cut(stage.shape, bytes);
        long[] ranks = stage.ranks(6, Math.max(64, stage.positions / SHARE));
        comparePlaces(stage, layer, partitions, ranks);
        compareRows(stage, partitions, ranks);
        sweepPages(stage, layer.blocks, kernels);
    }

    /** Some bytes of an array, and where they are in a partition's file. */
    private record Run(long array, long file, long bytes) {
        boolean has(long place) {
            return place >= array && place < array + bytes;
        }
    }

    private static void comparePlaces(Stage stage, SweepLayer layer, List<LayerPartition> partitions, long[] ranks) {
        PartitionPlaces places = new PartitionPlaces(stage.shape);
        long[] sum = {0, 0};
        for (LayerPartition partition : partitions) {
            places.values(partition, (array, file, bytes) -> sum[0] += bytes);
            places.conversions(partition, (array, file, bytes) -> sum[1] += bytes);
        }
        stage.equal("bytes of the values of all partitions", stage.places.bytes(), sum[0]);
        stage.equal("bytes of the conversion values of all partitions", stage.places.bytes(), sum[1]);
        stage.pool.run(ranks.length, (worker, i) -> {
            int[] board = stage.board(ranks[(int) i]);
            comparePlaces(stage, layer, places, partitions, board);
            stage.compared(1, stage.places.value(board));
        });
    }

    private static void comparePlaces(
            Stage stage, SweepLayer layer, PartitionPlaces places, List<LayerPartition> partitions, int[] board) {
        int pits = stage.awari.pits();
        int moverSeeds = stage.places.moverSeeds(board);
        int mover = PlainPlaces.side(board, 0, pits);
        int opponent = PlainPlaces.side(board, pits, pits);
        List<LayerPartition> owners = partitions.stream()
                .filter(partition -> partition.has(moverSeeds, mover, opponent))
                .toList();
        stage.equal("number of partitions that have", board, 1, owners.size());
        LayerPartition partition = owners.getFirst();
        Run value = find(stage.places.value(board), visitor -> places.values(partition, visitor));
        Run conversion = find(stage.places.conversion(board), visitor -> places.conversions(partition, visitor));
        stage.check(value != null && conversion != null, partition + " has no place for " + Arrays.toString(board));
        long file = value.file + stage.places.value(board) - value.array;
        stage.check(file >= 0 && file < places.bytes(partition), partition + " has place " + file + " of its file");
        PartitionNeeds needs = new PartitionNeeds(stage.shape, layer.blocks, List.of(partition));
        stage.play(board, successor -> {
            long place = stage.places.value(successor);
            boolean[] found = {false};
            needs.values(stage.shape, (at, bytes) -> found[0] |= place >= at && place < at + bytes);
            stage.check(found[0], partition + " does not need place " + place);
        });
    }

    /** Returns the run that has a place; null when none or several do. */
    private static Run find(long place, Consumer<PartitionPlaces.RunVisitor> runs) {
        Run[] found = {null};
        int[] count = {0};
        runs.accept((array, file, bytes) -> {
            Run run = new Run(array, file, bytes);
            if (run.has(place)) {
                found[0] = run;
                count[0]++;
            }
        });
        return count[0] == 1 ? found[0] : null;
    }

    /** Goes through the rows of the file and counts what the partitions have of them. */
    private static void compareRows(Stage stage, List<LayerPartition> partitions, long[] ranks) {
        PartitionRows rows = new PartitionRows(stage.shape, partitions);
        int pits = stage.awari.pits();
        long[] counted = new long[partitions.size()];
        long all = Boards.count(pits + 1, stage.seeds);
        long first = 0;
        int next = 0;
        for (long i = 0; i < all && next < ranks.length; i++) {
            int[] row = Boards.board(pits + 1, stage.seeds, i);
            long end = first + stage.places.sides(row[0]);
            long[] before = counted.clone();
            add(stage, partitions, row, counted);
            if (ranks[next] < end) {
                long rank = ranks[next];
                same(stage, "rows before rank " + rank, before, rows.before(rank));
                same(stage, "rows to rank " + rank, counted, rows.to(rank));
                stage.compared(partitions.size(), rank);
            }
            while (next < ranks.length && ranks[next] < end) {
                next++;
            }
            first = end;
        }
    }

    private static void same(Stage stage, String what, long[] expected, long[] actual) {
        for (int i = 0; i < expected.length; i++) {
            stage.equal(what + " of partition " + i, expected[i], actual[i]);
        }
    }

    /** Adds what the partitions have of a row: all positions with an opponent's side. */
    private static void add(Stage stage, List<LayerPartition> partitions, int[] row, long[] counted) {
        int tile = PlainPlaces.side(row, 1, stage.awari.pits()) / Tile.WIDTH;
        int mine = row[0];
        int others = stage.seeds - mine;
        for (int i = 0; i < counted.length; i++) {
            LayerPartition partition = partitions.get(i);
            if (partition.fewer() == Math.min(mine, others)) {
                long movers = stage.places.sides(mine);
                if (mine >= others) {
                    counted[i] += tile >= partition.fromTile() && tile < partition.toTile() ? movers : 0;
                } else {
                    counted[i] += Math.min(movers, partition.toTile() * 64L) - partition.fromTile() * 64L;
                }
            }
        }
    }

    /** Evaluates tiles whose pages a buffer pool brings from a file, and compares what it writes back. */
    private static void sweepPages(Stage stage, MoverBlock[] blocks, Kernels kernels) throws IOException {
        long array = stage.places.bytes();
        int page = PoolPages.pageBytes(2 * array);
        PartitionPageOrder order = new PartitionPageOrder(stage.shape, true);
        long length = PoolPages.fileBytes(2 * array, page);
        int[] slots = order.places(page, Math.toIntExact(length / page));
        BitSet taken = new BitSet();
        Arrays.stream(slots).forEach(taken::set);
        stage.equal("places of pages", slots.length, taken.cardinality());
        stage.equal("last place of a page", slots.length - 1L, taken.length() - 1L);
        List<Tile> tiles = Tile.sample(stage, stage.positions / Tile.SIZE);
        int step = Math.max(1, tiles.size() / MOST_TILES);
        for (int i = 0; i < tiles.size(); i += step) {
            try (SparseFile file = new SparseFile(stage.directory.resolve("pool"), BufferPool.HEADER + length)) {
                sweepPages(stage, blocks[tiles.get(i).moverSeeds()], kernels, tiles.get(i), file, slots, page, order);
            }
        }
    }

    private static void sweepPages(
            Stage stage,
            MoverBlock block,
            Kernels kernels,
            Tile tile,
            SparseFile file,
            int[] slots,
            int page,
            PartitionPageOrder order)
            throws IOException {
        long array = stage.places.bytes();
        PlainPlaces places = stage.places;
        BitSet needed = new BitSet();
        PageBytes bytes = (place, value) -> {
            int number = Math.toIntExact(place / page);
            needed.set(number);
            file.segment().set(JAVA_BYTE, BufferPool.HEADER + (long) slots[number] * page + place % page, value);
        };
        byte[] expected = new byte[Tile.SIZE];
        BitSet own = new BitSet();
        tile.forEach(places, (mover, opponent, board) -> {
            long place = tile.value(places, mover, opponent);
            long conversionAt = tile.conversion(places, mover, opponent);
            int[] best = {stage.conversion(conversionAt)};
            bytes.set(place, stage.value(place));
            bytes.set(array + conversionAt, stage.conversion(conversionAt));
            own.set(Math.toIntExact(place / page));
            stage.play(board, successor -> {
                long after = places.value(successor);
                bytes.set(after, stage.value(after));
                best[0] = Math.max(best[0], stage.value(after));
            });
            expected[opponent * Tile.WIDTH + mover] = (byte) -best[0];
        });
        long budget = Math.max(BUDGET, (long) needed.cardinality() * page);
        try (BufferPool pages = new BufferPool(file.path, 2 * array, budget, page, order, null, () -> {})) {
            tile.forEach(places, (mover, opponent, board) -> {
                long place = tile.value(places, mover, opponent);
                stage.equal(
                        "page of the value", board, place / page, pages.pages().page(place));
            });
            pages.load(needed, List.of());
            WorkingArray values = pages.array(0);
            TileKernels kernel = kernels.make(true);
            kernel.evaluate(block, values, pages.array(array), tile.moverTile(), tile.opponentTile());
            kernel.store(values, tile.value(places, 0, 0), tile.opponents(places), false);
            pages.changed(own);
        }
        tile.forEach(places, (mover, opponent, board) -> {
            long place = tile.value(places, mover, opponent);
            long at = BufferPool.HEADER + (long) slots[(int) (place / page)] * page + place % page;
            stage.equal(
                    "value in the file of a buffer pool",
                    board,
                    expected[opponent * Tile.WIDTH + mover],
                    file.segment().get(JAVA_BYTE, at));
            stage.compared(1, at);
        });
    }

    /** Takes a byte of the buffers. */
    private interface PageBytes {
        void set(long place, byte value);
    }
}
