package granary.analysis.play;

import granary.builder.InvalidRequestException;
import granary.builder.command.DatabaseOption;
import granary.builder.command.Subcommand;
import granary.database.Database;
import granary.game.Game;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A person plays against the database. */
@Command(
        name = "play",
        description = "Play against the database. You move first; type help for what else there is.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  granary play --dir db                             from the opening",
            "  granary play --dir db 1 0 0 2 0 1 0 3 0 0 1 2",
            "",
            "Above the database it searches, and says that what it finds is not exact."
        })
public final class PlayCommand implements Subcommand, Callable<Integer> {
    /** For the service loader. */
    public PlayCommand() {}

    @Spec
    private CommandSpec spec;

    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Positions to search for a move above the database (${DEFAULT-VALUE}).")
    private long nodes;

    @Parameters(
            arity = "0..*",
            paramLabel = "CELL",
            description = "The position to begin with. By default the game's opening.")
    private List<String> words = List.of();

    @Override
    public Integer call() throws IOException {
        if (nodes < 1) {
            throw new InvalidRequestException("--nodes must be 1 or more, not " + nodes);
        }
        try (Database database = databaseOption.open()) {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            new Session(
                            database,
                            new Evaluator(database, nodes),
                            in,
                            spec.commandLine().getOut())
                    .run(start(database.game()));
            return 0;
        }
    }

    private int[] start(Game game) {
        if (words.isEmpty()) {
            return game.opening().orElseThrow(() -> new InvalidRequestException("say which position to begin with"));
        }
        try {
            return game.parse(words.toArray(String[]::new));
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(e.getMessage(), e);
        }
    }
}
