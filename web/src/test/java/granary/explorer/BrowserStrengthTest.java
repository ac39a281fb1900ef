package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.database.Database;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.OwareNotation;
import granary.engine.PlayedGame;
import granary.engine.Report;
import granary.testing.TestRandom;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Plays 200 games of the engine in a browser against the same in Java, with the same time for each move and one thread each, in turns,
 * never at once:
 * {@code -Dgranary.browser-strength=DIR} names a database of awari of 12 seeds. Prints the score with bounds, and what each
 * visited in a second, after each 20 games.
 */
@EnabledIfSystemProperty(named = "granary.browser-strength", matches = ".+")
class BrowserStrengthTest {
    private static final int OPENINGS = 100;
    private static final int RANDOM_MOVES = 6;
    private static final long MOVE_MILLIS = 120;

    /** Two-sided, 95%. */
    private static final double DEVIATIONS = 1.96;

    private long browserNodes;
    private double browserMillis;
    private long javaNodes;
    private double javaMillis;

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void theEngineInABrowserPlaysAgainstTheSameInJava(@TempDir Path work) throws Exception {
        Path directory = Path.of(System.getProperty("granary.browser-strength"));
        Random random = TestRandom.create();
        double[] pairs = new double[OPENINGS];
        try (Published published = new Published(work, directory);
                Browser browser = Browser.start();
                Database database = Database.open(directory)) {
            String root = published.uri(directory.getFileName().toString()).toString();
            browser.goTo(published.uri(directory.getFileName().toString()));
            browser.asyncScript("""
                    const root = arguments[0];
                    const {openEngine} = await import(root + 'assets/granary-browser/engine.js');
                    const read = async name => [name, await (await fetch(root + name)).arrayBuffer()];
                    const names = ['granary.manifest', ...arguments[1].map(n => `layer-${String(n).padStart(3, '0')}.granary`)];
                    window.engine = await openEngine({files: Object.fromEntries(await Promise.all(names.map(read)))});
                    """, root, List.copyOf(database.layers()));
            Engine engine = new Engine(database, Engine.Aim.WIN);
            PlayedGame opening = new PlayedGame(database.game());
            engine.warmUp(opening, 3000);
            for (int i = 0; i < OPENINGS; i++) {
                PlayedGame start = opening.copy();
                for (int move = 0; move < RANDOM_MOVES; move++) {
                    List<Integer> legal = start.legalMoves();
                    start.play(legal.get(random.nextInt(legal.size())));
                }
                for (int side = 0; side < 2; side++) {
                    pairs[i] += play(engine, browser, start.copy(), side) / 2;
                }
                if ((i + 1) % 10 == 0) {
                    report(Arrays.copyOf(pairs, i + 1)); // a match that is ended early has not been for nothing
                }
            }
        }
        assertTrue(browserNodes > 0 && javaNodes > 0);
    }

    /** Plays a game and returns what the browser, on some side, has of it: 1, a half or 0. */
    private double play(Engine engine, Browser browser, PlayedGame game, int side) {
        String start = OwareNotation.position(game);
        StringBuilder letters = new StringBuilder();
        while (!engine.isOver(game)) {
            int mover = game.now().mover();
            int move = mover == side ? inBrowser(browser, start, letters.toString()) : inJava(engine, game);
            letters.append(OwareNotation.letter(mover, move));
            game.play(move);
        }
        int[] count = engine.finalCount(game);
        return (1 + Integer.signum(count[side] - count[1 - side])) / 2.0;
    }

    private int inJava(Engine engine, PlayedGame game) {
        Report report =
                engine.prepare(game, Limits.NONE.withMillis(MOVE_MILLIS)).search(depth -> {});
        javaNodes += report.nodes();
        javaMillis += report.nanos() / 1e6;
        return report.moves().get(0).move();
    }

    private int inBrowser(Browser browser, String start, String letters) {
        JsonObject found = JsonParser.parseString(String.valueOf(browser.asyncScript("""
                        let last;
                        for await (const one of window.engine.search(arguments[0], {moves: arguments[1], millis: arguments[2]})) {
                          last = one;
                        }
                        return JSON.stringify(last);
                        """, start, letters, MOVE_MILLIS)))
                .getAsJsonObject();
        browserNodes += found.get("nodes").getAsLong();
        browserMillis += found.get("millis").getAsDouble();
        JsonArray moves = found.getAsJsonArray("moves");
        return moves.get(0).getAsJsonObject().get("move").getAsInt();
    }

    private void report(double... pairs) {
        double mean = 0;
        for (double pair : pairs) {
            mean += pair / pairs.length;
        }
        double variance = 0;
        for (double pair : pairs) {
            variance += (pair - mean) * (pair - mean) / (pairs.length - 1);
        }
        double half = DEVIATIONS * Math.sqrt(variance / pairs.length);
        System.out.printf(
                Locale.ROOT,
                "browser against Java, %d games, %d ms a move: %.1f%%, %+.0f Elo (%+.0f .. %+.0f); %.0f and %.0f thousand positions a second, %.2f%n",
                2 * pairs.length,
                MOVE_MILLIS,
                100 * mean,
                elo(mean),
                elo(mean - half),
                elo(mean + half),
                browserNodes / browserMillis,
                javaNodes / javaMillis,
                browserNodes / browserMillis / (javaNodes / javaMillis));
    }

    private static double elo(double score) {
        return -400 * Math.log10(1 / score - 1);
    }
}
