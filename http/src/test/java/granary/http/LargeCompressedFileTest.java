package granary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.database.ScoredMove;
import granary.format.CompressedHeader;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.plain.Inputs;
import granary.testing.FileServer;
import granary.testing.FileServer.Answer;
import granary.testing.FileServer.Asked;
import granary.testing.Thorough;
import granary.testing.compressed.CompressedLayers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The compressed files of 28 to 48 seeds on a web server. Their bytes are made up when they are asked for. Page p begins with block
 * 12 p + p^2 / (2 pages) or so: a directory that is no straight line.
 */
class LargeCompressedFileTest {
    private static final int TOP = 48;
    /** The file of a lower layer has less than 1 GiB, and its directory is read at opening. */
    private static final int LOWEST = 28;

    private static final int RAW = 255;
    private static final int BLOCK = 256;
    private static final int POSITIONS = 20;
    private static final int PATIENCE_SECONDS = 60;

    private final Awari game = new Awari(6, RuleSet.OLYMPIAD);

    @TempDir
    private Path directory;

    /** The file of a layer. All its blocks are raw. */
    private final class Layer {
        final int seeds;
        final byte[] model;
        final long blocks;
        final long pages;
        final CompressedHeader header;
        final byte[] name;

        Layer(int seeds) {
            this.seeds = seeds;
            model = CompressedLayers.randomModel(game.cells(), seeds, 2, seeds).bytes();
            blocks = (game.size(seeds) + BLOCK - 1) / BLOCK;
            pages = 2 * blocks / 25;
            CRC32C crc = new CRC32C();
            crc.update(model);
            header = new CompressedHeader(
                    game.identity(),
                    seeds,
                    game.size(seeds),
                    -seeds,
                    2,
                    model.length,
                    (int) crc.getValue(),
                    pages,
                    FileDigest.NONE,
                    FileDigest.NONE);
            name = header.name();
        }

        /** Returns an entry of the directory. */
        long entry(long page) {
            return Math.min(blocks, 12 * page + page * page / (2 * pages));
        }

        long pageOf(long rank) {
            long low = 0;
            for (long high = pages - 1; low < high; ) {
                long middle = low + high + 1 >>> 1;
                boolean isBehind = entry(middle) > rank / BLOCK;
                low = isBehind ? low : middle;
                high = isBehind ? middle - 1 : high;
            }
            return low;
        }

        int value(long rank) {
            return (int) (rank * 0x9e3779b97f4a7c15L >>> 33) % (2 * seeds + 1);
        }

        byte[] page(long number) {
            long first = entry(number);
            int count = (int) (entry(number + 1) - first);
            ByteBuffer page = ByteBuffer.allocate(CompressedHeader.PAGE).order(ByteOrder.LITTLE_ENDIAN);
            page.putShort(4, (short) count);
            for (int i = 0; i < count; i++) {
                page.put(CompressedHeader.LENGTHS_AT + i, (byte) RAW);
            }
            for (int i = 0; i < BLOCK * count; i++) {
                page.put(CompressedHeader.LENGTHS_AT + count + i, (byte) value(BLOCK * first + i));
            }
            return page.putInt(0, CompressedHeader.pageChecksum(name, (int) first, page.array(), 0))
                    .array();
        }

        /** Returns bytes of the file. */
        byte[] bytes(long from, int length) {
            ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
            while (bytes.hasRemaining()) {
                long at = from + bytes.position();
                if (at >= header.indexOffset()) {
                    bytes.putInt((int) entry((at - header.indexOffset()) / Integer.BYTES * CompressedHeader.INDEXED));
                } else if (at >= header.directoryOffset()) {
                    bytes.putInt((int) entry((at - header.directoryOffset()) / Integer.BYTES));
                } else {
                    byte[] part = at >= header.pagesOffset()
                            ? page((at - header.pagesOffset()) / CompressedHeader.PAGE)
                            : at < LayerHeader.LENGTH
                                    ? header.toBytes()
                                    : Arrays.copyOf(model, (int) header.pagesOffset() - LayerHeader.LENGTH);
                    long start = at >= header.pagesOffset()
                            ? at - at % CompressedHeader.PAGE
                            : at < LayerHeader.LENGTH ? 0 : LayerHeader.LENGTH;
                    int skipped = (int) (at - start);
                    bytes.put(part, skipped, Math.min(part.length - skipped, bytes.remaining()));
                }
            }
            return bytes.array();
        }

        Answer answer(Asked request) {
            byte[] body = bytes(request.from(), request.length());
            String range =
                    "bytes " + request.from() + "-" + (request.from() + body.length - 1) + "/" + header.fileLength();
            return new Answer(206, body, body.length, range, "\"1\"", null);
        }

        boolean isPage(Asked request) {
            return request.from() >= header.pagesOffset() && request.from() < header.directoryOffset();
        }
    }

    /** The scores and the pages of layers that a position's moves need. */
    private final class Probe {
        final Map<Integer, Layer> layers;
        final List<Integer> scores = new ArrayList<>();
        final TreeMap<Integer, TreeSet<Long>> pages = new TreeMap<>();
        boolean captures;
        boolean hasDerived;

