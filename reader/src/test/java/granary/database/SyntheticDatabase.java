package granary.database;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.format.FileDigest;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Quantity;
import granary.game.Game;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32C;

/**
 * A database with sound headers and checksums and random data: good enough to read, without a solver. Its scores mean
 * nothing, but they are in range and always the same.
 */
final class SyntheticDatabase {
    static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);

    private SyntheticDatabase() {}

    /** Writes some layers, which say that they were built on each other, and the manifest. */
    static Path write(Path directory, int... layers) throws IOException {
        Manifest manifest = Manifest.empty(GAME.type().id(), GAME.parameters());
        String basis = FileDigest.NONE;
        for (int layer : layers) {
            byte[] file = layer(layer, basis);
            basis = FileDigest.of(file);
            Files.write(directory.resolve(Manifest.fileName(layer)), file);
            manifest = manifest.with(Quantity.SCORES, layer, new Manifest.Entry(file.length, basis));
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
        return directory;
    }

    /** Returns the bytes of a layer's file. */
    static byte[] layer(int layer, String basis) {
        LayerHeader header = DatabaseFiles.scoresHeader(GAME, layer, basis);
        byte[] file = new byte[Math.toIntExact(header.fileLength())];
        byte[] data = new byte[Math.toIntExact(header.packing().groupBytes(header.positions()))];
        new Random(layer).nextBytes(data);
        System.arraycopy(data, 0, file, LayerHeader.LENGTH, data.length);
        System.arraycopy(header.toBytes(), 0, file, 0, LayerHeader.LENGTH);
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        for (int block = 0; block < header.blocks(); block++) {
            int start = block * LayerHeader.BLOCK_LENGTH;
            CRC32C crc = new CRC32C();
            crc.update(file, LayerHeader.LENGTH + start, (int)
                    Math.min(LayerHeader.BLOCK_LENGTH, header.dataLength() - start));
            bytes.putInt((int) header.checksumOffset() + block * Integer.BYTES, (int) crc.getValue());
        }
        return file;
    }
}
