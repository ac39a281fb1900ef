package granary.storage;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** The files of a directory, of any file system. A file may be a link to another disk. */
public class DirectorySource implements Source {
    private final Path directory;
    private final Access access;

    /** Names a directory, and reads nothing yet. */
    public DirectorySource(Path directory, Access access) {
        this.directory = directory;
        this.access = access;
    }

    /** Returns the directory. */
    public Path directory() {
        return directory;
    }

    /** Returns the path of a file, which need not exist. */
    public Path path(String name) {
        return directory.resolve(name);
    }

    @Override
    public Set<String> names() throws IOException {
        Set<String> names = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        }
        return names;
    }

    @Override
    public Storage open(String name) throws IOException {
        try {
            return access.open(path(name));
        } catch (IOException e) {
            if (!Files.isDirectory(directory)) { // then systems differ in what they say
                String instead = Files.exists(directory) ? "a file, not a directory" : "no such directory";
                throw new NoSuchFileException(directory.toString(), null, instead);
            }
            throw e;
        }
    }

    @Override
    public String where(String name) {
        return (name.isEmpty() ? directory : path(name)).toString();
    }
}
