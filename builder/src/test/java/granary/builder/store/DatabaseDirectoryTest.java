package granary.builder.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import granary.awari.Awari;
import granary.awari.RuleSet;
import granary.builder.Monitor;
import granary.builder.file.Disk;
import granary.builder.testing.Databases;
import granary.database.DatabaseFiles;
import granary.database.Listing;
import granary.error.DatabaseException;
import granary.error.DifferentBuildsException;
import granary.format.FileDigest;
import granary.format.FileKind;
import granary.format.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseDirectoryTest {
    private static final Awari GAME = new Awari(2, RuleSet.OLYMPIAD);
    private static final int TOP = 4;

    @TempDir
    private Path temporary;

    private Path path;

    @BeforeEach
    void build() throws IOException {
        path = temporary.resolve("db");
        Databases.build(path, GAME, TOP, 1);
    }

    /** Has the manifest list another file than the one that is there. */
    private void listAnother(int layer, int more, String digest) throws IOException {
        Manifest manifest = DatabaseFiles.readManifest(path);
        long length = manifest.entry(FileKind.SCORES, layer).length() + more;
        Manifest other = manifest.with(FileKind.SCORES, layer, new Manifest.Entry(length, digest));
        Files.write(path.resolve(Manifest.FILE_NAME), other.toBytes());
    }

    @Test
    void theUnfinishedFilesOfABuilderGoAndThoseOfOthersStay() throws IOException {
        List<String> own = List.of(
                DatabaseDirectory.TRIAL, DatabaseDirectory.UNSEALED, Manifest.FILE_NAME, Manifest.fileName(TOP + 1));
        for (String name : own) {
            Files.createFile(Disk.temporary(path.resolve(name)));
        }
        Path other = Files.createFile(Disk.temporary(path.resolve("layer-users.granary")));
        new DatabaseDirectory(path, GAME).close();
        try (Stream<Path> files = Files.list(path)) {
            assertEquals(
                    List.of(other),
                    files.filter(file -> file.toString().endsWith(Disk.TEMPORARY_SUFFIX))
                            .toList());
        }
    }

    @Test
    void aFileOfAnotherLengthThanTheListedOneIsFoundAmongTheLayersThatAreAskedFor() throws IOException {
        listAnother(
                TOP,
                1,
                DatabaseFiles.readManifest(path).entry(FileKind.SCORES, TOP).digest());
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME)) {
            directory.checkFiles(TOP - 1);
            Exception thrown = assertThrows(DatabaseException.class, () -> directory.checkFiles(TOP));
            assertTrue(thrown.getMessage()
                    .startsWith(directory.path(FileKind.SCORES, TOP).toString()));
        }
    }

    @Test
    void filesOfDifferentBuildsAreFound() throws IOException {
        listAnother(2, 0, FileDigest.of(new byte[] {1}));
        try (DatabaseDirectory directory = new DatabaseDirectory(path, GAME)) {
            directory.checkFiles(2);
            assertThrows(DifferentBuildsException.class, () -> directory.checkFiles(3));
        }
    }

    @Test
    void aLayerThatWasNotBuiltOnTheListedOneIsNotCopied() throws IOException {
        listAnother(2, 0, FileDigest.of(new byte[] {1}));
        try (DatabaseDirectory to = new DatabaseDirectory(temporary.resolve("copy"), GAME)) {
            LayerCopy copy = new LayerCopy(new Listing(List.of(path)), to, 1, Monitor.SILENT);
            copy.copy(FileKind.SCORES, 1);
            assertThrows(DifferentBuildsException.class, () -> copy.copy(FileKind.SCORES, 3));
            assertNull(to.entry(FileKind.SCORES, 3));
        }
    }
}
