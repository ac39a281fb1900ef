package granary.builder.plan;

import granary.builder.Units;
import granary.database.DatabaseFiles;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.game.Game;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;

/**
 * What a build takes, layer by layer.
 *
 * @param game the game
 * @param topLayer the last layer
 * @param workingBytes bytes of working memory for building a layer
 * @param memory bytes of main memory of the machine
 * @param disk bytes free on the disk
 */
public record Plan(Game game, int topLayer, IntToLongFunction workingBytes, long memory, long disk) {
    /** Returns a table with one row per layer. */
    public String table() {
        return Column.table(
                topLayer,
                List.of(
                        new Column(game.type().layerUnit(), Integer::toString),
                        new Column("positions", n -> Units.count(game.size(n))),
                        new Column("packed", n -> Units.bytes(packed(n))),
                        new Column("minimum", n -> Units.bytes(minimum(n))),
                        new Column("packed, all", n -> Units.bytes(cumulated(n, this::packed))),
                        new Column("minimum, all", n -> Units.bytes(cumulated(n, this::minimum))),
                        new Column("working memory", n -> Units.bytes(working(n))),
                        new Column("fits here", this::fits)));
    }

    /** Returns how long the build takes on this machine and on larger ones, and what the prediction assumes. */
    public String prediction(Calibration calibration) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Calibrated with %d threads at layer %d: %.0f ns per position and thread.%n",
                calibration.threads(),
                calibration.layer(),
                calibration.nanosPerPosition()));
        text.append(String.format(
                Locale.ROOT,
                "A build up to layer %d takes %s of working memory for its last layer, %s of disk, and about:%n",
                topLayer,
                Units.bytes(working(topLayer)),
                Units.bytes(cumulated(topLayer, n -> header(n).fileLength()))));
        for (int cores : new int[] {calibration.threads(), 16, 64, 128}) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %4d cores  %s%n",
                    cores,
                    Units.seconds(calibration.secondsTo(game, topLayer, cores))));
        }
        text.append(
                "This assumes cores and memory bandwidth per core like this machine's, working memory that fits in\n");
        text.append(
                "main memory, and the same cost per position in higher layers as in the calibrated one. To check\n");
        text.append("the last, build a few more layers.");
        return text.toString();
    }

    /** Returns the bytes of the packed scores, without header and checksums. */
    double packed(int layer) {
        return header(layer).packing().groupBytes(game.size(layer));
    }

    /** Returns the bytes of an ideal packing: log2 of the number of possible scores, in bits per position. */
    double minimum(int layer) {
        return Math.log(game.maxScore(layer) - game.minScore(layer) + 1.0) / Math.log(2) / 8 * game.size(layer);
    }

    private double working(int layer) {
        return workingBytes.applyAsLong(layer);
    }

    /** A layer fits if its working memory does, and if the disk holds its file and those of all layers below. */
    private String fits(int layer) {
        boolean inMemory = working(layer) <= memory;
        boolean onDisk = cumulated(layer, n -> header(n).fileLength()) <= disk;
        return inMemory && onDisk ? "yes" : inMemory ? "no: disk" : onDisk ? "no: memory" : "no: memory, disk";
    }

    private LayerHeader header(int layer) {
        return DatabaseFiles.scoresHeader(game, layer, FileDigest.NONE);
    }

    private static double cumulated(int top, IntToDoubleFunction bytes) {
        double sum = 0;
        for (int n = 0; n <= top; n++) {
            sum += bytes.applyAsDouble(n);
        }
        return sum;
    }
}
