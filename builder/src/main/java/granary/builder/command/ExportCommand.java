package granary.builder.command;

import granary.builder.InvalidRequestException;
import granary.database.Database;
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

/** Writes the scores of a layer for other programs. */
@Command(
        name = "export",
        description = "Writes a layer's scores, one signed byte a position in rank order.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  granary export --dir db --seeds 12 --out scores-12.bin"})
final class ExportCommand implements Callable<Integer> {
    private static final int PART = 1 << 16;

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

    @Override
    public Integer call() throws IOException {
        try (Database database = databaseOption.open()) {
            if (!database.layers().contains(layer)) {
                throw DatabaseOption.noLayer(database, layer);
            }
            if (database.game().minScore(layer) < Byte.MIN_VALUE
                    || database.game().maxScore(layer) > Byte.MAX_VALUE) {
                throw new InvalidRequestException("the scores of layer " + layer + " do not fit a byte");
            }
            ScoreTable table = database.table(layer);
            int[] scores = new int[PART];
            byte[] bytes = new byte[PART];
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
                for (long from = 0; from < table.positions(); from += PART) {
                    int count = (int) Math.min(PART, table.positions() - from);
                    table.scores(from, count, scores, 0);
                    for (int i = 0; i < count; i++) {
                        bytes[i] = (byte) scores[i];
                    }
                    out.write(bytes, 0, count);
                }
            }
            return 0;
        }
    }
}
