package granary.builder.testing.disk;

import java.nio.channels.FileLock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A disk in memory, with which anything may happen. Programs use it by the paths of a {@link DiskProcess}. It knows what was forced: of
 * the rest, a cut of the power leaves any part. Names are absolute, such as {@code /db/granary.manifest}. Any number of threads may use
 * it.
 */
public final class FaultyDisk {
    /** The unit that a disk writes as a whole. */
    static final int BLOCK = 512;

    /** The tree that programs see. */
    private SortedMap<String, DiskNode> visible = new TreeMap<>();
    /** The tree that is certainly on the disk. */
    private SortedMap<String, DiskNode> durable = new TreeMap<>();
    /** The changes between the two, in this order. */
    private final List<Change> changes = new ArrayList<>();

    private final List<Lock> locks = new ArrayList<>();
    private Map<String, byte[]> prepared = Map.of();
    private boolean isFull;
    private boolean saysFull;
    private long clock;

    /** A name that came, if not null, and one that went, if not null. */
    private record Change(String came, String went, DiskNode node) {
        void applyTo(Map<String, DiskNode> names) {
            if (went != null) {
                names.remove(went);
            }
            if (came != null) {
                names.put(came, node);
            }
        }
    }

    /** A lock that a process holds. */
    private record Lock(DiskNode node, FileLock lock) {
        DiskProcess process() {
            return ((DiskChannel) lock.acquiredBy()).process;
        }
    }

    /** Makes an empty disk. */
    public FaultyDisk() {
        this(Map.of());
    }

    /** Makes a disk of what {@link #contents} returned. */
    public FaultyDisk(Map<String, byte[]> contents) {
        visible.put("/", new DiskNode(true));
        contents.forEach((name, bytes) -> visible.put(name, DiskNode.of(bytes)));
        durable.putAll(visible);
    }

    /** Starts a process that sees the disk, and to which a fault will happen. */
    public DiskProcess start(Fault fault) {
        return new DiskProcess(this, fault);
    }

    /** Returns all files by their names; directories have no bytes. Nobody may change the arrays. */
    public synchronized SortedMap<String, byte[]> contents() {
        SortedMap<String, byte[]> contents = new TreeMap<>();
        visible.forEach((name, node) -> {
            if (!name.equals("/")) {
                contents.put(name, node.isDirectory ? null : node.content());
            }
        });
        return contents;
    }

    /** Returns the bytes of a file, which nobody may change, or null when there is none. */
    public synchronized byte[] content(String name) {
        DiskNode node = visible.get(name);
        return node == null || node.isDirectory ? null : node.content();
    }

