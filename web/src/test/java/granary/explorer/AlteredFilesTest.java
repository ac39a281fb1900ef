package granary.explorer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.builder.testing.Uninterrupted;
import granary.database.Database;
import granary.game.Game;
import granary.testing.AlteredBytes;
import granary.testing.TestRandom;
import granary.testing.Thorough;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The API answers from altered files as from the whole ones, or with 503.
 *
 * <p>{@code -Dgranary.alterations=10000} says how many alterations are tried.
 */
@Thorough
class AlteredFilesTest {
    private static final int ALTERATIONS = Integer.getInteger("granary.alterations", 30);
    private static final List<String> NAMES = List.of("awari", "popular", "chain", "chomp", "chexers");

    private final Random random = TestRandom.create();

    @TempDir
    private Path directory;

    @Test
    void answersAreRightOrRefused() throws Exception {
        int refused = 0;
        for (String name : NAMES) {
            Path altered = Files.createDirectory(directory.resolve(name));
            Uninterrupted.copy(Served.directory(name), altered);
            List<Path> files;
            try (Stream<Path> all = Files.list(altered)) {
                files = all.filter(file -> file.toString().endsWith(".granary"))
                        .sorted()
                        .toList();
            }
            for (int i = 0; i <= ALTERATIONS / NAMES.size(); i++) {
                Path file = files.get(random.nextInt(files.size()));
                byte[] whole = Files.readAllBytes(file);
                Files.write(file, AlteredBytes.of(whole, random));
                refused += ask(name, altered, file);
                Files.write(file, whole);
            }
        }
        assertTrue(refused > 0, "no answer was refused");
    }

    /** Asks the server of the whole files and one of the altered files; returns how many answers were refused. */
    private int ask(String name, Path altered, Path file) throws Exception {
        int refused = 0;
        try (OwnServer server = new OwnServer(name, altered)) {
            for (String question : questions(altered, file)) {
                String path = "/api/v1/databases/" + name + "/" + question;
                HttpResponse<String> right = Served.get(path);
                HttpResponse<String> answer = server.get(question);
                if (answer.statusCode() == 503) {
                    refused++;
                } else {
                    assertEquals(right.statusCode(), answer.statusCode(), () -> file + ": " + path + answer.body());
                    assertEquals(right.body(), answer.body(), () -> file + ": " + path);
                }
            }
        }
        return refused;
    }

    /** Returns questions for some positions, and for the counts of the layer whose file is altered. */
    private List<String> questions(Path database, Path file) {
        List<String> questions = new ArrayList<>();
        int altered = Integer.parseInt(file.getFileName().toString().substring(6, 9));
        questions.add("layers/" + altered + "/statistics");
        try (Database opened = Database.open(database)) {
            Game game = opened.game();
            int[] board = new int[game.cells()];
            for (int i = 0; i < 5; i++) {
                int layer = random.nextInt(opened.layers().last() + 1);
                game.unrank(layer, (long) (random.nextDouble() * game.size(layer)), board);
                String text = URLEncoder.encode(String.join(",", game.notation().words(board)), StandardCharsets.UTF_8);
                questions.add("position?board=" + text);
                questions.add("line?board=" + text);
            }
        }
        return questions;
    }
}
