package granary.analysis.oware;

import granary.builder.InvalidRequestException;
import granary.builder.OperationInterruptedException;
import granary.builder.Units;
import granary.builder.file.Disk;
import granary.command.kit.Interruption;
import granary.command.kit.Subcommand;
import granary.command.kit.TextFile;
import granary.command.option.CacheOptions;
import granary.command.option.DatabaseOption;
import granary.database.Database;
import granary.engine.BookMaker;
import granary.engine.Limits;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes an opening book for the engine. */
@Command(
        name = "book",
        description = "Makes an opening book for the engine, or goes on with one, by searching positions for long.",
        footer = {
            "",
            "Example:",
            "  granary book --dir db --out awari.book --seconds 10",
            "  granary uci --dir db --book awari.book",
            "",
            "It may be interrupted at any moment; the same command goes on. The book is for the rules of the database. Every",
            "finished search is a line of the file, which can be used meanwhile. With --nodes the same book is made each time."
        })
public final class BookCommand extends Subcommand {
    private static final int MOST_SECONDS = 1_000_000;
    private static final double SECONDS_BETWEEN_LINES = 10;

    @Mixin
    private DatabaseOption databaseOption = new DatabaseOption();

    @Mixin
    private CacheOptions cacheOptions = new CacheOptions();

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The book.")
    private Path file;

    @Option(
            names = "--positions",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Number of positions in the finished book (${DEFAULT-VALUE}).")
    private int positions;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "10",
            description = "Seconds to search each position (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--nodes", paramLabel = "N", description = "Instead, the number of positions that a search visits.")
    private Long nodes;

    @Override
    protected void run() throws IOException {
        if (positions < 1 || seconds < 1 || seconds > MOST_SECONDS || (nodes != null && nodes < 1)) {
            throw new InvalidRequestException(
                    "--positions, --nodes and --seconds must be 1 or more, --seconds at most " + MOST_SECONDS);
        }
        TextFile.requireNoDirectory(file);
        Limits limits = nodes != null ? Limits.NONE.withNodes(nodes) : Limits.NONE.withMillis(1000L * seconds);
        try (Database database = databaseOption.open(cacheOptions);
                BookMaker maker = maker(database, limits);
                Interruption interruption = new Interruption()) {
            make(maker, interruption);
        } catch (IOException e) {
            throw Disk.named(file, e);
        }
    }

    private BookMaker maker(Database database, Limits limits) throws IOException {
        try {
            return new BookMaker(file, database, limits);
        } catch (IllegalArgumentException e) {
            throw new InvalidRequestException(e.getMessage(), e);
        }
    }

    private void make(BookMaker maker, Interruption interruption) throws IOException {
        // Each search forces what it adds, but not the name. To open the file here would end its lock.
        new Disk().forceDirectory(file.toAbsolutePath().getParent());
        long begun = System.nanoTime();
        int before = maker.size();
        double shown = 0;
        while (maker.size() < positions && maker.add(interruption::isRequested)) {
            double elapsed = (System.nanoTime() - begun) / 1e9;
            if (elapsed - shown >= SECONDS_BETWEEN_LINES) {
                shown = elapsed;
                double each = elapsed / (maker.size() - before);
                out().println(Units.count(maker.size()) + " of " + Units.count(positions) + " positions, "
                        + Units.seconds(each) + " each, " + Units.estimate(each * (positions - maker.size()))
                        + " left");
                out().flush();
            }
        }
        if (interruption.isRequested()) {
            throw new OperationInterruptedException("interrupted; " + Units.count(maker.size())
                    + " positions are kept. Run the same command to go on.");
        }
        out().println(file + " holds " + Units.count(maker.size()) + " positions"
                + (maker.size() < positions ? "; no other is worth a search" : ""));
    }
}
