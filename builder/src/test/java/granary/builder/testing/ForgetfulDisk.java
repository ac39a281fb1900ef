package granary.builder.testing;

import granary.builder.file.Disk;
import granary.builder.file.LockFile;
import granary.builder.store.BuilderLock;
import granary.testing.TestRandom;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A disk that forgets what was not forced. It notes what a directory may hold when the power goes before or after any step of a
 * publication: of the names that came and went since their directory was forced, any; of a file that was written since it was
 * forced, blocks of old and new bytes in any mixture, or less.
 *
 * <p>Files and names are looked at when a step is made, whoever made them. Marks of builders and locks are left out. Any number of
 * threads may use it.
 */
public final class ForgetfulDisk extends Disk {
    /** What a disk writes as a whole. */
    private static final int BLOCK = 512;
    /** Of more names that came and went not all subsets are tried. */
    private static final int ALL_SUBSETS = 5;

    private static final int CONTENTS = 5;

    private final Path root;
    private final Random random = TestRandom.create();
    /** The files by their names below the root, as programs see them. */
    private final Map<String, File> visible = new TreeMap<>();
    /** The same as they are on the disk for sure. */
    private final Map<String, File> durable = new TreeMap<>();
    /** What lies between the two, in this order. */
    private final List<Change> changes = new ArrayList<>();
    /** What may be found, by a digest of it. */
    private final Map<String, Map<String, byte[]>> states = new LinkedHashMap<>();

    /** A file or directory, whatever its name is. */
    private static final class File {
        /** Null of a directory. */
        private byte[] bytes;
        /** Null when it was never forced. */
        private byte[] forced;
    }

    /** A name that came, if not null, and one that went, if not null. */
    private record Change(String came, String went, File file) {
        void applyTo(Map<String, File> names) {
            if (went != null) {
                names.remove(went);
            }
            if (came != null) {
                names.put(came, file);
            }
        }
    }

    /**
     * Begins.
     *
     * @param root the directory; what it holds now is on the disk
     */
    public ForgetfulDisk(Path root) {
        this.root = root.toAbsolutePath();
        look();
        changes.forEach(change -> change.applyTo(durable));
        changes.clear();
        durable.values().forEach(file -> file.forced = file.bytes);
    }

    @Override
    protected synchronized void force(Path file) throws IOException {
        cut();
        super.force(file);
        File forced = visible.get(name(file));
        forced.forced = forced.bytes;
        cut();
    }

    @Override
    public synchronized void rename(Path path) throws IOException {
        cut();
        super.rename(path);
        change(new Change(name(path), name(temporary(path)), visible.get(name(temporary(path)))));
        cut();
    }

    @Override
    public synchronized void forceDirectory(Path directory) throws IOException {
        cut();
        super.forceDirectory(directory);
        String parent = name(directory);
        for (Change change : List.copyOf(changes)) {
            if (parent(change.came != null ? change.came : change.went).equals(parent)) {
                change.applyTo(durable);
                changes.remove(change);
            }
        }
        cut();
    }

    /**
     * Returns what may be found when the power goes now or has gone since this was called last: bytes by names below the root. Names of
     * directories end with a slash.
     */
    public synchronized Collection<Map<String, byte[]>> states() {
        cut();
        List<Map<String, byte[]>> all = List.copyOf(states.values());
        states.clear();
        return all;
    }

    /** Puts what may be found into an empty directory. */
    public static void restore(Map<String, byte[]> state, Path directory) throws IOException {
        for (Map.Entry<String, byte[]> file : state.entrySet()) {
            Path path = directory.resolve(file.getKey());
            if (file.getKey().endsWith("/")) {
                Files.createDirectory(path);
            } else {
                Files.write(path, file.getValue());
            }
        }
    }

    private void change(Change change) {
        change.applyTo(visible);
        changes.add(change);
    }

