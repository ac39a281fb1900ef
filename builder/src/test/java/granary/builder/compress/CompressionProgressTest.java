package granary.builder.compress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.database.BuiltDatabase;
import granary.builder.store.DatabaseDirectory;
import granary.database.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The progress that compressing and decompressing report. */
@Isolated
class CompressionProgressTest {
    private static final Awari GAME = new Awari(4, RuleSet.STRICT);

    @TempDir
    private Path directory;

    private static final class Events implements Monitor {
        final List<String> all = new ArrayList<>();
        private final AtomicLong steps = new AtomicLong();
        private final long start = System.nanoTime();

        @Override
        public void phase(String name) {
            all.add(name);
        }

        @Override
        public void layerBegins(int layer, long positions, long steps) {
            all.add("layer " + layer + ": " + positions + " positions, " + steps + " steps");
            this.steps.set(0);
        }

        @Override
        public void advance(long done) {
            steps.addAndGet(done);
        }

        @Override
        public void layerEnds(int layer, long positions, Duration time) {
            all.add("layer " + layer + " ends, " + positions + " positions, after " + steps + " steps");
            assertTrue(!time.isNegative() && time.toNanos() <= System.nanoTime() - start, time::toString);
        }
    }

    @Test
    void copyingCompressionAndDecompressionReportEachLayer() throws IOException {
        try (BuiltDatabase built = new BuiltDatabase(GAME, 2)) {
            Path copy = directory.resolve("copy");
            Events copied = new Events();
            Events decompressed = new Events();
            try (DatabaseDirectory to = new DatabaseDirectory(copy, GAME)) {
                new Compression(built.database().listing(), to, 1, 2, copied)
                        .run(built.database().layers());
            }
            try (Database from = Database.open(copy);
                    DatabaseDirectory to = new DatabaseDirectory(directory.resolve("decompressed"), GAME)) {
                new Decompression(from, to, 2, decompressed).run(from.layers());
            }
            assertEquals(
                    List.of(
                            "layer 0: 1 positions, 4116 steps",
                            "copy",
                            "layer 0 ends, 1 positions, after 4116 steps",
                            "train layer 1",
                            "layer 1: 8 positions, 8 steps",
                            "compress",
                            "layer 1 ends, 8 positions, after 8 steps",
                            "train layer 2",
                            "layer 2: 36 positions, 36 steps",
                            "compress",
                            "layer 2 ends, 36 positions, after 36 steps"),
                    copied.all);
            assertEquals(
                    List.of(
                            "layer 0: 1 positions, 4116 steps",
                            "copy",
                            "layer 0 ends, 1 positions, after 4116 steps",
                            "layer 1: 8 positions, 24 steps",
                            "decompress",
                            "layer 1 ends, 8 positions, after 24 steps",
                            "layer 2: 36 positions, 108 steps",
                            "decompress",
                            "layer 2 ends, 36 positions, after 108 steps"),
                    decompressed.all);
        }
    }
}
