package granary.storage;

import java.nio.file.NoSuchFileException;
import java.util.Map;
import java.util.Set;

/** Files in memory. */
public final class MemorySource implements Source {
    private final Map<String, byte[]> files;

    /**
     * Takes files. Nothing is copied: who changes the map or the arrays changes the files.
     *
     * @param files the files' bytes by their names
     */
    public MemorySource(Map<String, byte[]> files) {
        this.files = files;
    }

    @Override
    public Set<String> names() {
        return files.keySet();
    }

    @Override
    public Storage open(String name) throws NoSuchFileException {
        byte[] bytes = files.get(name);
        if (bytes == null) {
            throw new NoSuchFileException(name);
        }
        return new HeapStorage(bytes);
    }

    @Override
    public String where(String name) {
        return name.isEmpty() ? "memory" : name;
    }
}
