package granary.languages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Database;
import granary.format.Manifest;
import granary.game.Game;
import granary.game.Games;
import granary.testing.AlteredBytes;
import granary.testing.ChildJvm;
import granary.testing.DocumentSnippet;
import granary.testing.Outcome;
import granary.testing.PositionTable;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import granary.testing.Tools;
import granary.testing.Tsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The readers in C, Python and JavaScript agree with the conformance databases, and with databases of synthetic scores that are longer or
 * of other games. Where there is no compiler, no Python or no node, the tests are skipped, or fail with {@code -Dgranary.tools=required}.
 */
class OtherLanguagesTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path CONFORMANCE = ROOT.resolve("conformance");
    private static final Path C = ROOT.resolve("languages").resolve("c");
    private static final Path PYTHON = ROOT.resolve("languages").resolve("python");
    private static final Path JAVASCRIPT = ROOT.resolve("languages").resolve("javascript");
    private static final Path READERS =
            Path.of("src", "test", "resources", "readers").toAbsolutePath();
    private static final List<String> STRICT =
            List.of("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O2", "-g", "-pthread");
    /** Without the processor's instruction for checksums. */
    private static final String PORTABLE = "-DGRANARY_PORTABLE";

    private static final List<List<String>> WAYS = List.of(List.of(), List.of(PORTABLE));
    /** Options that {@code -Dgranary.sanitizers=true} tries instead: half a minute more. */
    private static final List<List<String>> SANITIZERS = List.of(
            List.of(),
            List.of(PORTABLE, "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
            List.of("-fsanitize=thread"));

    private static final List<String> EXAMPLE = command(
            List.of(CONFORMANCE.resolve("awari-6-olympiad").toString()), List.of("0 0 1 0 0 0 0 0 0 0 1 0".split(" ")));

    private static final String EXAMPLE_PRINTS = "score 2\ndistance 5\nbounds 2 2\nmove 2 captures 0 score 2\n";

    private static final List<Game> OTHERS = List.of(
            Games.create("chain", Map.of("rules", "inverse")),
            Games.create("chomp", Map.of("rows", "4", "columns", "7")),
            Games.create("chexers", Map.of("colour", "green", "blocks", "-3,0;0,0;2,-1")));

    /** More than a segment of the digest, and many chunks, whose borders lie within groups. */
    private static final int LONG_LAYER = 13;

    private static final int SAMPLES = 500;
    private static final int BOARDS = 100;
    private static final int MAX_LINES = 1400;
    private static final int ALTERATIONS = Integer.getInteger("granary.alterations", 30);

    @TempDir
    private Path directory;

    @Test
    void theReaderInCReadsWhatThisOneReads() throws IOException, InterruptedException {
        require("cc", "--version");
        assertSmall(C.resolve("granary.h"), C.resolve("granary.c"));
        Path longer = longer();
        for (List<String> options : Boolean.getBoolean("granary.sanitizers") ? SANITIZERS : WAYS) {
            assertTest(
                    List.of(
                            compiled(options, "test", C.resolve("granary.c"), C.resolve("test_granary.c")),
                            CONFORMANCE.toString()),
                    longer);
        }
    }

    @Test
    void exampleInCPrintsScoresAndRefusesWhatIsNoBoard() throws IOException, InterruptedException {
        require("cc", "--version");
        List<String> probe = List.of(compiled(List.of(), "probe", C.resolve("granary.c"), C.resolve("probe.c")));
        run(command(probe, EXAMPLE)).assertPrints(EXAMPLE_PRINTS);
        for (String wrong : List.of("a", "", "1x", "-1", "1.5", "99999999999999999999")) {
            List<String> words = new ArrayList<>(EXAMPLE);
            words.set(1, wrong);
            assertEquals(
                    "probe: '" + wrong + "' is not a number of seeds",
                    run(command(probe, words)).assertFailure(1));
        }
        String more =
                run(command(probe, command(EXAMPLE, EXAMPLE.subList(1, 13)))).assertFailure(1);
        assertEquals("probe: '0' comes after the last pit of any board", more);
    }

    @Test
    void samplesOfTheDocumentsPrintWhatTheySay() throws IOException, InterruptedException {
        require("cc", "--version");
        require("python3", "--version");
        require("node", "--version");
        SolvedDatabase.copyTo(Files.createDirectory(directory.resolve("db")));
        String c = sample(C, "c");
        Files.writeString(
                directory.resolve("sample.c"),
                "#include \"granary.h\"\n#include <stdio.h>\nint main(void)\n{\n" + c + "return 0;\n}\n");
        String program = compiled(List.of("-I" + C), "sample", C.resolve("granary.c"), directory.resolve("sample.c"));
        run(List.of(program)).assertPrints(DocumentSnippet.printed(c));
        String python = sample(PYTHON, "python");
        Files.writeString(
                directory.resolve("sample.py"), "import sys\nsys.path.insert(0, '" + PYTHON + "')\n" + python);
        run(List.of("python3", "-B", "sample.py")).assertPrints(DocumentSnippet.printed(python));
        String js = sample(JAVASCRIPT, "js");
        Files.writeString(
                directory.resolve("sample.mjs"),
                js.replace("'./", "'" + JAVASCRIPT + "/")
                        .replace("'https://host/awari/'", "pathToFileURL('db'), {fetch: fetchFile}")
                        .replaceFirst(
                                "\n",
                                "\nimport {pathToFileURL} from 'node:url';\nimport {fetchFile} from '" + JAVASCRIPT
                                        + "/files.js';\n"));
        run(List.of("node", "sample.mjs")).assertPrints(DocumentSnippet.printed(js));
    }

    /** Returns the first code of a reader's README. */
    private static String sample(Path reader, String language) throws IOException {
        Matcher code = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(reader.resolve("README.md")));
        assertTrue(code.find(), () -> "no code in " + reader);
        return code.group(1);
    }

    @Test
    void theExampleInPythonSaysWhatItNeeds() throws IOException, InterruptedException {
        require("python3", "--version");
        List<String> program =
                List.of("python3", "-B", PYTHON.resolve("granary.py").toString());
        assertEquals("usage: granary.py DIRECTORY PIT ...", run(program).assertFailure(1));
    }

    @Test
    void theReaderInCFindsTheMovesThatThisOneFinds() throws IOException, InterruptedException {
        require("cc", "--version");
        String program = compiled(List.of("-I" + C), "moves", C.resolve("granary.c"), READERS.resolve("moves.c"));
        for (Path database : databases()) {
            assertMoves(List.of(program), database, false);
        }
        for (RuleSet rules : RuleSet.values()) {
            for (int pits : new int[] {2, 3, 6}) {
                assertMovesWorkedOutByHand(program, new Awari(pits, rules));
            }
        }
    }

    /** The database is empty: legal moves need no scores. */
    private void assertMovesWorkedOutByHand(String program, Awari game) throws IOException, InterruptedException {
        List<List<String>> rows = Tsv.fields(CONFORMANCE.resolve("awari-moves.tsv")).stream()
                .filter(row -> List.of("all", game.rules().id()).contains(row.get(0)))
                .filter(row -> row.get(1).split(" ").length == game.cells())
                .toList();
        Path boards = Files.write(
                directory.resolve("boards"),
                rows.stream().map(row -> row.get(1)).toList());
        run(List.of(program, empty(game).toString(), boards.toString()))
                .assertPrints(rows.stream()
                        .map(row -> row.get(3).replaceAll("none: .*", "none") + "\n")
                        .collect(Collectors.joining()));
    }

    @Test
    @Thorough
    void theReaderInPythonReadsWhatThisOneReads() throws IOException, InterruptedException {
        require("python3", "--version");
        assertSmall(PYTHON.resolve("granary.py"));
        List<String> command = new ArrayList<>(
                List.of("python3", "-B", PYTHON.resolve("test_granary.py").toString()));
        for (Game game : OTHERS) {
            command.add(database(game, 0, Math.min(game.topLayer(), 30)).toString());
        }
        assertTest(command, longer());
        run(command(List.of("python3", "-B", PYTHON.resolve("granary.py").toString()), EXAMPLE))
                .assertPrints(EXAMPLE_PRINTS);
    }

    @Test
    @Thorough
    void theReaderInPythonFindsTheMovesAndLinesThatThisOneFinds() throws IOException, InterruptedException {
        require("python3", "--version");
        Files.copy(PYTHON.resolve("granary.py"), directory.resolve("granary.py"));
        Path program = Files.copy(READERS.resolve("moves.py"), directory.resolve("moves.py"));
        for (Path database : databases()) {
            assertMoves(List.of("python3", "-B", program.toString()), database, true);
        }
    }

    @Test
    @Thorough
    void theReaderInJavaScriptReadsWhatThisOneReads() throws IOException, InterruptedException {
        require("node", "--version");
        List<String> command =
                new ArrayList<>(List.of("node", script("test_granary.js").toString(), CONFORMANCE.toString()));
        for (Game game : OTHERS) {
            command.add(database(game, 0, Math.min(game.topLayer(), 30)).toString());
        }
        assertTest(command, longer());
    }

    @Test
    void theReaderInJavaScriptFindsTheMovesAndLinesThatThisOneFinds() throws IOException, InterruptedException {
        require("node", "--version");
        List<String> program = List.of("node", script("moves.js").toString());
        for (Path database : databases()) {
            assertMoves(program, database, true, "lines");
        }
    }

    /** Ranks do not fit into 32 bits from 27 seeds on. */
    @Test
    void theReaderInJavaScriptFindsTheRanksOfAllLayers() throws IOException, InterruptedException {
        require("node", "--version");
        Random random = TestRandom.create();
        for (int pits = 2; pits <= 8; pits++) {
            Awari game = new Awari(pits, RuleSet.OLYMPIAD);
            List<String> boards = new ArrayList<>();
            StringBuilder places = new StringBuilder();
            int[] board = new int[game.cells()];
            for (int layer = 0; layer <= game.topLayer(); layer++) {
                for (long rank : List.of(0L, game.size(layer) - 1, random.nextLong(game.size(layer)))) {
                    game.unrank(layer, rank, board);
                    boards.add(game.notation().text(board));
                    places.append(layer + ":" + rank + ":" + game.notation().text(board) + "\n");
                }
            }
            Path file = Files.write(Files.createTempFile(directory, "boards", ""), boards);
            run(List.of("node", script("ranks.js").toString(), Integer.toString(pits), "olympiad", file.toString()))
                    .assertPrints(places.toString());
        }
    }

    private static Path script(String name) {
        return JAVASCRIPT.resolve("test").resolve(name);
    }

    /** Without the network, so with what makes packages on this machine. */
    @Test
    @Thorough
    void theReaderInPythonCanBeInstalled() throws IOException, InterruptedException {
        String python = Tools.onPath("python3")
                .map(Path::toString)
                .filter(name -> succeeds(name, "-c", "import setuptools, wheel, pip"))
                .findFirst()
                .orElse("python3");
        require(python, "-c", "import setuptools, wheel, pip");
        Path source = Files.createDirectory(directory.resolve("source"));
        String types = "granary-stubs/__init__.pyi";
        Files.createDirectory(source.resolve(types).getParent());
        for (String name : List.of("pyproject.toml", "README.md", "granary.py", types)) {
            Files.copy(PYTHON.resolve(name), source.resolve(name));
        }
        Path site = directory.resolve("site");
        Outcome outcome = run(List.of(
                python,
                "-m",
                "pip",
                "install",
                "--no-build-isolation",
                "--no-index",
                "--no-deps",
                "--target",
                site.toString(),
                source.toString()));
        assertEquals(0, outcome.exitCode(), outcome.toString());
        assertTrue(Files.exists(site.resolve("granary-" + version() + ".dist-info")), outcome.toString());
        assertTrue(Files.exists(site.resolve(types)), outcome.toString());
        run(command(List.of(python, site.resolve("granary.py").toString()), EXAMPLE))
                .assertPrints(EXAMPLE_PRINTS);
    }

    /** Returns the version of this project. */
    private static String version() throws IOException {
        Matcher version = Pattern.compile("<artifactId>granary</artifactId>\\s*<version>(.*)</version>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")));
        assertTrue(version.find());
        return version.group(1);
    }

    private static void assertSmall(Path... files) throws IOException {
        long lines = 0;
        for (Path file : files) {
            lines += Files.readAllLines(file).size();
        }
        assertTrue(lines < MAX_LINES, lines + " lines");
    }

    /** Runs a reader's own test, with a further database. */
    private void assertTest(List<String> command, Path further) throws IOException, InterruptedException {
        Outcome outcome = run(command(command, List.of(further.toString())));
        assertEquals(0, outcome.exitCode(), outcome.toString());
    }

    /**
     * Runs a program that prints the moves of some boards of a database, and the line of play if it can.
     *
     * @param forLines the arguments that make the program print lines
     */
    private void assertMoves(List<String> program, Path database, boolean hasLines, String... forLines)
            throws IOException, InterruptedException {
        Questions questions = questions(database, hasLines);
        List<String> arguments = new ArrayList<>(List.of(database.toString(), questions.boards.toString()));
        arguments.addAll(hasLines ? List.of(forLines) : List.of());
        run(command(program, arguments)).assertPrints(questions.answers);
    }

    /** A file with boards, a line each, and the lines that answer it. */
    private record Questions(Path boards, String answers) {}

    private Questions questions(Path database, boolean hasLines) throws IOException {
        Random random = TestRandom.create();
        List<String> boards = new ArrayList<>();
        StringBuilder answers = new StringBuilder();
        try (Database opened = Database.open(database)) {
            Game game = opened.game();
            int[] board = new int[game.cells()];
            for (int i = 0; i < BOARDS; i++) {
                int layer = random.nextInt(opened.layers().size());
                game.unrank(layer, random.nextLong(game.size(layer)), board);
                boards.add(game.notation().text(board));
                String moves = opened.moves(board).stream()
                        .map(move -> move.move() + ":" + move.captured() + ":"
                                + game.notation().text(move.successor()) + ":" + move.score() + ":"
                                + move.distance())
                        .collect(Collectors.joining("; "));
                String line = opened.line(board).moves().stream()
                        .map(move -> Integer.toString(move.move()))
                        .collect(Collectors.joining(" "));
                answers.append(moves.isEmpty() ? "none" : moves)
                        .append(hasLines ? "\t" + line : "")
                        .append('\n');
            }
        }
        Path file = Files.createTempFile(directory, "boards", "");
        return new Questions(Files.write(file, boards), answers.toString());
    }

    /** {@code -Dgranary.alterations=10000} says how many are tried. */
    @Test
    @Thorough
    void alteredBytesAreNeverAnsweredFrom() throws IOException, InterruptedException {
        require("cc", "--version");
        require("python3", "--version");
        require("node", "--version");
        Files.copy(PYTHON.resolve("granary.py"), directory.resolve("granary.py"));
        Path script = Files.copy(READERS.resolve("moves.py"), directory.resolve("moves.py"));
        List<List<String>> programs = List.of(
                List.of(compiled(List.of("-I" + C), "moves", C.resolve("granary.c"), READERS.resolve("moves.c"))),
                List.of("python3", "-B", script.toString()),
                List.of("node", script("moves.js").toString()));
        Random random = TestRandom.create();
        int refused = 0;
        for (Path original : databases()) {
            Path database = Files.createDirectory(directory.resolve("altered-" + original.getFileName()));
            List<Path> layers = new ArrayList<>();
            try (Stream<Path> files = Files.list(original)) {
                for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                    Path copy = Files.copy(file, database.resolve(file.getFileName()));
                    if (copy.toString().endsWith(".granary")) {
                        layers.add(copy);
                    }
                }
            }
            List<Questions> questions =
                    List.of(questions(database, false), questions(database, true), questions(database, false));
            for (int i = 0; i <= ALTERATIONS / databases().size(); i++) {
                Path file = layers.get(random.nextInt(layers.size()));
                byte[] whole = Files.readAllBytes(file);
                Files.write(file, AlteredBytes.of(whole, random));
                Questions asked = questions.get(i % 3);
                Outcome outcome =
                        run(command(programs.get(i % 3), List.of(database.toString(), asked.boards.toString())));
                Files.write(file, whole);
                String answered = outcome.out().substring(0, outcome.out().lastIndexOf('\n') + 1);
                assertTrue(asked.answers.startsWith(answered), () -> file + ": " + outcome);
                assertEquals(asked.answers.equals(answered), outcome.exitCode() == 0, () -> file + ": " + outcome);
                refused += outcome.exitCode() == 0 ? 0 : 1;
            }
        }
        assertTrue(refused > 0, "no program met an altered byte");
    }

    /** Returns databases that have all layers from 0 on: true ones, and one in which many moves differ in distance alone. */
    private List<Path> databases() throws IOException {
        Path made = directory.resolve("made");
        if (!Files.exists(made)) {
            Game game = new Awari(4, RuleSet.STRICT);
            TestDatabase.write(Files.createDirectory(made), game, 8);
            TestDatabase.addDistances(
                    made, game, 20, IntStream.rangeClosed(0, 8).toArray());
        }
        return List.of(
                CONFORMANCE.resolve("awari-2-strict-compressed"),
                CONFORMANCE.resolve("awari-3-abapa"),
                CONFORMANCE.resolve("awari-3-abapa-compressed"),
                CONFORMANCE.resolve("awari-4-strict"),
                CONFORMANCE.resolve("awari-6-olympiad"),
                SolvedDatabase.directory(),
                made);
    }

    /** Returns a database without layers. */
    private Path empty(Game game) throws IOException {
        Path empty = Files.createDirectories(directory.resolve("empty"));
        Manifest manifest = Manifest.empty(game.type().id(), game.parameters());
        Files.write(empty.resolve(Manifest.FILE_NAME), manifest.toBytes());
        return empty;
    }

    private String compiled(List<String> options, String name, Path... sources)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(STRICT);
        command.addAll(options);
        Stream.of(sources).map(Path::toString).forEach(command::add);
        command.addAll(List.of("-o", name));
        run(command).assertPrints("");
        return directory.resolve(name).toString();
    }

    private Path longer() throws IOException {
        return database(new Awari(6, RuleSet.ABAPA), LONG_LAYER, LONG_LAYER);
    }

    /** Writes a database of synthetic scores, with a table of some of its positions, and of each layer the first. */
    private Path database(Game game, int from, int to) throws IOException {
        Path made = Files.createDirectory(directory.resolve(game.type().id()));
        int[] layers = IntStream.rangeClosed(from, to).toArray();
        TestDatabase.writeLayers(made, game, layers);
        Random random = TestRandom.create();
        try (Database database = Database.open(made)) {
            List<String> table = PositionTable.lines(
                    database,
                    positions ->
                            LongStream.concat(LongStream.of(0), random.longs(SAMPLES / layers.length, 0, positions)));
            Files.write(made.resolve(PositionTable.FILE_NAME), table);
        }
        return made;
    }

    private static boolean succeeds(String... command) {
        try {
            return ChildJvm.run(List.of(command)).exitCode() == 0;
        } catch (IOException e) {
            return false; // there is no such program
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void require(String... command) {
        Tools.require(
                succeeds(command), String.join(" ", command) + " fails on this machine, and the reader is not checked");
    }

    private static List<String> command(List<String> program, List<String> arguments) {
        return Stream.concat(program.stream(), arguments.stream()).toList();
    }

    private Outcome run(List<String> command) throws IOException, InterruptedException {
        return ChildJvm.run(command, directory);
    }
}
