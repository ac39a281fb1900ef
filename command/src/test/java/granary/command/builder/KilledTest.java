package granary.command.builder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.Damage;
import granary.builder.testing.Databases;
import granary.builder.testing.Uninterrupted;
import granary.command.testing.Cli;
import granary.database.Database;
import granary.format.Manifest;
import granary.testing.ChildJvm;
import granary.testing.TestRandom;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills processes at random moments of builds, repairs and exports, over all games and both solvers; then the same commands
 * end in the files of uninterrupted ones, and nothing else. {@code -Dgranary.kills=1000} says how often.
 */
class KilledTest {
    private static final int KILLS = Integer.getInteger("granary.kills", TestRandom.cases(3, 6));

    /** Commands that a process gets: enough that it is killed in one of them. */
    private static final int COMMANDS = 3;

    private static final Uninterrupted LARGEST = new Uninterrupted("awari pits=6 rules=olympiad", 10, false);
    private static final List<Uninterrupted> DATABASES =
            Stream.concat(Uninterrupted.ofAllGames(), Stream.of(LARGEST)).toList();

    @TempDir
    private Path temporary;

    private final Random random = TestRandom.create();
    private final Map<Uninterrupted, Path> whole = new HashMap<>();
    private final Map<String, Integer> killedIn = new TreeMap<>();

    /**
     * A command in a directory of its own.
     *
     * @param name the command's
     * @param words all its words
     * @param directory what it writes to
     * @param expected the directory's contents in the end
     * @param one the database
     */
    private record Command(
            String name, List<String> words, Path directory, Map<String, String> expected, Uninterrupted one) {}

    /** Runs commands one after another, until it is killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws IOException {
            List<String> commands = Files.readAllLines(Path.of(arguments[0]));
            for (String command : commands) {
                System.out.println(command);
                System.out.flush();
                Cli.run((Object[]) command.split("\t", -1));
            }
        }
    }

    @BeforeEach
    void buildUninterrupted() throws IOException {
        for (Uninterrupted one : DATABASES) {
            Path directory = Files.createDirectory(temporary.resolve("whole-" + whole.size()));
            one.build(directory);
            whole.put(one, directory);
        }
    }

    @Test
    void sameCommandAfterAnyKillEndsInTheSameFiles() throws Exception {
        double patience = 1000;
        int kills = 0;
        for (int number = 0; kills < KILLS; number++) {
            Path root = Files.createDirectory(temporary.resolve("run-" + number));
            List<Command> commands = new ArrayList<>();
            for (int i = 0; i < COMMANDS; i++) {
                commands.add(command(Files.createDirectory(root.resolve("command-" + i))));
            }
            if (killed(root, commands, (long) (patience * random.nextDouble()))) {
                kills++;
                patience *= 1.02;
            } else {
                patience *= 0.8;
            }
            for (Command command : commands) {
                checkResumes(command);
            }
            deleteAll(root);
        }
        System.out.println(kills + " kills: " + killedIn);
    }

    private Command command(Path directory) throws IOException {
        Uninterrupted one = DATABASES.get(random.nextInt(DATABASES.size()));
        Path database = whole.get(one);
        boolean isAwari = one.game().type().id().equals("awari");
        String solver = isAwari && random.nextBoolean() ? "sweep" : "retrograde";
        List<String> words = new ArrayList<>();
        return switch (random.nextInt(5)) {
            case 0 -> {
                Path expected = Files.createDirectory(directory.resolve("expected"));
                Path target = Files.createDirectory(directory.resolve("target"));
                List<String> export =
                        List.of("export", "--force", "--dir", database.toString(), "--layers", "" + one.top(), "--out");
                words.addAll(export);
                words.add(expected.resolve("scores").toString());
                Cli.run(words.toArray()).assertSuccess();
                words.set(words.size() - 1, target.resolve("scores").toString());
                yield new Command("export", words, target, Databases.contents(expected), one);
            }
            case 1, 2 -> {
                Uninterrupted.copy(database, directory);
                new Damage(directory, random).some();
                words.addAll(List.of("repair", "--dir", directory.toString()));
                yield new Command("repair", words, directory, Databases.contents(database), one);
            }
            default -> {
                words.addAll(List.of("build", "--dir", directory.toString(), "--solver", solver));
                words.addAll(one.options());
                if (one.equals(LARGEST) && solver.equals("sweep") && random.nextBoolean()) {
                    words.addAll(List.of("--memory", "800K"));
                }
                yield new Command("build, " + solver, words, directory, Databases.contents(database), one);
            }
        };
    }

    /** Runs commands in a process of their own and kills it some time after the first began; returns whether it was alive. */
    private boolean killed(Path root, List<Command> commands, long millis) throws IOException, InterruptedException {
        Path file = root.resolve("commands");
        List<String> lines = commands.stream()
                .map(command -> String.join("\t", command.words()))
                .toList();
        Files.write(file, lines);
        List<String> java = ChildJvm.command(Victim.class, file);
        Process process = new ProcessBuilder(java)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = process.inputReader()) {
            String begun = out.readLine();
            boolean ended = process.waitFor(millis, TimeUnit.MILLISECONDS);
            process.toHandle().destroyForcibly(); // the process's own method would close its output
            process.waitFor();
            if (!ended) {
                for (String line = out.readLine(); line != null; line = out.readLine()) {
                    begun = line;
                }
                killedIn.merge(commands.get(lines.indexOf(begun)).name(), 1, Integer::sum);
            }
            return !ended;
        }
    }

    private static void checkResumes(Command command) throws IOException {
        if (command.name().startsWith("build")
                && Files.exists(command.directory().resolve(Manifest.FILE_NAME))) {
            Database.open(command.directory()).close();
        }
        Cli.run(command.words().toArray()).assertSuccess();
        if (command.name().equals("repair")) {
            command.one().build(command.directory());
        }
        assertEquals(
                command.expected(), Databases.contents(command.directory()), () -> String.join(" ", command.words()));
    }

    private static void deleteAll(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        assertTrue(Files.notExists(root));
    }
}
