package granary.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.command.testing.Cli;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.statistics.StatisticsFiles;
import granary.testing.AlteredBytes;
import granary.testing.Outcome;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command that reads a database gives the right answer when data of a file was altered, or fails and names the file.
 *
 * <p>{@code -Dgranary.alterations=10000} says how many alterations are tried.
 */
@Thorough
class AlteredDatabasesIT {
    private static final int ALTERATIONS = Integer.getInteger("granary.alterations", 30);

    private final Random random = TestRandom.create();

    @TempDir
    private Path temporary;

    private int files;

    /** A database, and the commands that read it. */
    private record Subject(Path directory, Game game, int top, List<DatabaseRequest> questions) {}

    /** Asks about a position and its layer, and returns what the command printed and wrote. */
    private interface DatabaseRequest {
        Outcome ask(int layer, int[] board) throws IOException;
    }

    @Test
    void everyCommandAnswersRightOrNamesTheAlteredFile() throws IOException {
        List<Subject> subjects = List.of(
                subject("--pits", 6, "--seeds", 7, "--distances"),
                subject("--pits", 4, "--rules", "abapa", "--seeds", 8, "--distances"),
                subject("--game", "chain", "--chips", 25),
                subject("--game", "chomp", "--rows", 3, "--columns", 4),
                subject("--game", "chexers", "--pieces", 2));
        int refused = 0;
        for (int i = 0; i < ALTERATIONS; i++) {
            refused += alter(subjects.get(random.nextInt(subjects.size())));
        }
        assertTrue(refused > 0, "no command met an altered byte");
    }

    private Subject subject(Object... options) throws IOException {
        Path directory = temporary.resolve("db" + files++);
        Outcome built = Cli.run(Stream.concat(Stream.of("build", "--dir", directory), Arrays.stream(options))
                .toArray());
        assertEquals(0, built.exitCode(), built::toString);
        Listing listing = new Listing(directory);
        Manifest manifest = listing.manifest();
        Game game = listing.game();
        return new Subject(directory, game, manifest.files(FileKind.SCORES).lastKey(), questions(directory, game));
    }

    private List<DatabaseRequest> questions(Path directory, Game game) throws IOException {
        List<DatabaseRequest> questions = new ArrayList<>(List.of(
                (layer, board) -> Cli.run(with(game, board, "probe", "--dir", directory)),
                (layer, board) -> Cli.run(with(game, board, "probe", "--json", "--dir", directory)),
                (layer, board) -> {
                    Path batch = temporary.resolve("batch");
                    List<String> lines = new ArrayList<>();
                    int[] other = new int[game.cells()];
                    for (long rank = 0; rank < Math.min(50, game.size(layer)); rank++) {
                        game.unrank(layer, rank, other);
                        lines.add(game.notation().text(other));
                    }
                    Files.write(batch, lines);
                    return Cli.run("probe", "--batch", batch, "--dir", directory);
                },
                (layer, board) -> Cli.run("stats", "--json", "--layers", layer, "--dir", directory),
                (layer, board) -> Cli.run("stats", "--csv", "--dir", directory),
                (layer, board) -> withFiles("plot", "--format", "svg", "--no-moves", "--dir", directory),
                (layer, board) -> withFiles("export", "--format", "csv", "--layers", "0.." + layer, "--dir", directory),
                (layer, board) -> withFiles("export", "--format", "parquet", "--layers", layer, "--dir", directory),
                (layer, board) -> talk("scores\ngo\nquit\n", with(game, board, "play", "--dir", directory))));
        if (game instanceof Awari awari) {
            questions.add((layer, board) ->
                    withFiles("export", "--format", "raw", "--distances", "--layers", layer, "--dir", directory));
            if (awari.pits() == 6) {
                Path vu = temporary.resolve("vu");
                assertEquals(
                        0,
                        Cli.run("export", "--format", "vu", "--dir", directory, "--out", vu)
                                .exitCode());
                questions.add((layer, board) -> Cli.run("compare", "--with", vu, "--dir", directory));
                questions.add((layer, board) -> {
                    String text = "position fen "
                            + Arrays.stream(board).mapToObj(Integer::toString).collect(Collectors.joining("-"))
                            + "-0-0-S\ngo depth 3\nquit\n";
                    Outcome outcome = talk(text, "uci", "--dir", directory);
                    String move = outcome.out()
                            .lines()
                            .filter(line -> line.startsWith("bestmove"))
                            .collect(Collectors.joining());
                    return new Outcome(outcome.exitCode(), move, outcome.err());
                });
            }
        }
        if (game.type().id().equals("chomp")) {
            questions.add((layer, board) -> withFiles("strategy", "extract", "--dir", directory));
        }
        return questions;
    }

