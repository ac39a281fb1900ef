package granary.builder.compress;

import granary.awari.Awari;
import granary.builder.Monitor;
import granary.builder.compress.training.Training;
import granary.builder.file.ParallelOutput;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LayerFiles;
import granary.builder.store.PackedLayer;
import granary.compressed.BlockDecoder;
import granary.compressed.BlockWalk;
import granary.compressed.Model;
import granary.format.CompressedHeader;
import granary.format.FileKind;
import granary.format.LayerTable;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import java.util.zip.CRC32C;

/**
 * Compresses one layer.
 *
 * @param game awari
 * @param layer the number of seeds, 1 or more
 * @param scores the layer's scores
 * @param digest the digest of the packed scores
 * @param parent the digest of the packed scores of the layer below
 */
record LayerCompression(Awari game, int layer, LayerTable scores, String digest, String parent) {
    /** The blocks in a part, which one thread encodes in some hundredths of a second. */
    static final int PART_BLOCKS = 512;

    /** The positions in a part. */
    static final int PART = PART_BLOCKS * BlockWalk.BLOCK;

    /**
     * Returns the compression of a layer of a database of awari, whose files stay open meanwhile.
     *
     * @throws granary.error.DatabaseException when the layer's file is missing or damaged
     */
    static LayerCompression of(LayerFiles from, int layer) {
        PackedLayer packed = from.scores(layer);
        String parent = packed.header().builtOn();
        return new LayerCompression((Awari) from.game(), layer, packed.table(), from.digest(layer), parent);
    }

    /**
     * Trains the model.
     *
     * @param stops whether to give up
     * @return the bytes of the model; null after giving up
     */
    byte[] train(BooleanSupplier stops) {
        return new Training(game, layer, scores).run(stops);
    }

    /**
     * Encodes all blocks and publishes the file.
     *
     * @param to lists it then
     * @param bytes the model
     * @throws IOException when the disk fails
     */
    void publish(DatabaseDirectory to, byte[] bytes, int threads, Monitor monitor) throws IOException {
        try (CompressedWriter writer = writer(to.path(FileKind.COMPRESSED, layer), bytes)) {
            to.publish(FileKind.COMPRESSED, layer, write(writer, bytes, threads, monitor));
        }
    }

    /**
     * Encodes all parts.
     *
     * @param writer takes them
     * @param bytes the model
     * @param monitor receives a step for each position
     * @return the file's entry in the manifest
     */
    Manifest.Entry write(CompressedWriter writer, byte[] bytes, int threads, Monitor monitor) throws IOException {
        Model model = Model.parse(game.cells(), layer, Training.UNITS, bytes);
        BlockEncoder[] encoders = new BlockEncoder[threads];
        int[][] read = new int[threads][];
        long parts = (scores.positions() + PART - 1) / PART;
        ParallelOutput.write(writer::add, threads, monitor, parts, (worker, number) -> {
            if (encoders[worker] == null) {
                encoders[worker] = new BlockEncoder(game, layer, model);
                read[worker] = new int[PART];
            }
            return encode(encoders[worker], read[worker], number, monitor);
        });
        return writer.finish();
    }

    /** Begins the file, of this name and with this model. */
    CompressedWriter writer(Path path, byte[] model) throws IOException {
        CRC32C crc = new CRC32C();
        crc.update(model);
        LongFunction<CompressedHeader> header = pages -> new CompressedHeader(
                game.identity(),
                layer,
                scores.positions(),
                game.minScore(layer),
                Training.UNITS,
                model.length,
                (int) crc.getValue(),
                pages,
                digest,
                parent);
        return new CompressedWriter(path, model, header);
    }

    /** Returns the bytes that {@link CompressedWriter#add} takes of a part. */
    byte[] encode(BlockEncoder encoder, int[] read, long part, Monitor monitor) {
        long first = part * PART_BLOCKS;
        int positions = (int) Math.min(read.length, scores.positions() - first * BlockWalk.BLOCK);
        int count = (positions + BlockWalk.BLOCK - 1) / BlockWalk.BLOCK;
        scores.values(first * BlockWalk.BLOCK, positions, read, 0);
        byte[] out = new byte[2 + count + count * BlockWalk.BLOCK];
        out[0] = (byte) count;
        out[1] = (byte) (count >>> 8);
        int at = 2 + count;
        for (int i = 0; i < count; i++) {
            int from = i * BlockWalk.BLOCK;
            int length = Math.min(BlockWalk.BLOCK, positions - from);
            int coded = encoder.encode(first + i, read, from, length);
            int bytes = coded == BlockDecoder.RAW ? length : coded;
            out[2 + i] = (byte) coded;
            System.arraycopy(encoder.bytes(), 0, out, at, bytes);
            at += bytes;
        }
        monitor.advance(positions);
        return Arrays.copyOf(out, at);
    }
}
