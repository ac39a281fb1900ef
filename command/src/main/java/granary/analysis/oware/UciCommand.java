package granary.analysis.oware;

import granary.builder.InvalidRequestException;
import granary.command.kit.Subcommand;
import granary.command.option.PathWord;
import granary.database.Database;
import granary.database.OpenOptions;
import granary.engine.Protocol;
import granary.storage.Source;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.Charset;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs an oware engine for graphical boards. */
@Command(
        name = "uci",
        description =
                "Plays oware for a graphical board that speaks the oware dialect of UCI, on standard input and output.",
        footer = {
            "",
            "Example:",
            "  granary build --dir db --rules abapa --seeds 16",
            "  granary uci --dir db",
            "",
            "The rules are the database's. Boards play abapa, so build the database with --rules abapa, which is not the "
                    + "default. Options that a board can set: Hash (megabytes), Threads. Above the database the "
                    + "engine searches and uses the database at the leaves. docs/engine.md lists its commands."
        })
public final class UciCommand extends Subcommand {
    @Option(
            names = "--dir",
            required = true,
            paramLabel = "DIR",
            converter = PathWord.Anywhere.class,
            description = "The database's directory, or its address on a web server.")
    private Source database;

    @Override
    protected void run() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, Charset.defaultCharset()));
        try {
            new Protocol(Database.open(database, OpenOptions.DEFAULT), in, out()).run();
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(e.getMessage(), e);
        }
    }
}
