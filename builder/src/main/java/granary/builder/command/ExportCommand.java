package granary.builder.command;

import granary.builder.InvalidRequestException;
import granary.builder.OperationInterruptedException;
import granary.database.Check;
import granary.database.Database;
import granary.database.DistanceTable;
import granary.database.OpenOptions;
import granary.format.ScoreTable;
import java.io.IOException;
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
            "  granary export --dir db --seeds 12 --out distances-12.bin --distances",
            "  granary export --dir db --seeds 12 --out - | zstd > scores-12.bin.zst"
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

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description = "The file to write, - for standard output. It appears when it is whole.")
    private Path file;

    @Option(names = "--force", description = "Replace the file if it exists.")
    private boolean force;

    @Option(names = "--distances", description = "Write distances to conversion instead of scores.")
    private boolean distances;

    @Override
    public Integer call() throws IOException {
        ExportTarget target = new ExportTarget(file, force);
        try (Database database = databaseOption.open()) {
            if (!database.layers().contains(layer)) {
                throw DatabaseOption.noLayer(database, layer);
            }
        }
        // No score leaves a damaged file under another name.
        OpenOptions checked = OpenOptions.DEFAULT.withLayers(layer, layer).withCheck(Check.CHECKSUMS);
        try (Interruption interruption = new Interruption();
                Database database = Database.open(databaseOption.directory(), checked)) {
            target.write(distances ? distances(database, interruption) : scores(database, interruption));
            return ExitCode.SUCCESS.number();
        }
    }

    private ExportTarget.Content scores(Database database, Interruption interruption) {
        if (database.game().minScore(layer) < Byte.MIN_VALUE || database.game().maxScore(layer) > Byte.MAX_VALUE) {
            throw new InvalidRequestException("the scores of layer " + layer + " do not fit a byte");
        }
        ScoreTable table = database.table(layer);
        return content(table.positions(), Byte.BYTES, table::scores, interruption);
    }

    private ExportTarget.Content distances(Database database, Interruption interruption) {
        if (!database.distanceLayers().contains(layer)) {
            throw new InvalidRequestException(
                    database.game().scoring().tellsDistance()
                            ? DistancesCommand.tellsDistance(database.game())
                            : database.directory() + " holds no distances of layer " + layer
                                    + "; compute them: granary distances --dir " + database.directory());
        }
        DistanceTable table = database.distances(layer);
        int width = table.longest() <= MAX_BYTE ? Byte.BYTES : Short.BYTES;
        return content(table.positions(), width, table::distances, interruption);
    }

    /** Copies a range of values out of a table. */
    private interface Values {
        void copy(long offset, int count, int[] target, int at);
    }

    private static ExportTarget.Content content(long positions, int width, Values table, Interruption interruption) {
        return out -> {
            int[] values = new int[PART];
            byte[] bytes = new byte[PART * width];
            for (long from = 0; from < positions; from += PART) {
                if (interruption.isRequested()) {
                    throw new OperationInterruptedException();
                }
                int count = (int) Math.min(PART, positions - from);
                table.copy(from, count, values, 0);
                for (int i = 0; i < count * width; i++) {
                    bytes[i] = (byte) (values[i / width] >> Byte.SIZE * (i % width));
                }
                out.write(bytes, 0, count * width);
            }
        };
    }
}