    /** Returns the names of the files in a directory and below. */
    public synchronized List<String> files(String directory) {
        return visible.subMap(directory + "/", directory + "0").entrySet().stream()
                .filter(each -> !each.getValue().isDirectory)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the names that programs see, and that a cut of the power may take away. */
    public synchronized List<String> unforced() {
        return visible.entrySet().stream()
                .filter(each -> durable.get(each.getKey()) != each.getValue())
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Puts a file in place of another or of none, or removes it where the bytes are null. It is forced. */
    public synchronized void put(String name, byte[] bytes) {
        for (int at = name.indexOf('/', 1); at > 0; at = name.indexOf('/', at + 1)) {
            visible.computeIfAbsent(name.substring(0, at), directory -> new DiskNode(true));
            durable.putIfAbsent(name.substring(0, at), visible.get(name.substring(0, at)));
        }
        if (bytes == null) {
            visible.remove(name);
            durable.remove(name);
        } else {
            visible.put(name, DiskNode.of(bytes));
            durable.put(name, visible.get(name));
        }
        changes.removeIf(change -> name.equals(change.came) || name.equals(change.went));
    }

    /** Says which files somebody will put there, null for those to be removed, at a fault of that kind. */
    public synchronized void prepareSwap(Map<String, byte[]> files) {
        prepared = files;
    }

    void swap() {
        prepared.forEach(this::put);
    }

    /** Says whether the disk has room for more bytes. */
    public synchronized void fill(boolean full) {
        isFull = full;
    }

    synchronized boolean isFull() {
        return isFull;
    }

    /** Says whether the disk is to say that it is full, whatever it is. */
    public synchronized void sayFull(boolean full) {
        saysFull = full;
    }

    synchronized boolean saysFull() {
        return isFull || saysFull;
    }

    synchronized DiskNode find(String name) {
        return visible.get(name);
    }

    synchronized List<String> list(String directory) {
        String prefix = directory.equals("/") ? "/" : directory + "/";
        return visible.tailMap(prefix).keySet().stream()
                .takeWhile(name -> name.startsWith(prefix))
                .filter(name -> name.length() > prefix.length() && name.indexOf('/', prefix.length()) < 0)
                .toList();
    }

    synchronized DiskNode create(String name, boolean isDirectory) {
        DiskNode node = new DiskNode(isDirectory);
        touch(node);
        link(name, node);
        return node;
    }

    synchronized void link(String name, DiskNode node) {
        change(new Change(name, null, node));
    }

    synchronized void delete(String name) {
        change(new Change(null, name, visible.get(name)));
    }

    synchronized void rename(String from, String to) {
        change(new Change(to, from, visible.get(from)));
    }

    synchronized void touch(DiskNode node) {
        node.modified = clock++;
    }

    /** Forces a file, or the names in a directory. */
    synchronized void force(DiskNode node) {
        if (!node.isDirectory) {
            node.force();
            return;
        }
        String name = visible.entrySet().stream()
                .filter(each -> each.getValue() == node)
                .findFirst()
                .orElseThrow()
                .getKey();
        for (Change change : List.copyOf(changes)) {
            if (parent(change.came != null ? change.came : change.went).equals(name)) {
                change.applyTo(durable);
                changes.remove(change);
            }
        }
    }

    private void change(Change change) {
        change.applyTo(visible);
        changes.add(change);
    }

    /** Returns the directory that a file is in. */
    public static String parent(String name) {
        return name.lastIndexOf('/') <= 0 ? "/" : name.substring(0, name.lastIndexOf('/'));
    }

    /** Cuts the power: what was not forced is lost, or not, or half of it. All processes have to be stopped. */
    public synchronized void cutPower(long choice) {
        Random random = new Random(choice);
        cutPower(random.nextInt(4), random);
    }

    /** Cuts the power: all names are lost that were not forced. All processes have to be stopped. */
    public synchronized void loseUnforced() {
        cutPower(0, new Random(0));
    }

    private void cutPower(int mode, Random random) {
        SortedMap<String, DiskNode> found = new TreeMap<>(durable);
        int until = random.nextInt(changes.size() + 1);
        for (int i = 0; i < changes.size(); i++) {
            boolean isKept = switch (mode) {
                case 0 -> false;
                case 1 -> true;
                case 2 -> i < until;
                default -> random.nextBoolean();
            };
            if (isKept) {
                changes.get(i).applyTo(found);
            }
        }
        Map<DiskNode, DiskNode> kept = new HashMap<>();
        SortedMap<String, DiskNode> names = new TreeMap<>();
        found.forEach((name, node) -> {
            if (name.equals("/") || names.containsKey(parent(name))) {
                names.put(
                        name,
                        kept.computeIfAbsent(node, same -> same.isDirectory ? same : DiskNode.of(same.found(random))));
            }
        });
        visible = names;
        durable = new TreeMap<>(names);
        changes.clear();
    }

    // Locks.

    /** Returns whether another process holds a lock that overlaps, or this one does. */
    synchronized Collection<DiskProcess> holders(DiskNode node, long at, long size, boolean isShared) {
        List<DiskProcess> holders = new ArrayList<>();
        for (Lock each : locks) {
            if (each.node == node && each.lock.overlaps(at, size) && !(isShared && each.lock.isShared())) {
                holders.add(each.process());
            }
        }
        return holders;
    }

    synchronized boolean isHolder(DiskProcess process) {
        return locks.stream().anyMatch(each -> each.process() == process);
    }

    synchronized void lock(DiskNode node, FileLock lock) {
        locks.add(new Lock(node, lock));
    }

    synchronized void unlock(FileLock lock) {
        locks.removeIf(each -> each.lock.equals(lock));
    }

    synchronized void unlockAll(DiskChannel channel) {
        locks.removeIf(each -> each.lock.acquiredBy() == channel);
    }

    synchronized void end(DiskProcess process) {
        locks.removeIf(each -> each.process() == process);
    }

    /** Returns the difference of two contents; empty if there is none. */
    public static String difference(Map<String, byte[]> expected, Map<String, byte[]> found) {
        List<String> lines = new ArrayList<>();
        for (String name : expected.keySet()) {
            if (!found.containsKey(name)) {
                lines.add("no " + name);
            } else if (!Arrays.equals(expected.get(name), found.get(name))) {
                lines.add("other " + name);
            }
        }
        for (String name : found.keySet()) {
            if (!expected.containsKey(name)) {
                lines.add("besides " + name);
            }
        }
        Collections.sort(lines);
        return String.join(", ", lines);
    }
}
