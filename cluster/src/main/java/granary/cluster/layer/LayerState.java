package granary.cluster.layer;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
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
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The progress of a layer: for each partition the files with its newest values, and whether it must be swept again. The driver writes
 * it to a file after each superstep, so that a later driver can resume. Not thread-safe.
 */
final class LayerState {
    private static final String FILE = "state.json";
    private static final int VERSION = 3;
    private static final Gson GSON = new Gson();

    private final PartitionFiles files;
    private final String parent;
    private final List<Partition> partitions;
    private int superstep;

    /** The state of a partition. */
    private static final class Partition {
        private LayerPartition extent;
        /** The file of the conversion values; empty before they are computed. */
        private String conversions = "";
        /** The file of the newest values; empty as long as they are zeros. */
        private String values = "";
        /** The partitions whose values this one reads. */
        private BitSet needed = new BitSet();
        /** True if it may still change: it or partitions that it needs have changed since it was last swept. */
        private boolean isOpen = true;
    }

    /** The content of the file. */
    private record Content(int version, String parent, int superstep, List<Partition> partitions) {}

    private LayerState(PartitionFiles files, Content content) {
        this.files = files;
        this.parent = content.parent;
        this.partitions = content.partitions;
        this.superstep = content.superstep;
    }

    /**
     * Begins a layer.
     *
     * @param parent the digest of the scores of the layer below
     */
    LayerState(PartitionFiles files, String parent, List<LayerPartition> extents) {
        this(
                files,
                new Content(
                        VERSION,
                        parent,
                        0,
                        extents.stream().map(LayerState::begun).toList()));
    }

    private static Partition begun(LayerPartition extent) {
        Partition partition = new Partition();
        partition.extent = extent;
        return partition;
    }

    /**
     * Reads the state of a layer.
     *
     * @param bytes returns the lengths of the files of partitions
     * @return null when there is no state, when it has another parent, or when files of partitions are missing or cut short
     * @throws DamagedFileException when the state cannot be parsed
     */
    static LayerState read(PartitionFiles files, String parent, Function<List<LayerPartition>, long[]> bytes)
            throws IOException {
        Path path = files.resolve(FILE);
        if (Files.notExists(path)) { // one that cannot be looked at is an error: the layer's work would be deleted
            return null;
        }
        try {
            Content content = GSON.fromJson(Files.readString(path), Content.class);
            if (content.version != VERSION) {
                throw new JsonParseException("version " + content.version);
            }
            LayerState state = new LayerState(files, content);
            return state.parent.equals(parent) && state.hasFiles(bytes.apply(state.partitions())) ? state : null;
        } catch (JsonParseException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | NullPointerException
                | CharacterCodingException e) {
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

    private boolean hasFiles(long... bytes) throws IOException {
        for (int i = 0; i < bytes.length; i++) {
            for (String name : List.of(partitions.get(i).conversions, partitions.get(i).values)) {
                Path file = files.resolve(name);
                if (!name.isEmpty() && (Files.notExists(file) || Files.size(file) != bytes[i])) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Publishes the state, then deletes the files that are not needed any more. */
    void write(Disk disk) throws IOException {
        String json = GSON.toJson(new Content(VERSION, parent, superstep, partitions));
        disk.publish(files.resolve(FILE), json.getBytes(StandardCharsets.UTF_8));
        Set<String> names = new HashSet<>(conversions());
        names.addAll(values());
        names.add(FILE);
        files.keep(names);
    }

    List<LayerPartition> partitions() {
        return partitions.stream().map(partition -> partition.extent).toList();
    }

    List<String> values() {
        return partitions.stream().map(partition -> partition.values).toList();
    }

    List<String> conversions() {
        return partitions.stream().map(partition -> partition.conversions).toList();
    }

    /** Returns the number of finished supersteps. */
    int superstep() {
        return superstep;
    }

    /** Returns the numbers of the partitions without conversion values. */
    List<Integer> unconverted() {
        return numbers(partition -> partition.conversions.isEmpty());
    }

    /** Returns the numbers of the partitions that are to be swept; none when the layer is solved. */
    List<Integer> open() {
        return numbers(partition -> partition.isOpen);
    }

    private List<Integer> numbers(Predicate<Partition> which) {
        return IntStream.range(0, partitions.size())
                .filter(number -> which.test(partitions.get(number)))
                .boxed()
                .toList();
    }

    /** Records the conversion values of a partition. */
    void converted(int number, Converted converted) {
        partitions.get(number).conversions = converted.file();
        partitions.get(number).needed = converted.needed();
    }

    /**
     * Records the results of a superstep, in which each partition was swept with the values that the others had before it. A partition is
     * settled when its last sweep changed nothing and the values that it read are still the newest.
     */
    void swept(List<Swept> results) {
        superstep++;
        BitSet changed = new BitSet();
        for (Swept result : results) {
            Partition partition = partitions.get(result.partition());
            partition.values = result.file();
            partition.isOpen = !result.isSettled();
            changed.set(result.partition(), result.changed() > 0);
        }
        for (Partition partition : partitions) {
            partition.isOpen |= partition.needed.intersects(changed);
        }
    }
}
