package granary.builder.store;

import granary.storage.DirectorySource;
import granary.storage.Source;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.Set;

/**
 * The files of a directory, each of which is mapped whole until an arena is closed.
 *
 * @param files the directory
 */
record MappedSource(DirectorySource files, Arena arena) implements Source {
    @Override
    public Set<String> names() throws IOException {
        return files.names();
    }

    @Override
    public MappedFile open(String name) throws IOException {
        return MappedFile.open(files.path(name), arena);
    }

    @Override
    public String where(String name) {
        return files.where(name);
    }
}
