package granary.builder.command;

import granary.builder.InvalidRequestException;
import granary.database.Database;
import granary.database.DistanceTable;
import granary.format.ScoreTable;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Writes the scores or distances of a layer for other programs. */
@Command(
        name = "export",
        description =
                "Writes a layer's scores, one signed byte a position in rank order, or its distances, one unsigned"
                        + " byte a position (two, little-endian, if the longest is above 255).",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  granary export --dir db --seeds 12 --out scores-12.bin",
            "  granary export --dir db --seeds 12 --out distances-12.bin --distances"
        })
final class ExportCommand implements Callable<Integer> {
    private static final int PART = 1 << 16;
    private static final int MAX_BYTE = 255;

    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Option(
            names = {"--seeds", "--layer"},
            required = true,
            paramLabel = "N",
            description = "The layer.")
    private int layer;

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The file to write.")
    private Path file;

    @Option(names = "--distances", description = "Write distances to conversion instead of scores.")
    private boolean distances;

    @Override
    public Integer call() throws IOException {
        try (Database database = databaseOption.open()) {
            if (!database.layers().contains(layer)) {
                throw DatabaseOption.noLayer(database, layer);
            }
            if (distances) {
                exportDistances(database);
            } else {
                exportScores(database);
            }
            return 0;
        }
    }

    private void exportScores(Database database) throws IOException {
        if (database.game().minScore(layer) < Byte.MIN_VALUE || database.game().maxScore(layer) > Byte.MAX_VALUE) {
            throw new InvalidRequestException("the scores of layer " + layer + " do not fit a byte");
        }
        ScoreTable table = database.table(layer);
        export(table.positions(), Byte.BYTES, table::scores);
    }

    private void exportDistances(Database database) throws IOException {
        if (!database.distanceLayers().contains(layer)) {
            throw new InvalidRequestException(
                    database.game().scoring().tellsDistance()
                            ? DistancesCommand.tellsDistance(database.game())
                            : database.directory() + " holds no distances of layer " + layer
                                    + "; compute them: granary distances --dir " + database.directory());
        }
        DistanceTable table = database.distances(layer);
        export(table.positions(), table.longest() <= MAX_BYTE ? Byte.BYTES : Short.BYTES, table::distances);
    }

    /** Copies a range of values out of a table. */
    private interface Values {
        void copy(long offset, int count, int[] target, int at);
    }

    private void export(long positions, int width, Values table) throws IOException {
        int[] values = new int[PART];
        byte[] bytes = new byte[PART * width];
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            for (long from = 0; from < positions; from += PART) {
                int count = (int) Math.min(PART, positions - from);
                table.copy(from, count, values, 0);
                for (int i = 0; i < count * width; i++) {
                    bytes[i] = (byte) (values[i / width] >> Byte.SIZE * (i % width));
                }
                out.write(bytes, 0, count * width);
            }
        }
    }
}
