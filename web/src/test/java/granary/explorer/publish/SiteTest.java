package granary.explorer.publish;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.InvalidRequestException;
import granary.builder.OperationInterruptedException;
import granary.builder.file.LockFile;
import granary.builder.testing.Databases;
import granary.database.Listing;
import granary.explorer.page.PublishedPage;
import granary.format.Manifest;
import granary.testing.SolvedDatabase;
import granary.testing.TestDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A site that was begun can be finished, from the same database only. */
class SiteTest {
    /** Resources of a page while it is made. */
    @TempDir
    private Path work;

    /** A page that is stopped as often as it was told, and then written. */
    private static final class StoppedPage extends PublishedPage {
        private int stops;

        StoppedPage(int stops) {
            this.stops = stops;
        }

        @Override
        public void write(Listing listing, Path site, PrintWriter out) throws IOException {
            if (stops-- > 0) {
                throw new OperationInterruptedException("stopped");
            }
            Files.writeString(site.resolve("index.html"), "page");
        }
    }

    private static void write(Path database, Path out, PublishedPage page) throws IOException {
        new Site(database, new Listing(database).manifest().scoreLayers(), out)
                .write(Optional.of(page), new PrintWriter(Writer.nullWriter()));
    }

    @Test
    void aSiteThatWasStoppedIsFinishedByTheSameCall() throws IOException {
        Path site = work.resolve("site");
        PublishedPage page = new StoppedPage(2);
        for (int i = 0; i < 2; i++) {
            assertThrows(OperationInterruptedException.class, () -> write(SolvedDatabase.directory(), site, page));
            assertFalse(Files.exists(site.resolve(Manifest.FILE_NAME)), "it is not whole");
        }
        write(SolvedDatabase.directory(), site, page);
        assertTrue(Files.exists(site.resolve("index.html")));
        assertFalse(Files.exists(site.resolve("unfinished")));
        for (String name : new Listing(site).manifest().allFiles().keySet()) {
            assertEquals(-1, Files.mismatch(SolvedDatabase.directory().resolve(name), site.resolve(name)), name);
        }
    }

    @Test
    void aFinishedSiteIsCompleted() throws IOException {
        Path site = work.resolve("site");
        write(SolvedDatabase.directory(), site, new StoppedPage(0));
        Map<String, String> before = Databases.contents(site);
        Path file = site.resolve(Manifest.fileName(2));
        Files.delete(file); // a link: the database's own file stays
        Files.writeString(file, "short");
        Files.delete(site.resolve("index.html"));
        write(SolvedDatabase.directory(), site, new StoppedPage(0));
        assertEquals(before, Databases.contents(site));
    }

    @Test
    void whatStandsInAnotherDirectoryIsNeverTouched() throws IOException {
        for (String name : List.of("notes.txt", "unfinished/notes.txt")) {
            Path site = work.resolve(name.replace('/', '-'));
            Path notes = site.resolve(name);
            Files.createDirectories(notes.getParent());
            Files.writeString(notes, "a user's");
            String message = assertThrows(
                            InvalidRequestException.class,
                            () -> write(SolvedDatabase.directory(), site, new StoppedPage(0)))
                    .getMessage();
            assertTrue(message.contains("is not empty"), message);
            assertEquals("a user's", Files.readString(notes));
        }
    }

    @Test
    @SuppressWarnings("try") // the lock is held, and not used
    void twoProcessesDoNotWriteOneSite() throws IOException {
        Path site = Files.createDirectory(work.resolve("site"));
        try (LockFile lock = LockFile.tryTake(site.resolve("unfinished")).orElseThrow()) {
            String message = assertThrows(
                            InvalidRequestException.class,
                            () -> write(SolvedDatabase.directory(), site, new StoppedPage(0)))
                    .getMessage();
            assertTrue(message.contains("another process is writing " + site), message);
        }
        write(SolvedDatabase.directory(), site, new StoppedPage(0));
    }

    @Test
    void aSiteOfAnotherDatabaseIsLeftAlone() throws IOException {
        Path site = work.resolve("site");
        assertThrows(
                OperationInterruptedException.class, () -> write(SolvedDatabase.directory(), site, new StoppedPage(1)));
        Path other = Files.createDirectory(work.resolve("other"));
        TestDatabase.write(other, new Awari(6, RuleSet.ABAPA), 3);
        String message = assertThrows(InvalidRequestException.class, () -> write(other, site, new StoppedPage(0)))
                .getMessage();
        assertTrue(message.contains("site of another database"), message);
        assertFalse(Files.exists(site.resolve(Manifest.FILE_NAME)));
    }
}
