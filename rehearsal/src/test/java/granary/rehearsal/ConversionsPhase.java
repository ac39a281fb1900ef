package granary.rehearsal;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import granary.builder.store.Quantity;
import granary.builder.sweep.kernel.Kernels;
import granary.builder.sweep.layer.ConversionValues;
import granary.builder.sweep.layer.SweepLayer;
import granary.builder.sweep.partition.LayerPartition;
import granary.plain.Rules;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Conversion values of whole tiles: the rows below that captures lead into are decoded whole, as in a build. */
final class ConversionsPhase implements Phase {
    /** Tiles of the other phases for one here: each reads rows of hundreds of megabytes. */
    private static final int SHARE = 4;

    private static final int FEWEST = 16;

    /** A row of a layer below into which captures lead. */
    private record Row(int captured, List<Integer> left, long start, int length) {}

    @Override
    public void run(Stage stage) throws IOException {
        SweepLayer layer = stage.layer(Kernels.SCALAR);
        List<Tile> all = Tile.sample(stage, stage.positions / Tile.SIZE);
        int count = Math.min(all.size(), Math.max(FEWEST, stage.positions / Tile.SIZE / SHARE));
        List<Tile> tiles = IntStream.range(0, count)
                .mapToObj(i -> all.get((int) ((long) i * all.size() / count)))
                .toList();
        byte[][] ends = ends(stage, layer, tiles);
        for (int i = 0; i < tiles.size(); i++) {
            compare(stage, layer, tiles.get(i), ends[i]);
            stage.clear();
        }
    }

    /** Fills in the ends of games in all of the layer, and returns what that made of some tiles. */
    private static byte[][] ends(Stage stage, SweepLayer layer, List<Tile> tiles) throws IOException {
        byte[] nothing = new byte[Tile.SIZE];
        Arrays.fill(nothing, (byte) Stage.NO_CONVERSION);
        tiles.forEach(tile -> write(stage, tile, nothing));
        new ConversionValues(Quantity.SCORE, layer, stage.files).fillEnds();
        byte[][] ends = new byte[tiles.size()][];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = new byte[Tile.SIZE];
            for (int at = 0; at < Tile.SIZE; at++) {
                Tile tile = tiles.get(i);
                if (at / Tile.WIDTH < tile.movers(stage.places) && at % Tile.WIDTH < tile.opponents(stage.places)) {
                    ends[i][at] = stage.conversions
                            .segment()
                            .get(JAVA_BYTE, tile.conversion(stage.places, at / Tile.WIDTH, at % Tile.WIDTH));
                }
            }
        }
        stage.clear();
        return ends;
    }

    private static void write(Stage stage, Tile tile, byte[] values) {
        for (int mover = 0; mover < tile.movers(stage.places); mover++) {
            for (int opponent = 0; opponent < tile.opponents(stage.places); opponent++) {
                stage.conversions
                        .segment()
                        .set(
                                JAVA_BYTE,
                                tile.conversion(stage.places, mover, opponent),
                                values[mover * Tile.WIDTH + opponent]);
            }
        }
    }

    private static void compare(Stage stage, SweepLayer layer, Tile tile, byte[] ends) {
        write(stage, tile, ends);
        Set<Row> rows = ConcurrentHashMap.newKeySet();
        tile.forEach(stage.places, (mover, opponent, board) -> addRows(stage, board, rows));
        int fewer = Math.min(tile.moverSeeds(), stage.seeds - tile.moverSeeds());
        int strip = tile.moverSeeds() == fewer && 2 * fewer != stage.seeds ? tile.moverTile() : tile.opponentTile();
        LayerPartition partition = new LayerPartition(stage.seeds, fewer, strip, strip + 1);
        ConversionValues values = new ConversionValues(Quantity.SCORE, layer, stage.files, List.of(partition));
        List<Row> all = List.copyOf(rows);
        stage.pool.run(all.size(), (worker, i) -> {
            Row row = all.get((int) i);
            stage.database.scores(stage.seeds - row.captured).fill(row.start, row.length);
            values.fill(row.captured, row.left.stream().mapToInt(each -> each).toArray());
            stage.compared(0, row.start + row.length - 1);
        });
        tile.forEach(stage.places, (mover, opponent, board) -> {
            long place = tile.conversion(stage.places, mover, opponent);
            int expected = stage.play(board, successor -> {});
            stage.equal(
                    "conversion value",
                    board,
                    expected,
                    stage.conversions.segment().get(JAVA_BYTE, place));
        });
        stage.compared(
                (long) tile.movers(stage.places) * tile.opponents(stage.places),
                tile.conversion(stage.places, tile.movers(stage.places) - 1, tile.opponents(stage.places) - 1));
    }

    private static void addRows(Stage stage, int[] board, Set<Row> rows) {
        int pits = stage.awari.pits();
        int[] row = new int[pits + 1];
        for (Rules.Move move : stage.rules.moves(board)) {
            row[0] = stage.places.moverSeeds(move.board());
            if (move.captured() > 0 && row[0] > 0) {
                System.arraycopy(move.board(), pits, row, 1, pits);
                rows.add(new Row(
                        move.captured(),
                        Arrays.stream(row, 1, row.length).boxed().toList(),
                        PlainPlaces.rowStart(row),
                        Math.toIntExact(stage.places.sides(row[0]))));
            }
        }
    }
}
