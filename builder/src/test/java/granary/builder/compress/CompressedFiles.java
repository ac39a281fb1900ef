package granary.builder.compress;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.file.Disk;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.compressed.CompressedTable;
import granary.database.Database;
import granary.database.Listing;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.testing.ArrayStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Compresses layers for tests, also those that would not become smaller. */
public final class CompressedFiles {
    private CompressedFiles() {}

    /** Compresses all layers of a packed database into another directory, except the lowest. */
    public static void compressAll(Path packed, Path compressed, Awari game) throws IOException {
        Listing from = new Listing(packed);
        try (DatabaseDirectory to = new DatabaseDirectory(compressed, game)) {
            new Compression(from, to, 1, 1, Monitor.SILENT).run(from.manifest().scoreLayers());
        }
    }

    /** Compresses a layer and returns the bytes of its file. */
    static byte[] compress(Database packed, int layer, int threads, Path directory) throws IOException {
        return compress(packed, layer, threads, directory, model -> model);
    }

    /** Compresses a layer with a model that is made of the trained one. */
    static byte[] compress(Database packed, int layer, int threads, Path directory, UnaryOperator<byte[]> other)
            throws IOException {
        Path path = directory.resolve(FileKind.COMPRESSED.fileName(layer));
        try (LayerFiles files = new LayerFiles(packed.listing(), packed.game(), true)) {
            LayerCompression compression = LayerCompression.of(files, layer);
            byte[] model = other.apply(compression.train(() -> false));
            try (CompressedWriter writer = compression.writer(path, model)) {
                compression.write(writer, model, threads, Monitor.SILENT);
                return Files.readAllBytes(Disk.temporary(path));
            }
        }
    }

    /** Returns the table of a compressed file, whose positions that are not stored look other layers up in a packed database. */
    static CompressedTable table(byte[] file, Database packed, int layer) {
        Path path = Path.of(FileKind.COMPRESSED.fileName(layer));
        CompressedHeader header =
                CompressedHeader.parse(path.toString(), Arrays.copyOf(file, LayerHeader.LENGTH), file.length);
        CompressedTable[] own = new CompressedTable[1];
        own[0] = new CompressedTable(
                path.toString(),
                new ArrayStorage(file),
                header,
                (Awari) packed.game(),
                true,
                reached -> reached == layer ? own[0] : packed.table(reached));
        return own[0];
    }
}
