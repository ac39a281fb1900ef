package granary.command.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.testing.Outcome;
import granary.testing.TestRandom;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PipedReader;
import java.io.PipedWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class BatchProbeTest {
    @TempDir
    private Path directory;

    private Outcome batch(List<String> lines, Object... options) throws IOException {
        Path file = directory.resolve("boards");
        Files.write(file, lines);
        List<Object> words = new ArrayList<>(List.of("probe", "--dir", Databases.twelveSeeds(), "--batch", file));
        words.addAll(List.of(options));
        return Cli.run(words.toArray());
    }

    @Test
    void everyLineGetsItsBoardsScoreInTsvAndInJson() throws IOException {
        Random random = TestRandom.create();
        List<String> boards = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            int[] board = new int[12];
            for (int seed = random.nextInt(13); seed > 0; seed--) {
                board[random.nextInt(12)]++;
            }
            boards.add(String.join(
                    " ", Arrays.stream(board).mapToObj(Integer::toString).toList()));
        }
        List<String> tsv = batch(boards).assertSuccess().lines();
        List<String> json = batch(boards, "--json").assertSuccess().lines();
        assertEquals(boards.size(), tsv.size());
        assertEquals(boards.size(), json.size());
        try (Database database = Database.open(Databases.twelveSeeds())) {
            for (int i = 0; i < boards.size(); i++) {
                int score = database.score(database.game().notation().parse(boards.get(i)));
                assertEquals(boards.get(i) + "\t" + score, tsv.get(i));
                assertEquals(
                        "{\"board\":[" + boards.get(i).replace(' ', ',') + "],\"score\":" + score + "}", json.get(i));
            }
        }
    }

    @Test
    void aLineWithoutAScoreSaysWhyAndTheOthersKeepTheirs() throws IOException {
        List<String> lines = List.of("1 0 0 2 0 1 0 3 0 0 1 2", "1", "1 2\t3", "9 9 9 0 0 0 0 0 0 0 0 0", "x", "[1]");
        Outcome tsv = batch(lines);
        assertEquals("granary: 5 lines have no score", tsv.assertFailure(1));
        List<String> answers = tsv.out().lines().toList();
        assertEquals("1 0 0 2 0 1 0 3 0 0 1 2\t0", answers.get(0));
        for (int i = 1; i < lines.size(); i++) {
            String[] columns = answers.get(i).split("\t", -1);
            assertEquals(3, columns.length, answers.get(i));
            assertEquals("", columns[1]);
            assertTrue(columns[2].matches("line " + (i + 1) + ": .+"), answers.get(i));
        }
        assertTrue(answers.get(3).contains("layer 27"), answers.get(3));
        JsonObject error = JsonParser.parseString(
                        batch(lines, "--json").out().lines().toList().get(2))
                .getAsJsonObject();
        assertEquals(3, error.get("line").getAsInt());
        assertEquals("1 2\t3", error.get("text").getAsString());
        assertTrue(error.get("error").getAsString().contains("12 pits"), error.toString());
    }

    @Test
    void probeReadsTheJsonThatItPrints() throws IOException {
        Path database = Databases.twelveSeeds();
        String json = Cli.run("probe", "--dir", database, "--json", "1,0,0,2,0,1,0,3,0,0,1,2")
                .printed();
        String board =
                JsonParser.parseString(json).getAsJsonObject().get("board").toString();
        for (String text : List.of(board, "'1 0 0 2 0 1 0 3 0 0 1 2'", "\"1, 0, 0, 2, 0, 1, 0, 3, 0, 0, 1, 2\"")) {
            assertEquals(
                    json, Cli.run("probe", "--dir", database, "--json", text).printed());
        }
        for (String text : List.of("[1,0", "[[]]", "[1,0,0,2,0,1,0,3,0,0,1,2],", "1,,2", "{}")) {
            Cli.run("probe", "--dir", database, text).assertFailure(2);
        }
    }

    @Test
    void aPositionThatNoLayerStoresHasItsScoreInABatchToo() throws IOException {
        Path chain = directory.resolve("chain");
        Cli.run("build", "--game", "chain", "--dir", chain, "--chips", 9).assertSuccess();
        Path rows = Files.write(directory.resolve("rows"), List.of("9", "1 4", "20"));
        String[] answers =
                Cli.run("probe", "--dir", chain, "--batch", rows).out().split("\n", -1);
        String json = Cli.run("probe", "--dir", chain, "--json", "9").printed();
        int score = JsonParser.parseString(json).getAsJsonObject().get("score").getAsInt();
        assertEquals("9\t" + score, answers[0]);
        assertTrue(answers[1].startsWith("4 1\t"), answers[1]);
        assertTrue(answers[2].contains("layer 19"), answers[2]);
    }

    @Test
    void aBatchThatIsNotThereOrADirectoryIsNamedByItsPath() throws IOException {
        Path missing = directory.resolve("missing");
        for (Path path : List.of(directory, missing)) {
            String line = Cli.run("probe", "--dir", Databases.twelveSeeds(), "--batch", path)
                    .assertFailure(2);
            String reason = path.equals(missing) ? "no such file or directory" : "is a directory";
            assertEquals("granary: " + path + ": " + reason, line);
        }
    }

    @Test
    void aBoardAndABatchAreTooMuch() throws IOException {
        for (Object other : new Object[] {1, "--line"}) {
            batch(List.of(), other).assertFailure(2, "neither a position nor --line");
        }
    }

    @Test
    @Timeout(60)
    void eachLineIsAnsweredBeforeTheNextIsSent() throws Exception {
        PipedWriter questions = new PipedWriter();
        BufferedReader in = new BufferedReader(new PipedReader(questions));
        PipedWriter answers = new PipedWriter();
        BufferedReader answered = new BufferedReader(new PipedReader(answers));
        try (Database database = Database.open(Databases.twelveSeeds())) {
            PrintWriter out = new PrintWriter(new BufferedWriter(answers));
            Thread probe = Thread.ofVirtual().start(() -> {
                try {
                    new BatchProbe(database, out, false).run(in);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            for (int i = 0; i < 3; i++) {
                questions.write("1 0 0 2 0 1 0 3 0 0 1 2\n");
                questions.flush();
                assertEquals("1 0 0 2 0 1 0 3 0 0 1 2\t0", answered.readLine());
            }
            questions.close();
            probe.join();
        }
    }
}
