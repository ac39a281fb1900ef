package granary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.database.Batch;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.error.DatabaseException;
import granary.game.Game;
import granary.testing.FileServer;
import granary.testing.FileServer.Answer;
import granary.testing.FileServer.Asked;
import granary.testing.SolvedDatabase;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Whatever a server or the way to it does, a score is right or an exception says what is wrong. */
class HttpFaultsTest {
    private static final int FAULTS = Integer.getInteger("granary.http-faults", 100);
    private static final HttpOptions QUICK = new HttpOptions(64 << 20, Duration.ofMillis(300), Duration.ofMillis(2));

    /** A fault of an answer. */
    private enum Kind {
        END_OF_CONNECTION,
        SILENCE,
        TRUNCATED_BODY,
        SHORT_BODY,
        LONG_BODY,
        FLIPPED_BIT,
        OTHER_BYTES,
        OTHER_RANGE,
        BYTES_OF_ANOTHER_RANGE,
        NO_RANGE,
        OTHER_VERSION,
        BUSY,
        BROKEN,
        MISSING,
        FORBIDDEN,
        WHOLE_FILE_OF_ANOTHER_LENGTH
    }

    @Test
    @Thorough
    void everyFaultEndsInTheRightScoreOrAnException() throws IOException {
        Random random = TestRandom.create();
        Map<Kind, int[]> outcomes = new EnumMap<>(Kind.class);
        try (FileServer server = new FileServer(SolvedDatabase.directory());
                Database local = Database.open(SolvedDatabase.directory())) {
            for (int i = 0; i < FAULTS; i++) {
                Kind kind = Kind.values()[i % Kind.values().length];
                boolean isLasting = random.nextBoolean();
                AtomicInteger next = new AtomicInteger(-random.nextInt(20));
                long seed = random.nextLong();
                server.setFault((request, answer) -> {
                    int number = next.getAndIncrement();
                    return number == 0 || isLasting && number > 0
                            ? damaged(kind, request, answer, new Random(seed + number))
                            : answer;
                });
                int[] outcome = outcomes.computeIfAbsent(kind, first -> new int[2]);
                outcome[look(local, server, QUICK, random) ? 0 : 1]++;
            }
            server.setFault((request, answer) -> answer);
            assertTrue(look(local, server, HttpOptions.DEFAULT, random), "what was wrong does no harm later");
        }
        outcomes.forEach((kind, outcome) ->
                System.out.println(kind + ": " + outcome[0] + " right, " + outcome[1] + " exceptions"));
    }

    /** Returns false when an exception tells of the server. */
    private static boolean look(Database local, FileServer server, HttpOptions options, Random random) {
        Game game = local.game();
        int[] boards = new int[8 * game.cells()];
        int[] board = new int[game.cells()];
        try (Database remote = Database.open(new HttpSource(server.uri(), options), OpenOptions.DEFAULT)) {
            Batch batch = remote.batch();
            int[] scores = new int[8];
            for (int i = 0; i < 8; i++) {
                int layer = SolvedDatabase.TOP - random.nextInt(3);
                game.unrank(layer, random.nextLong(game.size(layer)), board);
                assertEquals(local.moves(board).toString(), remote.moves(board).toString());
                System.arraycopy(board, 0, boards, i * board.length, board.length);
            }
            batch.scores(boards, 0, 8, scores, 0);
            for (int i = 0; i < 8; i++) {
                assertEquals(local.score(boards, i * board.length), scores[i]);
            }
            return true;
        } catch (DatabaseException e) {
            assertTrue(e.getMessage().contains("http://127.0.0.1"), e.getMessage());
            return false;
        }
    }

    private static Answer damaged(Kind kind, Asked request, Answer answer, Random random) throws InterruptedException {
        byte[] body = answer.body().clone();
        int at = body.length == 0 ? 0 : random.nextInt(body.length);
        switch (kind) {
            case END_OF_CONNECTION -> {
                return null;
            }
            case SILENCE -> {
                Thread.sleep(900);
                return answer;
            }
            case TRUNCATED_BODY -> {
                return answer.withBody(Arrays.copyOf(body, at));
            }
            case SHORT_BODY -> {
                return at == 0 ? null : answer.withBody(Arrays.copyOf(body, at)).withAnnounced(at);
            }
            case LONG_BODY -> {
                return answer.withBody(Arrays.copyOf(body, body.length + 9)).withAnnounced(body.length + 9);
            }
            case FLIPPED_BIT -> {
                body[at] ^= (byte) (1 << random.nextInt(8));
                return answer.withBody(body);
            }
            case OTHER_BYTES -> {
                random.nextBytes(body);
                return answer.withBody(body);
            }
            case OTHER_RANGE -> {
                return answer.withRange("bytes 0-" + (body.length - 1) + "/999999");
            }
            case BYTES_OF_ANOTHER_RANGE -> {
                System.arraycopy(answer.body(), at, body, 0, body.length - at);
                return answer.withBody(body);
            }
            case NO_RANGE -> {
                return answer.withRange(null);
            }
            case OTHER_VERSION -> {
                return answer.withVersion("\"" + random.nextInt() + "\"");
            }
            case BUSY -> {
                return answer.withRetryAfter("0").withStatus(429);
            }
            case BROKEN -> {
                return answer.withStatus(500 + random.nextInt(5));
            }
            case MISSING -> {
                return answer.withStatus(404);
            }
            case FORBIDDEN -> {
                return answer.withStatus(403);
            }
            case WHOLE_FILE_OF_ANOTHER_LENGTH -> {
                return request.isRange()
                        ? new Answer(200, body, body.length, null, answer.version(), null)
                        : answer.withBody(body);
            }
            default -> throw new IllegalStateException(kind.name());
        }
    }
}
