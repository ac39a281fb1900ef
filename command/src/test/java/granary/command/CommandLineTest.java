package granary.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import granary.builder.testing.Databases;
import granary.command.testing.Cli;
import granary.database.Listing;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.testing.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
    private static Path database;

    @TempDir
    private Path directory;

    @BeforeAll
    static void build() throws IOException {
        database = Databases.twelveSeeds();
    }

    private static Outcome run(String commandLine) {
        return Cli.run((Object[]) commandLine.replace("DB", database.toString()).split(" "));
    }

    @Test
    void buildPrintsALineForEachLayerAndASummary() {
        List<String> lines = Cli.run("build", "--dir", directory, "--seeds", 3)
                .assertSuccess()
                .lines();
        assertEquals(
                List.of(
                        "layer 0 of 3: 1 positions",
                        "layer 1 of 3: 12 positions",
                        "layer 2 of 3: 78 positions",
                        "layer 3 of 3: 364 positions"),
                lines.subList(0, 4).stream()
                        .map(line -> line.replaceFirst("^20[-0-9]+T[0-9:]+Z ", ""))
                        .toList());
        assertEquals(5, lines.size());
        assertTrue(lines.get(4).startsWith("built 4 layers, 455 positions in "), lines.get(4));
    }

    @Test
    void buildResumesAndSaysWhenNothingIsLeft() {
        Cli.run("build", "--dir", directory, "--seeds", 1).assertSuccess();
        String more = Cli.run("build", "--dir", directory, "--seeds", 2).printed();
        assertTrue(
                more.matches("(?s)20[-0-9]+T[0-9:]+Z layer 2 of 2: 78 positions\nbuilt 1 layer, 78 positions in .*"),
                more);
        String none = Cli.run("build", "--dir", directory, "--seeds", 2).printed();
        assertEquals("nothing to do: " + directory + " holds all layers to 2\n", none);
    }

    @Test
    void probeDrawsTheBoardAndListsTheMovesBestFirst() {
        assertEquals("""
                pit          5    4    3    2    1    0
                          +----+----+----+----+----+----+
                opponent  |  0 |  0 |  0 |  0 |  0 |  1 |  1 seeds
                          +----+----+----+----+----+----+
                to move   |  0 |  0 |  1 |  0 |  0 |  1 |  2 seeds
                          +----+----+----+----+----+----+
                pit          0    1    2    3    4    5

                3 seeds, score -3
                  pit 2, captured 0: -3
                """, run("probe --dir DB 0 0 1 0 0 1 1 0 0 0 0 0").printed());
    }

    @Test
    void probeSaysWhenThereIsNoLegalMove() {
        String out = run("probe --dir DB 0 0 0 0 0 0 1 0 0 0 0 1").printed();
        assertTrue(out.endsWith("\n\n2 seeds, score -2, no legal move\n"), out);
    }

    @Test
    void probePrintsExactlyThisJson() {
        assertEquals(
                "{\"game\":\"awari\",\"rules\":\"olympiad\",\"board\":[0,0,0,0,2,1,1,1,0,0,0,0],\"seeds\":5,"
                        + "\"score\":-1,\"moves\":["
                        + "{\"pit\":4,\"captured\":2,\"score\":-1,\"board\":[0,1,0,0,0,0,0,0,0,0,0,2]},"
                        + "{\"pit\":5,\"captured\":2,\"score\":-1,\"board\":[0,1,0,0,0,0,0,0,0,0,2,0]}]}\n",
                run("probe --dir DB --json 0 0 0 0 2 1 1 1 0 0 0 0").printed());
    }

    @Test
    void infoListsTheLayers() {
        List<String> lines = run("info --dir DB").assertSuccess().lines();
        assertEquals(List.of("game: awari", "pits: 6", "rules: olympiad"), lines.subList(0, 3));
        assertEquals("layer 12: 1,352,078 positions, layer-012.granary, 774.3 KiB", lines.get(15));
        assertTrue(lines.getLast().startsWith("all: 2,704,156 positions, 1.5 MiB"), lines.getLast());
    }

    @Test
    void infoListsTheFilesOfTheManifestAndTheirDigest() throws IOException {
        Manifest manifest = new Listing(database).manifest();
        Manifest.Entry entry = manifest.entry(FileKind.SCORES, 12);
        List<String> lines = run("info --dir DB --files").assertSuccess().lines();
        assertEquals(13, lines.size());
        assertEquals("layer-012.granary " + entry.length() + " " + entry.digest(), lines.getLast());
        JsonObject file = JsonParser.parseString(
                        run("info --dir DB --files --json").printed())
                .getAsJsonArray()
                .get(12)
                .getAsJsonObject();
        assertEquals("layer-012.granary", file.get("file").getAsString());
        assertEquals(entry.length(), file.get("bytes").getAsLong());
        assertEquals(entry.digest(), file.get("digest").getAsString());
        String digest = FileDigest.of(Files.readAllBytes(database.resolve(Manifest.FILE_NAME)));
        assertEquals(digest + "\n", run("info --dir DB --digest").printed());
        assertEquals(
                digest,
                JsonParser.parseString(run("info --dir DB --digest --json").printed())
                        .getAsJsonObject()
                        .get("digest")
                        .getAsString());
        run("info --dir DB --digest --files").assertFailure(2, "--files contradicts --digest");
    }

    @Test
    void infoStatusAndPlanHaveJson() {
        JsonObject info =
                JsonParser.parseString(run("info --dir DB --json").printed()).getAsJsonObject();
        assertEquals("olympiad", info.getAsJsonObject("parameters").get("rules").getAsString());
        assertEquals(2_704_156, info.get("positions").getAsLong());
        JsonObject layer = info.getAsJsonArray("layers").get(12).getAsJsonObject();
        assertEquals(1_352_078, layer.get("positions").getAsLong());
        assertEquals("layer-012.granary", layer.get("file").getAsString());
        JsonObject status =
                JsonParser.parseString(run("status --dir DB --json").printed()).getAsJsonObject();
        assertEquals("none", status.get("builder").getAsString());
        assertEquals(13, status.getAsJsonArray("finishedLayers").size());
        List<String> plan = run("plan --seeds 48 --json").assertSuccess().lines();
        assertEquals(49, plan.size());
        JsonObject last = JsonParser.parseString(plan.getLast()).getAsJsonObject();
        assertEquals(279_871_768_995L, last.get("positions").getAsLong());
        assertTrue(last.has("missing"), last.toString());
    }

    @Test
    void statusShowsAFinishedBuild() {
        assertEquals(
                "awari pits=6 rules=olympiad: layers 0 to 12 are finished\nno builder is running\n",
                run("status --dir DB").printed());
    }

    @Test
    void planShowsTheResourcesOfABuildIn80Columns() {
        List<String> lines = run("plan --seeds 48").assertSuccess().lines();
        assertEquals("", lines.get(50));
        for (String heading : new String[] {"positions", "packed", "working memory", "fits here"}) {
            assertTrue(lines.getFirst().contains(heading), heading);
        }
        assertTrue(lines.get(49).contains("279,871,768,995"), lines.get(49));
        assertTrue(lines.get(51).matches("The files take .*TiB.*The build needs up to .*"), lines.get(51));
        assertTrue(String.join(" ", lines.subList(51, lines.size())).contains(" here"), lines.getLast());
        lines.forEach(line -> assertTrue(line.length() <= 80, line));
    }

    @Test
    void planAdvisesAnOptionThatItHas() {
        run("plan --pits 8 --seeds 33").assertFailure(2, "--solver retrograde");
        run("plan --pits 8 --seeds 33 --solver retrograde").assertSuccess();
    }

    @Test
    void verifyFindsTheDatabaseWell() {
        String text = run("verify --dir DB").printed();
        assertTrue(
                text.contains("\nverified 13 layers: no errors; the scores are consistent, but not proved:\n"), text);
        text.lines().forEach(line -> assertTrue(line.length() <= 80, line));
    }

    @Test
    void verifyHasJson() {
        String text = run("verify --dir DB --layers 1..3 --json").printed();
        assertEquals("{\"checked\":\"scores\",\"layers\":[1,2,3],\"proved\":[],\"errors\":[]}\n", text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "probe --dir DB 1 0 0 2 0 1 0 3 0 0 1 -2|'-2' is not a number of seeds",
                "probe --dir DB -1 0 0 2 0 1 0 3 0 0 1 2|'-1' is not a number of seeds",
                "probe --dir DB 1 0 0 2 0 1 0 3 0 0 1 60|at most 52",
                "probe --dir DB 1 0 0 2 0 1 0 3 0 0 1 99999999999|'99999999999' is not a number of seeds",
                "probe --dir DB 1 0 0 2 0 1 0 3 0 0 1 x|'x' is not a number of seeds",
                "probe --dir DB 1 0 0 2 0 1 0 3 0 0 1|a board has 12 pits, not 11",
                "probe --dir DB 1 0 0 2 0 1 0 3 0 0 1 2 1|a board has 12 pits, not 13",
                "probe --dir DB 9 0 0 2 0 1 0 3 0 0 1 2|layer 18",
                "probe --dir DB|give a position: a board has 12 pits, not 0",
                "probe 1 2 3|--dir",
                "probe --dir nowhere 1 0 0 2 0 1 0 3 0 0 1 2|nowhere",
                "probe --dir https:/// 1|https:///",
                "info --dir nowhere|nowhere",
                "status --dir nowhere|nowhere is not a directory",
                "verify --dir nowhere|nowhere",
                "verify --dir DB --threads 0|--threads must be 1",
                "probe --dir DB 4 4 4 4 4 4 4 4 4 4 4 4|no layer 48; it has layers 0 to 12 (not built yet; run"
                        + " granary build)",
                "export --dir DB --layers 13 --out f|holds no layer 13; it holds 0 to 12",
                "export --dir DB --layers -1 --out f|'-1' is not a layer",
                "export --dir DB --layers x --out f|'x'",
                "export --dir DB --layers 10..14 --out nowhere|holds no layer 13; it holds 0 to 12",
                "export --dir DB --layers 2..3 --out -|name a directory, or one layer",
                "export --dir DB --layers 3 --out f --format xls|no format 'xls'; choose one of ",
                "build --seeds 3|--dir",
                "build --dir nowhere|--seeds N",
                "build --dir nowhere --seeds -1|--seeds must be 0 to 52",
                "build --dir nowhere --seeds 53|--seeds must be 0 to 52",
                "build --dir nowhere --seeds many|'many'",
                "build --dir nowhere --seeds 3 --pits 9|pits a side must be 2 to 8, not 9",
                "build --dir nowhere --seeds 3 --rules none|olympiad, strict, abapa",
                "build --dir nowhere --seeds 3 --solver magic|no solver 'magic'",
                "build --dir nowhere --seeds 3 --threads 0|--threads must be 1",
                "build --dir nowhere --seeds 3 --game go|no game 'go'",
                "build --dir nowhere --chips 3|--chips is not an option of awari, which has --seeds, --pits, --rules",
                "plan --game chain --seeds 3|--seeds is not an option of chain, which has --chips, --rules",
                "build --dir nowhere --seeds 3 --scratch missing|'missing' is not a directory",
                "plan|--seeds N",
                "plan --seeds 10 --cores 64|need --calibrate",
                "plan --seeds 10 --calibrate --cores 0|--cores must be 1 or more",
                "plan --seeds 10 --calibrate --memory 768|option '--memory': '768' is not a size, such as 500M or 1.5T",
                "plan --seeds 10 --calibrate --memory 0.0G|'0.0G' is not a size",
                "plan --seeds 10 --calibrate --memory-bandwidth -1G|'-1G' is not a size",
                "plan --seeds 10 --calibrate --disk-bandwidth fast|'fast' is not a size",
                "sow --dir DB|'sow'",
                "biuld --dir DB|'biuld'; did you mean build?",
                "bild --dir DB|'bild'; did you mean build?",
                "stat --dir DB|'stat'; did you mean stats?",
                "hepl|'hepl'; did you mean help?",
                "xyzzy|unknown command 'xyzzy' (see",
                "probe --colour|unknown option '--colour' (see",
                "build --dri DB --seeds 3|'--dri'; did you mean --dir?",
                "build --dir DB --seed 3|'--seed'; did you mean --seeds?",
                "help biuld|unknown command 'biuld'; did you mean build? (see: granary --help)",
                "--help nosuch|unknown command 'nosuch'",
                "buid --help|unknown command 'buid'; did you mean build?",
                "strategy nosuch --help|unknown command 'nosuch'",
                "help build faster|unexpected word 'faster'",
                "help build --colour|unknown option '--colour'",
                "build --help faster|unexpected word 'faster'",
                "probe --dir DB --colour red 1|--colour"
            })
    void aUsersMistakeIsOneLineAndExitCodeTwo(String commandLine, String reason) {
        String line = run(commandLine).assertFailure(2);
        assertTrue(line.startsWith("granary: "), line);
        assertTrue(line.contains(reason), line);
        assertTrue(Files.notExists(Path.of("nowhere")), "nothing was made");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "build --seeds 1 --dir EMPTY",
                "build --seeds 1 --dir nowhere --scratch EMPTY",
                "build --seeds 1 --dir=",
                "info --dir EMPTY",
                "status --dir EMPTY",
                "verify --dir EMPTY",
                "probe --dir EMPTY 1 2 3",
                "export --dir DB --layers 1 --out EMPTY"
            })
    void anEmptyPathIsAMistakeAndNotTheCurrentDirectory(String commandLine) {
        Object[] words = commandLine.replace("DB", database.toString()).split(" ");
        for (int i = 0; i < words.length; i++) {
            words[i] = words[i].equals("EMPTY") ? "" : words[i];
        }
        Cli.run(words).assertFailure(2, "the path is empty");
        assertTrue(Files.notExists(Path.of("nowhere")), "nothing was made");
        assertTrue(Files.notExists(Path.of("granary.builder")), "nothing was made");
    }

    @Test
    void withoutACommandItAsksForOne() {
        Cli.run().assertFailure(2, "which command?");
    }

    @Test
    void aWordThatBeginsWithAnAtSignStandsForItself() throws IOException {
        Path boards = Files.writeString(Path.of("target", "boards"), "--line");
        run("probe --dir @DB 1").assertFailure(2, "@" + database);
        run("probe --dir DB --batch @" + boards).assertFailure(2, "@" + boards);
    }

    @Test
    void debugAddsTheStackTrace() {
        Outcome outcome = run("--debug probe --dir DB 1 2 3");
        assertEquals(2, outcome.exitCode());
        assertTrue(outcome.err().contains("\tat granary."), outcome.err());
        assertTrue(outcome.err().contains("\ngranary: a board has 12 pits"), outcome.err());
    }

    @ParameterizedTest
    @ValueSource(strings = {"build", "status", "probe", "info", "verify", "export", "plan"})
    void helpTeachesByExample(String command) {
        for (String help : new String[] {command + " --help", "help " + command}) {
            run(help).printed("Example", "granary " + command + " --");
        }
    }

    /** Also the lines of examples, which are not wrapped. Text is one line, since what follows a line break would be wrapped again. */
    @Test
    void helpHas80ColumnsAndBreaksNoAddress() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        Granary.line(Map.of(), nowhere, nowhere).getSubcommands().forEach((name, command) -> {
            boolean isText = false;
            for (String part : command.getCommandSpec().usageMessage().footer()) {
                boolean isNext = !part.isEmpty() && part.charAt(0) != ' ';
                assertTrue(isNext ? !isText : part.length() <= 80, name + ": " + part);
                isText = isNext;
            }
            command.setUsageHelpAutoWidth(false).setUsageHelpWidth(80);
            command.getUsageMessage().lines().forEach(text -> {
                assertTrue(text.length() <= 80, text);
                assertFalse(text.matches(".*https?:/*"), name + " breaks an address: " + text);
            });
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "export --out f --layers 1",
                "compress --out f",
                "decompress --out f",
                "build --seeds 2",
                "verify"
            })
    void commandsForDirectoriesRefuseAddresses(String command) {
        String name = command.split(" ", -1)[0];
        assertFalse(Cli.run(name, "--help").printed().contains("address"));
        run(command + " --dir https://host.invalid/awari/")
                .assertFailure(2, "is an address; this needs a path here (granary fetch copies a database)");
        assertTrue(Files.notExists(Path.of("f")), "nothing was made");
        Cli.run("probe", "--help").printed("address");
    }

    @Test
    void aCommandMadeAloneIsTheOneAmongAll() {
        String list = Cli.run("--help").printed();
        List<String> names = list.substring(list.indexOf("Commands:"), list.indexOf("Exit codes:"))
                .lines()
                .filter(line -> line.matches("  [a-z]+ .*"))
                .map(line -> line.strip().split(" ", 2)[0])
                .filter(name -> !name.equals("help") && !name.equals("completion"))
                .toList();
        assertEquals(22, names.size(), list);
        for (String name : names) {
            assertEquals(
                    Cli.run("help", name).printed(), Cli.run(name, "--help").printed());
        }
    }

    @Test
    void helpIsAlsoACommandAndShowsTheFirstSteps() {
        run("help help").printed("Usage: granary help ");
        String text = run("--help").printed();
        assertEquals(text, run("help").printed());
        assertTrue(text.contains("granary build --seeds 12 --dir db"), text);
        assertTrue(run("--version").printed().startsWith("granary "));
    }
}
