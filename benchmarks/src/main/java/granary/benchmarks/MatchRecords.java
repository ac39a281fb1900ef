package granary.benchmarks;

import granary.awari.Awari;
import granary.engine.OwareNotation;
import granary.engine.PlayedGame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Keeps the games of a match in a directory, a file for each, in Oware Game Notation: {@code granary analyse --file} reads them. The tags
 * name the two commands, South's first, the rules, the random moves at the beginning, and the final count.
 */
final class MatchRecords {
    private final Path directory;
    private int games;

    /** Keeps games in a directory, which is made if it is missing. */
    MatchRecords(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
    }

    /**
     * Writes a game.
     *
     * @param count the seeds that south and north have in the end
     */
    void write(PlayedGame game, String south, String north, int randomMoves, int... count) {
        String record = tag("South", south)
                + tag("North", north)
                + tag("Rules", ((Awari) game.game()).rules().id())
                + tag("RandomMoves", "" + randomMoves)
                + tag("Result", count[0] + "-" + count[1])
                + '\n'
                + OwareNotation.letters(game)
                + '\n';
        try {
            Files.writeString(directory.resolve(String.format(Locale.ROOT, "game-%04d.ogn", ++games)), record);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String tag(String name, String value) {
        return "[" + name + " \"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"]\n";
    }
}
