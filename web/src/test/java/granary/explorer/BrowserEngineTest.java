package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import granary.awari.Awari;
import granary.database.Database;
import granary.database.Listing;
import granary.engine.Engine;
import granary.engine.Limits;
import granary.engine.OwareNotation;
import granary.engine.PlayedGame;
import granary.engine.Report;
import granary.format.Manifest;
import granary.testing.TestRandom;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine as WebAssembly, in a real browser, compared with the same engine in Java. */
class BrowserEngineTest extends PublishedTest {
    private static final int MOST_COMPRESSED = 520_000;
    private static final int POSITIONS = 40;
    /** Of the page's process at any time, with an engine. A table that stayed behind would take 16 more for each game. */
    private static final int MOST_MEBIBYTES = 500;

    private static final long NODES = 40_000;

    /** So near the database, and so long a search, that it takes turns with a search for a proof. */
    private static final String PROVEN = "3-0-2-1-0-2-1-3-0-1-2-3-15-15-S";

    private static final long PROVEN_NODES = 1_500_000;

    /** Starts an engine with the published layers as {@code engine}, and gives the last that a search finds. */
    private static final String BEGIN = """
            const {openEngine} = await import('./assets/granary-browser/engine.js');
            const read = async name => [name, await (await fetch('./' + name)).arrayBuffer()];
            const names = ['granary.manifest', ...[0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap(n => [`layer-00${n}.granary`, `layer-00${n}.distances.granary`])];
            const open = async () => openEngine({files: Object.fromEntries(await Promise.all(names.map(read)))});
            const last = async found => { let all; for await (const one of found) { all = one; } return all; };
            """;

    @BeforeEach
    void open() {
        browser.goTo(at("position=" + HELD)); // there the page has no engine of its own
    }

    private static String inPage(String code, Object... arguments) {
        return String.valueOf(
                browser.asyncScript(BEGIN.replace("'./", "'" + published.uri("awari")) + code, arguments));
    }

    /** A search: the position, the moves from there, whether it is for a win, and the most positions. */
    private record Search(String position, String moves, boolean toWin, long nodes) {}

    private static List<Search> searches() {
        Random random = TestRandom.create();
        List<Search> searches = new ArrayList<>();
        try (Database database = Database.open(Served.directory("awari"))) {
            while (searches.size() < POSITIONS) {
                PlayedGame played = OwareNotation.position((Awari) database.game(), OPENING);
                StringBuilder moves = new StringBuilder();
                int plies = random.nextInt(90);
                while (plies-- > 0 && played.legalMoves().size() > 0 && seeds(played) > Served.SEEDS) {
                    List<Integer> legal = played.legalMoves();
                    int move = legal.get(random.nextInt(legal.size()));
                    moves.append(OwareNotation.letter(played.now().mover(), move));
                    played.play(move);
                }
                searches.add(new Search(OPENING, moves.toString(), searches.size() % 2 == 0, NODES));
            }
        }
        searches.add(new Search(PROVEN, "", true, PROVEN_NODES));
        return searches;
    }

    private static int seeds(PlayedGame played) {
        return played.game().layer(played.now().position());
    }

    private static String inJava(Path directory, List<Search> searches) {
        List<Object> all = new ArrayList<>();
        try (Database database = Database.open(directory)) {
            Engine toWin = new Engine(database, Engine.Aim.WIN);
            Engine toScore = new Engine(database, Engine.Aim.SCORE_ALL_MOVES);
            for (Search search : searches) {
                PlayedGame played = OwareNotation.anyPosition((Awari) database.game(), search.position());
                OwareNotation.play(played, search.moves());
                Report report = (search.toWin() ? toWin : toScore)
                        .prepare(played, Limits.NONE.withNodes(search.nodes()))
                        .search(depth -> {});
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("depth", report.depth());
                json.put("isExact", report.isExact());
                json.put("nodes", report.nodes());
                json.put("probes", report.probes());
                json.put("moves", report.moves());
                json.put("line", report.line());
                all.add(json);
            }
        }
        return new Gson().toJson(all);
    }

    @Test
    void searchesFindWhatTheyFindInJava() {
        List<Search> searches = searches();
        List<JsonElement> expected = assertFound(Served.directory("awari"), searches, "await open()");
        assertTrue(expected.stream()
                        .filter(one -> one.getAsJsonObject().get("probes").getAsLong() > 0)
                        .count()
                > POSITIONS / 4);
        JsonElement proven = expected.get(POSITIONS);
        assertTrue(proven.getAsJsonObject().get("nodes").getAsLong() > 1_000_000, proven.toString());
    }

