package granary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.database.ScoredMove;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.LayerHeader;
import granary.format.Manifest;
import granary.format.SealedHeader;
import granary.format.StoringRule;
import granary.game.Game;
import granary.testing.FileServer;
import granary.testing.FileServer.Answer;
import granary.testing.FileServer.Asked;
import granary.testing.sealed.PlainModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
 * The sealed file of 48 seeds on a web server. Its bytes are made up when they are asked for. Page p begins with block
 * 12 p + p^2 / (2 pages) or so: a directory that is no straight line.
 */
class LargeSealedFileTest {
    private static final int LAYER = 48;
    private static final int PLAIN = 255;
    private static final int BLOCK = 256;
    private static final int POSITIONS = 20;
    private static final int PATIENCE_SECONDS = 60;

    private final Awari game = new Awari(6, RuleSet.OLYMPIAD);
    private final long blocks = (game.size(LAYER) + BLOCK - 1) / BLOCK;
    private final long pages = 2 * blocks / 25;
    private final byte[] model = PlainModel.random(game.cells(), LAYER, 2, 1).bytes();
    private final SealedHeader header = header();
    private final byte[] name = header.name();

    @TempDir
    private Path directory;

    private SealedHeader header() {
        CRC32C crc = new CRC32C();
        crc.update(model);
        return new SealedHeader(
                game.identity(),
                LAYER,
                game.size(LAYER),
                -LAYER,
                StoringRule.REACHABLE,
                2,
                model.length,
                (int) crc.getValue(),
                pages,
                FileDigest.NONE,
                FileDigest.NONE);
    }

    /** Returns an entry of the directory. */
    private long entry(long page) {
        return Math.min(blocks, 12 * page + page * page / (2 * pages));
    }

    private long pageOf(long offset) {
        long low = 0;
        for (long high = pages - 1; low < high; ) {
            long middle = low + high + 1 >>> 1;
            boolean isBehind = entry(middle) > offset / BLOCK;
            low = isBehind ? low : middle;
            high = isBehind ? middle - 1 : high;
        }
        return low;
    }

    private static int value(long offset) {
        return (int) (offset * 0x9e3779b97f4a7c15L >>> 33) % (2 * LAYER + 1);
    }

    private byte[] page(long number) {
        long first = entry(number);
        int count = (int) (entry(number + 1) - first);
        ByteBuffer page = ByteBuffer.allocate(SealedHeader.PAGE).order(ByteOrder.LITTLE_ENDIAN);
        page.putShort(4, (short) count);
        for (int i = 0; i < count; i++) {
            page.put(SealedHeader.LENGTHS_AT + i, (byte) PLAIN);
        }
        for (int i = 0; i < BLOCK * count; i++) {
            page.put(SealedHeader.LENGTHS_AT + count + i, (byte) value(BLOCK * first + i));
        }
        return page.putInt(0, SealedHeader.pageChecksum(name, (int) first, page.array(), 0))
                .array();
    }

