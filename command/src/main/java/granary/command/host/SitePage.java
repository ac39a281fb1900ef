package granary.command.host;

import granary.format.Manifest;
import granary.game.Game;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;

/** A page that shows a published database by itself. {@link java.util.ServiceLoader} finds it. */
public interface SitePage {
    /**
     * Writes the page's files. What was written before an interruption, of the same database, is not made again.
     *
     * @param directory the database's directory
     * @param site the directory to be copied to a web server; the page reads the database's files there
     * @param unfinished a directory for files that are needed until the site is finished, and kept over interruptions
     * @param out receives the progress, a line for each layer
     * @throws granary.error.DatabaseException when a file cannot be read
     * @throws granary.builder.OperationInterruptedException when the user stops it
     */
    void write(Path directory, Path site, Path unfinished, PrintWriter out) throws IOException;

    /**
     * Returns the bytes of the temporary files that {@link #write} makes; 0 when an interrupted call has begun them.
     *
     * @param game the database's game
     * @param manifest the files that the site has of the database
     * @param site see there
     * @param unfinished see there
     */
    long scratchBytes(Game game, Manifest manifest, Path site, Path unfinished);
}