    /** Of the files that the manifest lists, none came. */
    @Test
    void withoutLayersSearchesFindWhatTheyFindInJava(@TempDir Path empty) throws IOException {
        Manifest manifest = new Listing(Served.directory("awari")).manifest();
        Files.write(
                empty.resolve(Manifest.FILE_NAME),
                Manifest.empty(manifest.game(), manifest.parameters()).toBytes());
        assertFound(
                empty,
                searches().subList(0, 6),
                "await openEngine({files: Object.fromEntries([await read('granary.manifest')])})");
    }

    /** Compares what an engine finds in the page with what it finds in Java, and returns that. */
    private static List<JsonElement> assertFound(Path directory, List<Search> searches, String engine) {
        List<JsonElement> expected = JsonParser.parseString(inJava(directory, searches))
                .getAsJsonArray()
                .asList();
        List<JsonElement> actual = new ArrayList<>();
        inPage("window.engine = " + engine + ";");
        for (Search search : searches) {
            actual.add(JsonParser.parseString(inPage("""
                    const {position, ...options} = JSON.parse(arguments[0]);
                    const {millis, ...found} = await last(window.engine.search(position, options));
                    return JSON.stringify(found);
                    """, new Gson().toJson(search))));
        }
        inPage("window.engine.close();");
        assertEquals(expected.size(), actual.size());
        for (int i = 0; i < expected.size(); i++) {
            assertEquals(expected.get(i), actual.get(i), searches.get(i).toString());
        }
        return expected;
    }

    @Test
    void aSearchWithoutLimitsIsStoppedAndTheEngineAnswersTheNext() {
        String outcome = inPage("""
                const engine = await open();
                const abort = new AbortController();
                const all = [];
                for await (const one of engine.search('4-4-4-4-4-4-4-4-4-4-4-4-0-0-S', {signal: abort.signal})) {
                  all.push(one.depth);
                  if (one.depth === 9) {
                    abort.abort();
                  }
                }
                for await (const one of engine.search('4-4-4-4-4-4-4-4-4-4-4-4-0-0-S')) {
                  if (one.depth > 9) {
                    break; // stops it, too
                  }
                }
                const next = await last(engine.search('4-4-4-4-4-4-4-4-4-4-4-4-0-0-S', {depth: 3}));
                const given = await last(engine.search('4-4-4-4-4-4-4-4-4-4-4-4-0-0-S', {signal: AbortSignal.abort()}));
                engine.close();
                return JSON.stringify([all.includes(9), next.depth, given.moves.length > 0]);
                """);
        assertEquals("[true,3,true]", outcome);
    }

    @Test
    void aClosedEngineEndsItsSearchesAndRefusesOthers() {
        String outcome = inPage("""
                const engine = await open();
                const search = () => last(engine.search('4-4-4-4-4-4-4-4-4-4-4-4-0-0-S')).catch(problem => problem.message);
                const going = engine.search('4-4-4-4-4-4-4-4-4-4-4-4-0-0-S');
                await going.next();
                const waiting = search();
                engine.close();
                const said = [await last(going).catch(problem => problem.message), await waiting, await search()];
                return said.join('|');
                """);
        assertEquals("The engine was closed.|The engine was closed.|The engine was closed.", outcome);
    }

    @Test
    void theExampleOfTheDocumentRuns() throws IOException {
        String document = Files.readString(Path.of("README.md"));
        Matcher example = Pattern.compile("```html\n(.*?)```", Pattern.DOTALL).matcher(document);
        assertTrue(example.find());
        Path page = published.directory("awari").resolve("assets/example.html");
        Files.writeString(page, """
                <!doctype html>
                <script>
                window.told = [];
                console.log = text => window.told.push(text);
                </script>
                """ + example.group(1));
        browser.enter(published.uri("awari").resolve("assets/example.html"));
        browser.await(
                "what it finds",
                driver -> String.valueOf(browser.script("return window.told"))
                        .matches("\\[depth \\d+: pit \\d, -?[0-9.]+ seeds, \\d+ positions.*"));
        Files.delete(page);
    }