    private void cut() {
        look();
        subsets().forEach(subset -> {
            Map<String, File> names = new TreeMap<>(durable);
            subset.stream().forEach(i -> changes.get(i).applyTo(names));
            for (int content = 0; content < CONTENTS; content++) {
                note(names, content);
            }
        });
    }

    private Stream<BitSet> subsets() {
        int count = changes.size();
        if (count <= ALL_SUBSETS) {
            return IntStream.range(0, 1 << count).mapToObj(bits -> BitSet.valueOf(new long[] {bits}));
        }
        return IntStream.rangeClosed(0, count).boxed().flatMap(i -> {
            BitSet first = new BitSet();
            first.set(0, i);
            BitSet alone = new BitSet();
            alone.set(i % count);
            BitSet allOthers = new BitSet();
            allOthers.set(0, count);
            allOthers.clear(i % count);
            return Stream.of(first, alone, allOthers);
        });
    }

    private void note(Map<String, File> names, int content) {
        Map<String, byte[]> state = new TreeMap<>();
        MessageDigest digest = sha256();
        names.forEach((name, file) -> {
            String parent = parent(name);
            if (parent.isEmpty() || state.containsKey(parent + "/")) {
                byte[] bytes = file.bytes == null ? new byte[0] : content(file, content);
                state.put(file.bytes == null ? name + "/" : name, bytes);
                digest.update((name + "\n" + bytes.length + "\n").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
        });
        states.putIfAbsent(HexFormat.of().formatHex(digest.digest()), state);
    }

    private byte[] content(File file, int content) {
        if (Arrays.equals(file.forced, file.bytes)) {
            return file.bytes;
        }
        byte[] old = file.forced == null ? new byte[file.bytes.length] : file.forced;
        return switch (content) {
            case 0 -> file.forced == null ? new byte[0] : old;
            case 1 -> old;
            case 2 -> file.forced == null ? Arrays.copyOf(file.bytes, file.bytes.length / 2) : old;
            case 3 -> mixture(old, file.bytes);
            default -> file.bytes;
        };
    }

    private byte[] mixture(byte[] old, byte[] bytes) {
        byte[] mixture = Arrays.copyOf(bytes, random.nextBoolean() ? bytes.length : old.length);
        for (int at = 0; at < Math.min(old.length, mixture.length); at += BLOCK) {
            if (random.nextBoolean()) {
                System.arraycopy(old, at, mixture, at, Math.min(BLOCK, Math.min(old.length, mixture.length) - at));
            }
        }
        return mixture;
    }

    /** Finds out what came and went, and what was written. */
    private void look() {
        Map<String, byte[]> found = new TreeMap<>();
        read(root, found);
        for (String name : List.copyOf(visible.keySet()).reversed()) {
            if (!found.containsKey(name)) {
                change(new Change(null, name, visible.get(name)));
            }
        }
        found.forEach((name, bytes) -> {
            if (!visible.containsKey(name)) {
                change(new Change(name, null, new File()));
            }
            visible.get(name).bytes = bytes;
        });
    }

    private void read(Path directory, Map<String, byte[]> found) {
        try (Stream<Path> paths = Files.list(directory)) {
            for (Path path : paths.toList()) {
                if (Files.isDirectory(path)) {
                    found.put(name(path), null);
                    read(path, found);
                } else if (!path.endsWith(BuilderLock.FILE_NAME)
                        && !path.toString().endsWith(LockFile.SUFFIX)) {
                    readFile(path, found);
                }
            }
        } catch (NoSuchFileException e) {
            // It has just gone.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void readFile(Path path, Map<String, byte[]> found) throws IOException {
        try {
            found.put(name(path), Files.readAllBytes(path));
        } catch (NoSuchFileException e) {
            // It has just gone.
        }
    }

    private String name(Path path) {
        return root.relativize(path.toAbsolutePath()).toString();
    }

    private static String parent(String name) {
        return name.contains("/") ? name.substring(0, name.lastIndexOf('/')) : "";
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