    /** Returns bytes of the file. */
    private byte[] bytes(long from, int length) {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            long at = from + bytes.position();
            if (at >= header.indexOffset()) {
                bytes.putInt((int) entry((at - header.indexOffset()) / Integer.BYTES * SealedHeader.INDEXED));
            } else if (at >= header.directoryOffset()) {
                bytes.putInt((int) entry((at - header.directoryOffset()) / Integer.BYTES));
            } else {
                byte[] part = at >= header.pagesOffset()
                        ? page((at - header.pagesOffset()) / SealedHeader.PAGE)
                        : at < LayerHeader.LENGTH
                                ? header.toBytes()
                                : Arrays.copyOf(model, (int) header.pagesOffset() - LayerHeader.LENGTH);
                long start = at >= header.pagesOffset()
                        ? at - at % SealedHeader.PAGE
                        : at < LayerHeader.LENGTH ? 0 : LayerHeader.LENGTH;
                int skipped = (int) (at - start);
                bytes.put(part, skipped, Math.min(part.length - skipped, bytes.remaining()));
            }
        }
        return bytes.array();
    }

    private Answer answer(Asked request) {
        byte[] body = bytes(request.from(), request.length());
        String range = "bytes " + request.from() + "-" + (request.from() + body.length - 1) + "/" + header.fileLength();
        return new Answer(206, body, body.length, range, "\"1\"", null);
    }

    @Test
    void aColdProbeWithItsMovesTakesTwoRoundTrips() throws IOException {
        Manifest manifest = Manifest.empty(game.type().id(), game.parameters())
                .with(FileKind.SEALED, LAYER, new Manifest.Entry(header.fileLength(), FileDigest.NONE));
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
        assertTrue(header.directoryOffset() > 1L << 38 && pages > 1L << 26, "as long as that of 48 seeds");
        Random random = new Random(LAYER);
        int[] board = new int[game.cells()];
        for (int done = 0; done < POSITIONS; ) {
            game.unrank(LAYER, random.nextLong(game.size(LAYER)), board);
            Map<Long, Integer> expected = successors(board);
            TreeSet<Long> numbers = new TreeSet<>();
            expected.keySet().forEach(offset -> numbers.add(pageOf(offset)));
            TreeSet<Long> parts = new TreeSet<>();
            numbers.forEach(number -> parts.add(number / SealedHeader.INDEXED));
            if (expected.size() > 2 && areApart(numbers) && areApart(parts)) {
                probe(board, expected, 1 + parts.size(), numbers.size());
                done++;
            }
        }
    }

    /** Returns the offsets of a position's successors with their values; none when a move captures. */
    private Map<Long, Integer> successors(int[] board) {
        Map<Long, Integer> values = new TreeMap<>();
        boolean[] captures = new boolean[1];
        game.moves(board, (move, reward, successor) -> {
            captures[0] |= reward > 0;
            long offset = game.locate(successor, 0) & Game.OFFSET_MASK;
            values.put(offset, value(offset));
        });
        return captures[0] ? Map.of() : values;
    }

    /** Neighbours would come in one request. */
    private static boolean areApart(SortedSet<Long> numbers) {
        return numbers.stream().noneMatch(number -> numbers.contains(number + 1));
    }

    /**
     * Holds the answers of each round back until all its requests are there.
     *
     * @param parts the requests for the model and for parts of the directory
     * @param numbers those for pages
     */
    private void probe(int[] board, Map<Long, Integer> expected, int parts, int numbers) throws IOException {
        CountDownLatch first = new CountDownLatch(parts);
        CountDownLatch second = new CountDownLatch(numbers);
        try (FileServer server = new FileServer(directory)) {
            server.setFault((request, answer) -> request.isRange() ? answer(request) : answer);
            try (Database database = Database.open(HttpDirectory.at(
                    server.uri(),
                    HttpOptions.DEFAULT.withTimes(Duration.ofSeconds(2 * PATIENCE_SECONDS), Duration.ofMillis(2))))) {
                server.takeAsked();
                server.setFault((request, answer) -> {
                    boolean isPage =
                            request.from() >= header.pagesOffset() && request.from() < header.directoryOffset();
                    CountDownLatch round = isPage ? second : first;
                    round.countDown();
                    // Whoever asks one after the other is not answered.
                    return round.await(PATIENCE_SECONDS, TimeUnit.SECONDS) ? answer(request) : answer.withStatus(404);
                });
                int found = 0;
                for (ScoredMove move : database.moves(board)) {
                    assertEquals(
                            LAYER - expected.get(game.locate(move.successor(), 0) & Game.OFFSET_MASK), move.score());
                    found++;
                }
                assertEquals(expected.size(), found);
                List<Asked> asked = server.takeAsked();
                assertEquals(parts + numbers, asked.size(), asked::toString);
            }
        }
    }
}
