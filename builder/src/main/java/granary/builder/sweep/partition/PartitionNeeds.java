package granary.builder.sweep.partition;

import granary.builder.rows.Crossing;
import granary.builder.sweep.kernel.ArrayBlock;
import granary.builder.sweep.kernel.LayerShape;
import granary.builder.sweep.kernel.MoverBlock;
import granary.builder.sweep.table.MoveTable;
import granary.builder.sweep.table.Tiles;
import java.util.BitSet;
import java.util.List;

/**
 * The values that the moves of some {@link LayerPartition partitions} lead to: of each block of the values some strips with all their
 * lines, and some tiles of lines in all strips. Immutable.
 */
public final class PartitionNeeds {
    /** The strips that are read, by the seeds of the sides that are the columns of their block. */
    private final BitSet[] strips;
    /** The tiles of lines that are read of all strips, likewise. */
    private final BitSet[] tiles;

    /** Finds what several partitions need together. */
    public PartitionNeeds(LayerShape shape, MoverBlock[] blocks, List<LayerPartition> partitions) {
        strips = new BitSet[shape.seeds + 1];
        tiles = new BitSet[shape.seeds + 1];
        for (int x = 0; x <= shape.seeds; x++) {
            strips[x] = new BitSet();
            tiles[x] = new BitSet();
        }
        for (LayerPartition partition : partitions) {
            addStrips(blocks[partition.more()], partition);
            if (!partition.isSquare()) {
                addTiles(blocks[partition.fewer()], partition);
            }
        }
    }

    /** The mover has more seeds, and the opponent's sides belong to the partition: their columns are read with all lines. */
    private void addStrips(MoverBlock block, LayerPartition partition) {
        int end = Math.min(partition.toTile() * Tiles.WIDTH, block.opponents);
        for (int crossing = block.table.crossings.nextSetBit(0);
                crossing >= 0;
                crossing = block.table.crossings.nextSetBit(crossing + 1)) {
            BitSet wanted = strips[block.opponentSeeds + Crossing.seeds(crossing)];
            if (crossing == Crossing.NONE) {
                wanted.set(partition.fromTile(), partition.toTile());
                continue;
            }
            int[] successor = block.crossings[crossing].successor;
            for (int side = partition.fromTile() * Tiles.WIDTH; side < end; side++) {
                if (successor[side] >= 0) {
                    wanted.set(successor[side] / Tiles.WIDTH);
                }
            }
        }
    }

    /** The mover has fewer seeds, and the mover's sides belong to the partition: the lines of the sides that the sowings leave are read. */
    private void addTiles(MoverBlock block, LayerPartition partition) {
        MoveTable table = block.table;
        int end = Math.min(partition.toTile() * Tiles.WIDTH, block.movers);
        for (int i = table.firstMove[partition.fromTile() * Tiles.WIDTH]; i < table.firstMove[end]; i++) {
            int crossing = MoveTable.crossing(table.moves[i]);
            tiles[block.opponentSeeds + Crossing.seeds(crossing)].set(MoveTable.sideLeft(table.moves[i]) / Tiles.WIDTH);
        }
    }

    /** Takes a run of bytes of the array of values. */
    public interface RunVisitor {
        /** Takes its place and length. */
        void visit(long place, long bytes);
    }

    /** Goes through all that is read. */
    public void values(LayerShape shape, RunVisitor visitor) {
        for (int x = 0; x <= shape.seeds; x++) {
            ArrayBlock block = shape.block(x);
            for (int strip = 0; strip < Tiles.count(shape.sides(x)); strip++) {
                int column = strip * Tiles.WIDTH;
                forEachRun(
                        x,
                        strip,
                        0,
                        shape.sides(shape.seeds - x),
                        (from, to) -> visitor.visit(block.place(from, column), ArrayBlock.lineBytes(to - from)));
            }
        }
    }

    /** Takes neighbouring lines: the first, and the one behind the last. */
    interface LineVisitor {
        void visit(int from, int to);
    }

    /**
     * Goes through the lines of a strip that are read.
     *
     * @param x the seeds of the sides that are the columns of the block
     * @param first the first line that may be visited, which begins a tile
     * @param end the line behind the last
     */
    void forEachRun(int x, int strip, int first, int end, LineVisitor visitor) {
        if (strips[x].get(strip)) {
            visitor.visit(first, end);
            return;
        }
        for (int from = tiles[x].nextSetBit(first / Tiles.WIDTH); from >= 0 && from * Tiles.WIDTH < end; ) {
            int to = tiles[x].nextClearBit(from);
            visitor.visit(from * Tiles.WIDTH, Math.min(to * Tiles.WIDTH, end));
            from = tiles[x].nextSetBit(to);
        }
    }
}
