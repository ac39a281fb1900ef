package granary.exchange.vu;

import granary.builder.file.ParallelOutput;
import granary.export.Export;
import granary.export.ExportFormat;
import granary.format.FileKind;
import granary.format.LayerTable;

/** Writes files of the VU database. */
public final class VuFormat {
    /** The format. */
    public static final ExportFormat FORMAT = new ExportFormat(
            "vu",
            "files scores.N of the database of the Vrije Universiteit (Romein and Bal)",
            FileKind.SCORES,
            "scores.%d",
            true,
            VuFormat::content);

    private static final int PART = 1 << 18;

    private VuFormat() {}

    private static ExportFormat.Content content(Export export) {
        VuDatabase.checkGame(export.database().game());
        export.refuseDistances("the VU database has none");
        int seeds = export.layer();
        LayerTable table = export.database().table(seeds);
        long positions = table.positions();
        return out -> ParallelOutput.write(
                out::write, export.threads(), export.listener(), (positions + PART - 1) / PART, (worker, number) -> {
                    long to = positions - number * PART; // The file begins with the highest rank.
                    long from = Math.max(0, to - PART);
                    byte[] bytes = stored(table, seeds, from, to);
                    export.listener().advance(to - from);
                    return bytes;
                });
    }

    /** Returns the scores of the boards that the file holds, the highest rank first. */
    private static byte[] stored(LayerTable table, int seeds, long from, long to) {
        int[] scores = new int[(int) (to - from)];
        table.values(from, scores.length, scores, 0);
        long below = VuIndex.storedBelow(seeds, from);
        byte[] bytes = new byte[(int) (VuIndex.storedBelow(seeds, to) - below)];
        int[] left = {bytes.length};
        VuIndex.visitRuns(seeds, from, to, (rank, length, isStored) -> {
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
