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
    final BitSet[] strips;
    /** The tiles of lines that are read of all strips, likewise. */
    final BitSet[] tiles;

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

    /** Goes through all that is read, some of it twice. */
    public void values(LayerShape shape, RunVisitor visitor) {
        for (int x = 0; x <= shape.seeds; x++) {
            ArrayBlock block = shape.block(x);
            int lines = shape.sides(shape.seeds - x);
            BitSet some = tiles[x];
            for (int strip = 0; strip < Tiles.count(shape.sides(x)); strip++) {
                if (strips[x].get(strip)) {
                    visitor.visit(block.place(0, strip * Tiles.WIDTH), block.stripBytes());
                    continue;
                }
                for (int from = some.nextSetBit(0); from >= 0; ) {
                    int to = some.nextClearBit(from);
                    int first = from * Tiles.WIDTH;
                    long bytes = ArrayBlock.lineBytes(Math.min(to * Tiles.WIDTH, lines) - first);
                    visitor.visit(block.place(first, strip * Tiles.WIDTH), bytes);
                    from = some.nextSetBit(to);
                }
            }
        }
    }
}
