package granary.cluster.layer;

import granary.builder.file.Disk;
import granary.builder.sweep.partition.LayerPartition;
import granary.cluster.layer.PartitionWork.Converted;
import granary.cluster.layer.PartitionWork.Swept;
import granary.error.DamagedFileException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * The progress of a layer: for each partition the files with its newest values, and whether it must be swept again. The driver writes
 * it to a file after each superstep, so that a later driver can resume. Not thread-safe.
 */
final class LayerState {
    private static final String FILE = "state";
    private static final String TITLE = "granary partitions 2";
    private static final String OPEN = "open";
    private static final String SETTLED = "settled";

    private final PartitionFiles files;
    private final String parent;
    private final List<LayerPartition> partitions;
    private final List<String> conversions = new ArrayList<>();
    private final List<String> values = new ArrayList<>();
    private final List<BitSet> needed = new ArrayList<>();
    /** The partitions that may still change: they or partitions that they need have changed since they were last swept. */
    private final BitSet open = new BitSet();

    private int superstep;

    /**
     * Begins a layer.
     *
     * @param parent the digest of the scores of the layer below
     */
    LayerState(PartitionFiles files, String parent, List<LayerPartition> partitions) {
        this.files = files;
        this.parent = parent;
        this.partitions = List.copyOf(partitions);
        for (int i = 0; i < partitions.size(); i++) {
            conversions.add("");
            values.add("");
            needed.add(new BitSet());
        }
        open.set(0, partitions.size());
    }

    /**
     * Reads the state of a layer.
     *
     * @param bytes returns the lengths of the files of partitions
     * @return null when there is no state, when it has another parent, or when files or partitions are missing or cut short
     * @throws DamagedFileException when the state cannot be parsed
     */
    static LayerState read(PartitionFiles files, String parent, Function<List<LayerPartition>, long[]> bytes)
            throws IOException {
        Path path = files.resolve(FILE);
        if (Files.notExists(path)) { // one that cannot be looked at is an error: the layer's work would be deleted
            return null;
        }
        try {
            return parse(files, parent, Files.readAllLines(path, StandardCharsets.UTF_8), bytes);
        } catch (IllegalArgumentException | IndexOutOfBoundsException | CharacterCodingException e) {
            DamagedFileException damaged = new DamagedFileException(
                    path.toString(),
                    -1,
                    "the state of a layer",
                    "something else",
                    "delete " + files.path() + " to begin the layer again");
            damaged.initCause(e);
            throw damaged;
        }
    }

    private static LayerState parse(
            PartitionFiles files, String parent, List<String> lines, Function<List<LayerPartition>, long[]> bytes)
            throws IOException {
        String[] head = lines.get(0).split("\t", -1);
        if (!head[0].equals(TITLE)) {
            throw new IllegalArgumentException(head[0]);
        }
        List<LayerPartition> partitions = new ArrayList<>();
        for (String line : lines.subList(1, lines.size())) {
            String[] words = line.split("\t", -1);
            partitions.add(new LayerPartition(number(words[0]), number(words[1]), number(words[2]), number(words[3])));
        }
        LayerState state = new LayerState(files, parent, partitions);
        state.superstep = number(head[2]);
        for (int i = 0; i < partitions.size(); i++) {
            String[] words = lines.get(i + 1).split("\t", -1);
            state.conversions.set(i, words[4]);
            state.values.set(i, words[5]);
            if (!words[6].equals(OPEN) && !words[6].equals(SETTLED)) {
                throw new IllegalArgumentException(words[6]);
            }
            state.open.set(i, words[6].equals(OPEN));
            if (!words[7].isEmpty()) {
                for (String partition : words[7].split(",", -1)) {
                    state.needed.get(i).set(number(partition));
                }
            }
        }
        return head[1].equals(parent) && number(head[3]) == partitions.size() && state.hasFiles(bytes.apply(partitions))
                ? state
                : null;
    }

    private boolean hasFiles(long... bytes) throws IOException {
        for (int i = 0; i < bytes.length; i++) {
            for (String name : List.of(conversions.get(i), values.get(i))) {
                Path file = files.resolve(name);
                if (!name.isEmpty() && (Files.notExists(file) || Files.size(file) != bytes[i])) {
                    return false;
                }
            }
        }
        return true;
    }

    private static int number(String word) {
        return Integer.parseInt(word);
    }

    /** Publishes the state, then deletes the files that are not needed any more. */
    void write(Disk disk) throws IOException {
        StringBuilder text =
                new StringBuilder(TITLE + "\t" + parent + "\t" + superstep + "\t" + partitions.size() + "\n");
        for (int i = 0; i < partitions.size(); i++) {
            LayerPartition partition = partitions.get(i);
            text.append(partition.seeds() + "\t" + partition.fewer() + "\t" + partition.fromTile() + "\t"
                    + partition.toTile() + "\t");
            text.append(conversions.get(i) + "\t" + values.get(i) + "\t" + (open.get(i) ? OPEN : SETTLED) + "\t");
            String numbers = needed.get(i).toString(); // {1, 2, 3}
            text.append(numbers, 1, numbers.length() - 1).append('\n');
        }
        disk.publish(files.resolve(FILE), text.toString().replace(", ", ",").getBytes(StandardCharsets.UTF_8));
        Set<String> names = names();
        names.add(FILE);
        files.keep(names);
    }

    /** Returns the names of all files in use. */
    private Set<String> names() {
        Set<String> names = new HashSet<>(conversions);
        names.addAll(values);
        names.remove("");
        return names;
    }

    List<LayerPartition> partitions() {
        return partitions;
    }

    List<String> values() {
        return List.copyOf(values);
    }

    List<String> conversions() {
        return List.copyOf(conversions);
    }

    /** Returns the number of finished supersteps. */
    int superstep() {
        return superstep;
    }

    /** Returns the numbers of the partitions without conversion values. */
    List<Integer> unconverted() {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < partitions.size(); i++) {
            if (conversions.get(i).isEmpty()) {
                numbers.add(i);
            }
        }
        return numbers;
    }

    /** Returns the numbers of the partitions that are to be swept; none when the layer is solved. */
    List<Integer> open() {
        return open.stream().boxed().toList();
    }

    /** Records the conversion values of a partition. */
    void converted(int number, Converted converted) {
        conversions.set(number, converted.file());
        needed.set(number, converted.needed());
    }

    /**
     * Records the results of a superstep, in which each partition was swept with the values that the others had before it. A partition is
     * settled when its last sweep changed nothing and the values that it read are still the newest.
     */
    void swept(List<Swept> results) {
        superstep++;
        for (Swept result : results) {
            values.set(result.partition(), result.file());
            open.set(result.partition(), !result.isSettled());
        }
        for (Swept result : results) {
            if (result.changed() > 0) {
                for (int i = 0; i < partitions.size(); i++) {
                    if (needed.get(i).get(result.partition())) {
                        open.set(i);
                    }
                }
            }
        }
    }
}
