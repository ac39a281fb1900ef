package granary.exchange.vu;

import granary.builder.file.ParallelOutput;
import granary.export.Export;
import granary.export.ExportFormat;
import granary.format.LayerTable;
import java.util.Optional;

/** Writes files of the VU database. */
public final class VuFormat implements ExportFormat {
    static final String ID = "vu";
    private static final int PART = 1 << 18;

    /** For the service loader. */
    public VuFormat() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "files scores.N of the database of the Vrije Universiteit (Romein and Bal)";
    }

    @Override
    public Optional<String> fileName(int layer, boolean isDistances) {
        return Optional.of(VuDatabase.fileName(layer));
    }

    @Override
    public boolean isDirectory() {
        return true;
    }

    @Override
    public Content content(Export export) {
        VuDatabase.checkGame(export.database().game());
        export.refuseDistances("the VU database has none");
        int seeds = export.layer();
        LayerTable table = export.database().table(seeds);
        long positions = table.positions();
        int[][] buffers = new int[export.threads()][];
        return out -> ParallelOutput.write(
                out::write, export.threads(), export.listener(), (positions + PART - 1) / PART, (worker, number) -> {
                    if (buffers[worker] == null) {
                        buffers[worker] = new int[(int) Math.min(PART, positions)];
                    }
                    long to = positions - number * PART; // The file begins with the highest rank.
                    long from = Math.max(0, to - PART);
                    byte[] bytes = stored(table, seeds, from, to, buffers[worker]);
                    export.listener().advance(to - from);
                    return bytes;
                });
    }

    /** Returns the scores of the boards that the file holds, the highest rank first. */
    private static byte[] stored(LayerTable table, int seeds, long from, long to, int[] scores) {
        table.values(from, (int) (to - from), scores, 0);
        long below = Runs.storedBelow(seeds, from);
        byte[] bytes = new byte[(int) (Runs.storedBelow(seeds, to) - below)];
        int[] left = {bytes.length};
        Runs.visit(seeds, from, to, (rank, length, isStored) -> {
            if (isStored) {
                int first = (int) (rank - from);
                left[0] -= length;
                for (int i = 0; i < length; i++) {
                    bytes[left[0] + length - 1 - i] = (byte) scores[first + i];
                }
            }
        });
        return bytes;
    }
}
