package granary.explorer;

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
import java.util.DoubleSummaryStatistics;
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
 * never at once: {@code -Dgranary.browser-strength=DIR} names a database of awari of 12 seeds. Prints, after each two games from an
 * opening, the score with bounds, and thousands of positions a second.
 */
@EnabledIfSystemProperty(named = "granary.browser-strength", matches = ".+")
class BrowserStrengthTest {
    private static final int OPENINGS = 100;
    private static final int RANDOM_MOVES = 6;
    private static final long MOVE_MILLIS = 120;

    private final DoubleSummaryStatistics inBrowser = new DoubleSummaryStatistics();
    private final DoubleSummaryStatistics inJava = new DoubleSummaryStatistics();

    @Test
    @Timeout(value = 2, unit = TimeUnit.HOURS)
    void theEngineInABrowserPlaysAgainstTheSameInJava(@TempDir Path work) throws Exception {
        Path directory = Path.of(System.getProperty("granary.browser-strength"));
        Random random = TestRandom.create();
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
            engine.warmUp(new PlayedGame(database.game()), 3000);
            double sum = 0;
            double squares = 0;
            for (int i = 1; i <= OPENINGS; i++) {
                PlayedGame start = new PlayedGame(database.game());
                for (int move = 0; move < RANDOM_MOVES; move++) {
                    start.play(start.legalMoves()
                            .get(random.nextInt(start.legalMoves().size())));
                }
                double points = (play(engine, browser, start.copy(), 0) + play(engine, browser, start, 1)) / 2;
                sum += points;
                squares += points * points;
                double mean = sum / i;
                double margin = 1.96 * Math.sqrt((squares / i - mean * mean) / i); // two-sided, 95%
                System.out.printf(
                        Locale.ROOT,
                        "browser against Java, %d games: %.3f, Elo %+.0f (%+.0f .. %+.0f); %.0f and %.0f%n",
                        2 * i,
                        mean,
                        elo(mean),
                        elo(mean - margin),
                        elo(mean + margin),
                        inBrowser.getAverage(),
                        inJava.getAverage());
            }
        }
    }

    private static double elo(double score) {
        return -400 * Math.log10(1 / score - 1);
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
        inJava.accept(1e6 * report.nodes() / report.nanos());
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
        inBrowser.accept(found.get("nodes").getAsDouble() / found.get("millis").getAsDouble());
        return found.getAsJsonArray("moves")
                .get(0)
                .getAsJsonObject()
                .get("move")
                .getAsInt();
    }
}