        Probe(Map<Integer, Layer> layers, int... board) {
            this.layers = layers;
            game.moves(board, (move, captured, successor) -> scores.add(captured - score(successor.clone())));
        }

        private int score(int... board) {
            int seeds = Arrays.stream(board).sum();
            captures |= seeds < TOP;
            if (!Inputs.isStored(board)) {
                hasDerived = true;
                int[] best = {Integer.MIN_VALUE};
                game.moves(
                        board,
                        (move, captured, successor) ->
                                best[0] = Math.max(best[0], captured - score(successor.clone())));
                return best[0] == Integer.MIN_VALUE ? game.terminalScore(board) : best[0];
            }
            TreeSet<Long> read = pages.computeIfAbsent(seeds, key -> new TreeSet<>());
            Layer layer = layers.get(seeds);
            if (layer == null) {
                return 0;
            }
            long rank = game.rank(board);
            read.add(layer.pageOf(rank));
            return layer.value(rank) - seeds;
        }

        /** Returns the parts of a layer's directory that tell where its pages are. */
        SortedSet<Long> parts(int seeds) {
            TreeSet<Long> parts = new TreeSet<>();
            pages.get(seeds).forEach(page -> parts.add(page / CompressedHeader.INDEXED));
            return parts;
        }

        /** Neighbours would come in one request. */
        boolean isApart() {
            return pages.firstKey() >= LOWEST
                    && pages.keySet().stream().allMatch(seeds -> areApart(pages.get(seeds)) && areApart(parts(seeds)));
        }

        private static boolean areApart(SortedSet<Long> numbers) {
            return numbers.stream().noneMatch(number -> numbers.contains(number + 1));
        }

        /** Returns the number of requests for models and for parts of directories. */
        int first() {
            return pages.keySet().stream()
                    .mapToInt(seeds -> 1 + parts(seeds).size())
                    .sum();
        }

        /** Returns the number of requests for pages. */
        int second() {
            return pages.values().stream().mapToInt(TreeSet::size).sum();
        }
    }

    @Test
    @Thorough
    void aColdProbeWithItsMovesTakesTwoRoundTrips() throws IOException {
        Map<Integer, Layer> layers = new TreeMap<>();
        Manifest manifest = Manifest.empty(game.type().id(), game.parameters());
        for (int seeds = LOWEST; seeds <= TOP; seeds++) {
            Layer layer = new Layer(seeds);
            layers.put(seeds, layer);
            manifest = manifest.with(
                    FileKind.COMPRESSED, seeds, new Manifest.Entry(layer.header.fileLength(), FileDigest.NONE));
        }
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
        Layer top = layers.get(TOP);
        assertTrue(top.header.directoryOffset() > 1L << 38 && top.pages > 1L << 26, "as long as that of 48 seeds");
        Random random = new Random(TOP);
        int[] board = new int[game.cells()];
        int captures = 0;
        int derived = 0;
        for (int done = 0; done < POSITIONS; ) {
            game.unrank(TOP, random.nextLong(game.size(TOP)), board);
            Probe probe = new Probe(layers, board);
            if (probe.scores.size() > 2 && probe.isApart()) {
                probe(board, probe);
                captures += probe.captures ? 1 : 0;
                derived += probe.hasDerived ? 1 : 0;
                done++;
            }
        }
        assertTrue(captures > POSITIONS / 4, captures + " positions with captures");
        assertTrue(derived > 2, derived + " with scores that are not stored");
    }

    /** Holds the answers of each round back until all its requests are there. */
    private void probe(int[] board, Probe probe) throws IOException {
        CountDownLatch first = new CountDownLatch(probe.first());
        CountDownLatch second = new CountDownLatch(probe.second());
        try (FileServer server = new FileServer(directory)) {
            server.setFault((request, answer) ->
                    request.isRange() ? layer(probe, request).answer(request) : answer);
            HttpOptions options =
                    new HttpOptions(64 << 20, Duration.ofSeconds(2 * PATIENCE_SECONDS), Duration.ofMillis(2));
            try (Database database = Database.open(new HttpSource(server.uri(), options), OpenOptions.DEFAULT)) {
                server.takeAsked();
                server.setFault((request, answer) -> {
                    Layer layer = layer(probe, request);
                    CountDownLatch round = layer.isPage(request) ? second : first;
                    round.countDown();
                    // Whoever asks one after the other is not answered.
                    return round.await(PATIENCE_SECONDS, TimeUnit.SECONDS)
                            ? layer.answer(request)
                            : answer.withStatus(404);
                });
                assertEquals(
                        probe.scores.stream().sorted().toList(),
                        database.moves(board).stream()
                                .map(ScoredMove::score)
                                .sorted()
                                .toList());
                List<Asked> asked = server.takeAsked();
                assertEquals(probe.first() + probe.second(), asked.size(), asked::toString);
            }
        }
    }

    private static Layer layer(Probe probe, Asked request) {
        return probe.layers.get(Integer.parseInt(request.name().replaceAll("[^0-9]", "")));
    }
}
