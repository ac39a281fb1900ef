package granary.games;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.game.Game;
import granary.game.Games;
import granary.testing.ChildJvm;
import granary.testing.Outcome;
import granary.testing.TestDatabase;
import granary.testing.TestRandom;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The readers in C and Python agree with the conformance databases, and with databases of made-up scores that are longer
 * or of other games. Where there is no compiler or no Python, the tests are skipped, or fail with
 * {@code -Dgranary.tools=required}.
 */
class OtherLanguagesTest {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Path CONFORMANCE = ROOT.resolve("conformance");
    private static final Path C = ROOT.resolve("embed").resolve("c");
    private static final Path PYTHON = ROOT.resolve("embed").resolve("python");
    private static final List<String> STRICT =
            List.of("cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic", "-O2", "-g");
    private static final List<String> SANITIZED = List.of("-fsanitize=address,undefined", "-fno-sanitize-recover=all");
    private static final List<String> EXAMPLE = List.of(
            CONFORMANCE.resolve("awari-6-olympiad").toString(),
            "0",
            "0",
            "1",
            "0",
            "0",
            "0",
            "0",
            "0",
            "0",
            "0",
            "1",
            "0");

    /** More than a piece of the digest, and many checksum blocks. */
    private static final int LONG_LAYER = 13;

    private static final int SAMPLES = 500;
    private static final int MAX_LINES = 500;

    @TempDir
    private Path directory;

    @Test
    void theReaderInCReadsWhatThisOneReads() throws IOException, InterruptedException {
        require("cc", "--version");
        assertSmall(C.resolve("granary.h"), C.resolve("granary.c"));
        List<String> options = new ArrayList<>();
        Path nothing = Files.writeString(directory.resolve("nothing.c"), "int main(void) { return 0; }\n");
        if (compile(SANITIZED, "nothing", nothing).exitCode() == 0) {
            options.addAll(SANITIZED);
        }
        assertTest(List.of(
                compiled(options, "test", C.resolve("granary.c"), C.resolve("test_granary.c")),
                CONFORMANCE.toString()));
        assertExample(List.of(compiled(options, "probe", C.resolve("granary.c"), C.resolve("probe.c"))));
    }

    @Test
    void theReaderInPythonReadsWhatThisOneReads() throws IOException, InterruptedException {
        require("python3", "--version");
        assertSmall(PYTHON.resolve("granary.py"));
        List<String> command = new ArrayList<>(
                List.of("python3", "-B", PYTHON.resolve("test_granary.py").toString()));
        for (Game game : List.of(
                Games.create("chain", Map.of("rules", "inverse")),
                Games.create("chomp", Map.of("rows", "4", "columns", "7")),
                Games.create("chexers", Map.of("colour", "green", "blocks", "-3,0;0,0;2,-1")))) {
            command.add(database(game, 0, Math.min(game.topLayer(), 30)).toString());
        }
        assertTest(command);
        assertExample(List.of("python3", "-B", PYTHON.resolve("granary.py").toString()));
    }

    private static void assertSmall(Path... files) throws IOException {
        long lines = 0;
        for (Path file : files) {
            lines += Files.readAllLines(file).size();
        }
        assertTrue(lines < MAX_LINES, lines + " lines");
    }

    /** Runs a reader's own test, with a database that has a long layer besides. */
    private void assertTest(List<String> command) throws IOException, InterruptedException {
        Path longer = database(new Awari(6, RuleSet.ABAPA), LONG_LAYER, LONG_LAYER);
        Outcome outcome = run(
                Stream.concat(command.stream(), Stream.of(longer.toString())).toList());
        assertEquals(0, outcome.exitCode(), outcome.toString());
    }

    /** The worked example of the specification. */
    private void assertExample(List<String> command) throws IOException, InterruptedException {
        run(Stream.concat(command.stream(), EXAMPLE.stream()).toList()).assertPrints("score 2\ndistance 5\n");
    }

    private String compiled(List<String> options, String name, Path... sources)
            throws IOException, InterruptedException {
        compile(options, name, sources).assertPrints("");
        return directory.resolve(name).toString();
    }

    private Outcome compile(List<String> options, String name, Path... sources)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(STRICT);
        command.addAll(options);
        Stream.of(sources).forEach(source -> command.add(source.toString()));
        command.addAll(List.of("-o", name));
        return run(command);
    }

    /** Writes a database of made-up scores, with a table of some of its positions, and of each layer the first. */
    private Path database(Game game, int from, int to) throws IOException {
        Path made = Files.createDirectory(directory.resolve(game.type().id()));
        int[] layers = IntStream.rangeClosed(from, to).toArray();
        TestDatabase.writeLayers(made, game, layers);
        Random random = TestRandom.create();
        List<String> table = new ArrayList<>(List.of("layer\tboard\trank\tscore"));
        for (int layer : layers) {
            LongStream.concat(LongStream.of(0), random.longs(SAMPLES / layers.length, 0, game.size(layer)))
                    .forEach(offset -> table.add(row(game, layer, offset)));
        }
        Files.write(made.resolve("positions.tsv"), table);
        return made;
    }

    private static String row(Game game, int layer, long offset) {
        int[] position = new int[game.cells()];
        game.unrank(layer, offset, position);
        // Numbers alone: hexes are two each, a word such as free is none, and neither is a group without chips.
        String numbers =
                String.join(" ", game.words(position)).replace(',', ' ').replaceAll("[a-z]+ ?", "");
        String board = numbers.equals("0") ? "" : numbers;
        return layer + "\t" + board + "\t" + offset + "\t" + TestDatabase.score(game, layer, offset);
    }

    private static void require(String... command) throws IOException, InterruptedException {
        boolean isThere;
        try {
            isThere = ChildJvm.run(List.of(command)).exitCode() == 0;
        } catch (IOException e) {
            isThere = false;
        }
        String missing = command[0] + " is not on this machine, and the reader not checked";
        if (System.getProperty("granary.tools", "").equals("required")) {
            assertTrue(isThere, missing);
        }
        Assumptions.assumeTrue(isThere, missing);
    }

    private Outcome run(List<String> command) throws IOException, InterruptedException {
        return ChildJvm.run(command, directory);
    }
}