    @Test
    void searchesAreStoppedBeforeTheyEnd() {
        Object ended = browser.asyncScript(BEGIN.replace("'./", "'" + published.uri("awari")) + """
                const engine = await open();
                const took = [];
                for (let i = 0; i < 15; i++) {
                  const abort = new AbortController();
                  let asked = null;
                  setTimeout(() => {
                    asked = performance.now();
                    abort.abort();
                  }, 100 + 10 * i);
                  const found = await last(engine.search('4-4-4-4-4-4-4-4-4-4-4-4-0-0-S', {signal: abort.signal, toWin: i % 2 === 0}));
                  if (asked === null || found.isExact) {
                    throw new Error('the search ended by itself');
                  }
                  took.push(Math.round(performance.now() - asked));
                }
                engine.close();
                return took;
                """);
        System.out.println("milliseconds from the signal to the end of a search: " + ended);
        assertEquals(15, ((List<?>) ended).size());
    }

    @Test
    void memoryStaysBoundedOverFiftyGames() throws IOException {
        browser.forgetMemory();
        for (int game = 0; game < 50; game++) {
            inPage("""
                    const game = arguments[0];
                    if (game % 10 === 0) {
                      window.engine?.close();
                      window.engine = await open();
                    }
                    let moves = '';
                    for (let ply = 0; ply < 20; ply++) {
                      const {moves: [best]} = await last(window.engine.search('4-4-4-4-4-4-4-4-4-4-4-4-0-0-S', {moves, nodes: 1000, toWin: game % 2 === 0}));
                      if (!best) {
                        break;
                      }
                      moves += String.fromCharCode((ply % 2 === 0 ? 65 : 97) + best.move);
                    }
                    """, game);
        }
        inPage("window.engine.close();");
        long most = browser.mostMemory() >> 10;
        System.out.println("most memory of the page's process: " + most + " MiB");
        assertTrue(most <= MOST_MEBIBYTES, most + " MiB");
    }

    @Test
    void whatIsNoPositionIsRefusedWithASentence() {
        String outcome = inPage("""
                const engine = await open();
                const said = [];
                for (const [position, moves] of [['4-4', ''], ['4-4-4-4-4-4-4-4-4-4-4-4-0-0-S', 'FF']]) {
                  await last(engine.search(position, {moves})).catch(problem => said.push(problem.message));
                }
                engine.close();
                return said.join('|');
                """);
        assertTrue(
                outcome.matches("'4-4' does not have 12 pits.*\\|move 2, 'F', is not legal; legal: a b c d e f"),
                outcome);
    }

    @Test
    void aDamagedEngineIsRefused() throws IOException {
        // At the end are the learnt tables: the module stays valid.
        for (double where : new double[] {0.3, 0.93}) {
            damaged(FOLDER + "engine.wasm", where, () -> {
                String outcome = inPage("return (await open().catch(problem => problem)).message");
                assertTrue(outcome.contains("its bytes are not those that were published"), outcome);
            });
        }
    }

    @Test
    void aDamagedLayerIsASentenceAndNoScore() {
        for (int at : new int[] {100, 4196}) { // the header, and the scores
            String outcome = inPage("""
                    const files = Object.fromEntries(await Promise.all(names.map(read)));
                    new Uint8Array(files['layer-008.granary'])[arguments[0]] ^= 1;
                    try {
                      const engine = await openEngine({files});
                      return JSON.stringify(await last(engine.search('1-0-2-0-1-0-0-1-2-0-0-1-20-20-S', {toWin: false})));
                    } catch (problem) {
                      return 'refused: ' + problem.message;
                    }
                    """, at);
            assertTrue(outcome.matches("(?s)refused: .*layer-008.granary.*checksum.*"), outcome);
        }
    }

    @Test
    void theFolderIsSmall() throws IOException {
        long bytes = 0;
        for (String name : List.of("engine.js", "engine.wasm", "obstacle.js", "runtime.js", "whole.js", "worker.js")) {
            ByteArrayOutputStream compressed = new ByteArrayOutputStream();
            try (GZIPOutputStream gzip = new GZIPOutputStream(compressed)) {
                gzip.write(Files.readAllBytes(published.directory("awari").resolve(FOLDER + name)));
            }
            bytes += compressed.size();
        }
        assertTrue(bytes <= MOST_COMPRESSED, bytes + " bytes, compressed");
    }
}
