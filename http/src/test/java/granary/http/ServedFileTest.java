package granary.http;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.database.Listing;
import granary.format.FileKind;
import granary.format.Manifest;
import granary.game.Game;
import granary.storage.CheckedSections;
import granary.testing.FileServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a synthetic file on a server: a table of checksums, sections, and more. */
@Timeout(60)
abstract class ServedFileTest {
    static final int PAGE = 1 << 12;
    static final int MEBIBYTE = 1 << 20;
    static final String DIGEST = "0".repeat(64);

    static final int TABLE = 16;
    static final int START = 5000;
    static final int SECTION = 1 << 13;

    @TempDir
    private Path directory;

    FileServer server;

    @BeforeEach
    void serve() throws IOException {
        server = new FileServer(directory);
    }

    @AfterEach
    void end() {
        server.close();
    }

    /** Writes a file, and the manifest that lists it. */
    void write(FileKind kind, byte[] bytes) throws IOException {
        Files.write(directory.resolve(kind.fileName(0)), bytes);
        list(kind, bytes.length);
    }

    /** Writes a manifest that lists a file, which need not be there. */
    void list(FileKind kind, long length) throws IOException {
        Game game = new Awari(6, RuleSet.STRICT);
        Manifest manifest =
                Manifest.empty(game.type().id(), game.parameters()).with(kind, 0, new Manifest.Entry(length, DIGEST));
        Files.write(directory.resolve(Manifest.FILE_NAME), manifest.toBytes());
    }

    /** Returns the server's files; the manifest was read and nothing else. */
    HttpSource remote(HttpOptions options) {
        HttpSource remote = new HttpSource(server.uri(), options);
        new Listing(remote).manifest();
        server.takeAsked();
        return remote;
    }

    /** Sections, and where their checksums stand in the table. */
    abstract static class Table implements CheckedSections {
        private final long end;

        Table(long end) {
            this.end = end;
        }

        @Override
        public long start() {
            return START;
        }

        @Override
        public long end() {
            return end;
        }

        @Override
        public int sectionLength() {
            return SECTION;
        }

        @Override
        public long checksumAt(long section) {
            return TABLE + section * Long.BYTES;
        }
    }
}
