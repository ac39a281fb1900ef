package granary.database;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.Section;
import granary.game.Game;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * A database with sound headers and checksums and random data: good enough to read, without a solver. Its scores mean
 * nothing, but they are in range and always the same.
 */
final class SyntheticDatabase {
    static final Game GAME = new Awari(6, RuleSet.OLYMPIAD);

    private SyntheticDatabase() {}

    /** Writes some layers and the manifest. */
    static Path write(Path directory, int... layers) throws IOException {
        Manifest manifest = new Manifest(GAME.type().id(), GAME.parameters(), new TreeMap<>());
        for (int layer : layers) {
            byte[] file = layer(layer);
            Files.write(directory.resolve(Manifest.fileName(layer)), file);
            manifest = manifest.with(layer, new Manifest.Entry(Manifest.fileName(layer), file.length, "0".repeat(64)));
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
        return directory;
    }

    /** Returns the bytes of a layer's file. */
    static byte[] layer(int layer) {
        LayerHeader header =
                LayerHeader.of(GAME.identity(), layer, GAME.size(layer), GAME.minScore(layer), GAME.maxScore(layer));
        Section scores = header.scores();
        byte[] file = new byte[Math.toIntExact(header.fileLength())];
        byte[] data = new byte[Math.toIntExact(scores.packing().groupBytes(header.positions()))];
        new Random(layer).nextBytes(data);
        System.arraycopy(data, 0, file, (int) scores.dataOffset(), data.length);
        System.arraycopy(header.toBytes(), 0, file, 0, LayerHeader.LENGTH);
        ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        for (int block = 0; block < scores.blocks(); block++) {
            int start = block * scores.blockLength();
            CRC32C crc = new CRC32C();
            crc.update(file, (int) scores.dataOffset() + start, (int)
                    Math.min(scores.blockLength(), scores.dataLength() - start));
            bytes.putInt((int) scores.checksumOffset() + block * Integer.BYTES, (int) crc.getValue());
        }
        return file;
    }
}
