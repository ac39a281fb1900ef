package granary.analysis.play;

import granary.builder.InvalidRequestException;
import granary.command.kit.Subcommand;
import granary.command.option.DatabaseOption;
import granary.command.option.PositionArgument;
import granary.database.Database;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A person plays against the database. */
@Command(
        name = "play",
        description = "Play against the database. You move first; type help for the commands.",
        footer = {
            "",
            "Examples:",
            "  granary play --dir db                             from the opening",
            "  granary play --dir db 1 0 0 2 0 1 0 2 0 0 1 2",
            "",
            "Without a position, play begins with the opening: awari with four seeds in each pit, Chomp with the whole bar, "
                    + "Chain with the longest row of chips in the database, Chexers with the most pieces in the database, on the side "
                    + "opposite their exit. In awari, the engine searches positions above the database and marks their scores as not exact."
        })
public final class PlayCommand extends Subcommand {
    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Option(
            names = "--nodes",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Number of positions to search for each move above the database (${DEFAULT-VALUE}).")
    private long nodes;

    @Mixin
    private PositionArgument positionArgument = new PositionArgument();

    @Override
    protected void run() throws IOException {
        if (nodes < 1) {
            throw new InvalidRequestException("--nodes must be 1 or more, not " + nodes);
        }
        try (Database database = databaseOption.open()) {
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
            new Session(database, new Evaluator(database, nodes), in, out()).run(start(database));
        }
    }

    private int[] start(Database database) {
        if (positionArgument.isGiven()) {
            return positionArgument.of(database.game());
        }
        int top = database.layers().isEmpty() ? 0 : database.layers().last();
        return database.game()
                .opening(top)
                .orElseThrow(() -> new InvalidRequestException("give the position in which play begins"));
    }
}
