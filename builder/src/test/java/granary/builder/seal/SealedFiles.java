package granary.builder.seal;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.file.Disk;
import granary.builder.store.LayerFiles;
import granary.database.Database;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.SealedHeader;
import granary.sealed.SealedTable;
import granary.testing.ArrayStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Seals single layers for tests, also those that would not become smaller. */
final class SealedFiles {
    private SealedFiles() {}

    /** Seals a layer and returns the bytes of its file. */
    static byte[] seal(Database packed, int layer, int threads, Path directory) throws IOException {
        return seal(packed, layer, threads, directory, model -> model);
    }

    /** Seals a layer with a model that is made of the trained one. */
    static byte[] seal(Database packed, int layer, int threads, Path directory, UnaryOperator<byte[]> other)
            throws IOException {
        Path path = directory.resolve(FileKind.SEALED.fileName(layer));
        try (LayerFiles files = new LayerFiles(packed.listing(), packed.game())) {
            LayerSealing sealing = LayerSealing.of(files, layer);
            byte[] model = other.apply(sealing.train(() -> false));
            try (SealedWriter writer = sealing.writer(path, model)) {
                sealing.write(writer, model, threads, Monitor.SILENT);
                return Files.readAllBytes(Disk.temporary(path));
            }
        }
    }

    /** Returns the table of a sealed file, whose positions that are not stored look other layers up in a packed database. */
    static SealedTable table(byte[] file, Database packed, int layer) {
        Path path = Path.of(FileKind.SEALED.fileName(layer));
        SealedHeader header =
                SealedHeader.parse(path.toString(), Arrays.copyOf(file, LayerHeader.LENGTH), file.length, true);
        SealedTable[] own = new SealedTable[1];
        own[0] = new SealedTable(
                path.toString(),
                new ArrayStorage(file),
                header,
                (Awari) packed.game(),
                true,
                reached -> reached == layer ? own[0] : packed.table(reached));
        return own[0];
    }
}