    private static Object[] with(Game game, int[] board, Object... words) {
        return Stream.concat(Arrays.stream(words), game.notation().words(board).stream())
                .toArray();
    }

    /** Runs a command that reads standard input. */
    private static Outcome talk(String text, Object... words) {
        return Cli.typing(text, () -> Cli.run(words));
    }

    /** Runs a command that writes files, and has what they hold follow what it printed. */
    private Outcome withFiles(Object... words) throws IOException {
        Path out = temporary.resolve("out" + files++);
        Outcome outcome = Cli.run(
                Stream.concat(Arrays.stream(words), Stream.of("--out", out)).toArray());
        StringBuilder text = new StringBuilder(withoutTimes(outcome.out()).replace(out.toString(), "OUT"));
        if (Files.exists(out)) {
            try (Stream<Path> written = Files.walk(out)) {
                for (Path file : written.filter(Files::isRegularFile).sorted().toList()) {
                    text.append(out.relativize(file)).append(Arrays.toString(Files.readAllBytes(file)));
                }
            }
        }
        return new Outcome(outcome.exitCode(), text.toString(), outcome.err().replace(out.toString(), "OUT"));
    }

    /** Returns the printed text without the time of day and the seconds of a layer, which differ between runs. */
    private static String withoutTimes(String printed) {
        return printed.replaceAll("(?m)^[-0-9T:]+Z (layer .* positions)\\b.*", "$1");
    }

    /** Alters one to eight bytes, asks two questions and puts the bytes back; returns how many were refused. */
    private int alter(Subject subject) throws IOException {
        int layer = 1 + random.nextInt(subject.top);
        Path file = subject.directory.resolve(FileKind.SCORES.fileName(layer));
        Path distances = subject.directory.resolve(FileKind.DISTANCES.fileName(layer));
        if (Files.exists(distances) && random.nextBoolean()) {
            file = distances;
        }
        byte[] whole = Files.readAllBytes(file);
        byte[] altered = AlteredBytes.of(whole, random);
        int refused = 0;
        for (int i = 0; i < 2; i++) {
            int number = random.nextInt(subject.questions.size());
            DatabaseRequest question = subject.questions.get(number);
            int[] board = new int[subject.game.cells()];
            int from = Math.min(subject.top, layer + random.nextInt(2));
            subject.game.unrank(from, (long) (random.nextDouble() * subject.game.size(from)), board);
            dropStatistics(subject.directory);
            Outcome right = question.ask(from, board);
            dropStatistics(subject.directory);
            Files.write(file, altered);
            Outcome outcome = question.ask(from, board);
            Files.write(file, whole);
            if (!outcome.equals(right)) {
                String what = file + ", byte " + Arrays.mismatch(whole, altered) + ", question " + number + ", layer "
                        + from + ": ";
                assertEquals(1, outcome.exitCode(), () -> what + outcome + " instead of " + right);
                assertTrue(
                        outcome.err().contains(file.toString()) || saysInItsLines(outcome, right, file),
                        () -> what + outcome);
                refused++;
            }
        }
        return refused;
    }

    /** Returns whether each line is the right one or names the file, as in a batch, which continues. */
    private static boolean saysInItsLines(Outcome outcome, Outcome right, Path file) {
        List<String> expected = right.out().lines().toList();
        List<String> lines = outcome.out().lines().toList();
        return lines.size() == expected.size()
                && IntStream.range(0, lines.size())
                        .allMatch(i -> lines.get(i).equals(expected.get(i))
                                || lines.get(i).contains(file.toString()));
    }

    private static void dropStatistics(Path directory) throws IOException {
        for (int layer = 0; Files.exists(directory.resolve(FileKind.SCORES.fileName(layer))); layer++) {
            Files.deleteIfExists(directory.resolve(StatisticsFiles.name(layer)));
        }
    }
}
