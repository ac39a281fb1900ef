package granary.builder.memory;

import granary.builder.InvalidRequestException;
import granary.builder.store.DatabaseDirectory;
import granary.builder.store.LockFile;
import granary.builder.store.ReservedFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Working memory in a mapped file, so that a killed build resumes where it was, and a layer may exceed the main memory.
 *
 * <p>A file holds a page that identifies game and layer, then the state, then the temporary memory, initially zeros. It
 * gets its name only when it is complete, and belongs to whoever holds its {@link LockFile}.
 */
public final class FileMemory implements MemoryProvider {
    private static final String SUFFIX = ".scratch";
    private static final int PAGE = 4096;

    private final Path directory;
    private final String identity;

    /**
     * Chooses the files.
     *
     * @param directory their directory, created if missing
     * @param identity the game's identity line
     */
    public FileMemory(Path directory, String identity) {
        this.directory = directory;
        this.identity = identity;
    }

    @Override
    public WorkingMemory open(int layer, MemoryNeed need) throws IOException {
        Files.createDirectories(directory);
        Path path = path(layer);
        LockFile lock = LockFile.tryTake(path)
                .orElseThrow(() -> new InvalidRequestException(
                        "another builder uses " + path + "; choose another --scratch directory"));
        try {
            if (!isFor(path, layer, need)) {
                Files.deleteIfExists(path);
                Path temporary = temporary(path);
                try (ReservedFile made = ReservedFile.create(temporary, PAGE + need.total())) {
                    made.segment().copyFrom(MemorySegment.ofArray(page(layer, need)));
                }
                Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
            return new Mapped(ReservedFile.open(path), lock, need);
        } catch (IOException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    @Override
    public void remove(int layer) throws IOException {
        if (isAnythingLeft(path(layer))) {
            remove(path(layer), true);
        }
    }

    private static boolean isAnythingLeft(Path path) {
        return Files.exists(path) || Files.exists(temporary(path)) || Files.exists(LockFile.pathFor(path));
    }

    @Override
    public void clean(IntPredicate isDone) throws IOException {
        SortedSet<Integer> layers = new TreeSet<>();
        for (Path file : files()) {
            layers.add(layer(file));
        }
        for (int layer : layers) {
            remove(path(layer), isDone.test(layer));
        }
    }

    /**
     * Returns the files of all layers that are there, unfinished ones and locks too.
     *
     * @throws IOException when the directory cannot be read
     */
    public List<Path> files() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files =
                Files.newDirectoryStream(directory, file -> name(file).matches())) {
            files.forEach(found::add);
        }
        Collections.sort(found);
        return found;
    }

    private Matcher name(Path file) {
        Pattern name = Pattern.compile(Pattern.quote(prefix()) + "([0-9]{3,9})" + Pattern.quote(SUFFIX) + "("
                + Pattern.quote(LockFile.SUFFIX) + "|" + Pattern.quote(DatabaseDirectory.TEMPORARY_SUFFIX) + ")?");
        return name.matcher(file.getFileName().toString());
    }

    private int layer(Path file) {
        Matcher matcher = name(file);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(file.toString());
        }
        return Integer.parseInt(matcher.group(1));
    }

    /** Removes what nobody can resume from, and of a layer that is done the memory too, unless someone alive uses it. */
    private static void remove(Path path, boolean isDone) throws IOException {
        Optional<LockFile> lock = LockFile.tryTake(path);
        if (lock.isEmpty()) {
            return;
        }
        try {
            Files.deleteIfExists(temporary(path));
            if (isDone) {
                Files.deleteIfExists(path);
            }
        } finally {
            lock.get().close();
        }
    }

    @Override
    public Path directory() {
        return directory;
    }

    @Override
    public long bytesToReserve(int layer, MemoryNeed need) {
        return canResume(layer, need) ? 0 : PAGE + need.total();
    }

    @Override
    public boolean canResume(int layer, MemoryNeed need) {
        try {
            return isFor(path(layer), layer, need);
        } catch (IOException e) {
            return false; // opening it will tell
        }
    }

    private Path path(int layer) {
        return directory.resolve(String.format(Locale.ROOT, "%s%03d%s", prefix(), layer, SUFFIX));
    }

    private String prefix() {
        return identity.replaceAll("[^A-Za-z0-9]+", "-") + "-";
    }

    private static Path temporary(Path path) {
        return path.resolveSibling(path.getFileName() + DatabaseDirectory.TEMPORARY_SUFFIX);
    }

    private boolean isFor(Path path, int layer, MemoryNeed need) throws IOException {
        if (!Files.exists(path) || Files.size(path) < PAGE + need.total()) {
            return false;
        }
        try (var in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(PAGE), page(layer, need));
        }
    }

    private byte[] page(int layer, MemoryNeed need) {
        String text = "granary scratch 1\n" + identity + "\nlayer " + layer + "\nbytes " + need.total() + "\n";
        return Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), PAGE);
    }

    private record Mapped(ReservedFile file, LockFile lock, MemoryNeed need) implements WorkingMemory {
        @Override
        public MemorySegment state() {
            return file.segment().asSlice(PAGE, need.state());
        }

        @Override
        public MemorySegment temporary() {
            return file.segment().asSlice(PAGE + need.state(), need.temporary());
        }

        @Override
        public void close() throws IOException {
            file.close();
            lock.close();
        }
    }
}
