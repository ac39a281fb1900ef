package granary.cluster.layer;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import granary.builder.file.Disk;
import granary.error.DamagedFileException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The progress of a layer whose conversion values are computed. The driver writes it to a file after each superstep, so that a
 * later driver can resume. Immutable.
 *
 * @param version the version of the file
 * @param parent the digest of the scores of the layer below
 * @param partitionBytes the bytes of a partition in each array, by which the layer is cut
 * @param superstep the number of finished supersteps
 * @param isSolved whether the last superstep changed nothing
 * @param conversions for each partition the file of its conversion values
 * @param values for each partition the file of its newest values; empty as long as they are zeros
 */
record LayerState(
        int version,
        String parent,
        long partitionBytes,
        int superstep,
        boolean isSolved,
        List<String> conversions,
        List<String> values) {
    private static final String FILE = "state.json";
    private static final int VERSION = 4;
    private static final Gson GSON = new Gson();

    /** Begins a layer whose conversion values are in files. */
    LayerState(String parent, long partitionBytes, List<String> conversions) {
        this(
                VERSION,
                parent,
                partitionBytes,
                0,
                false,
                conversions,
                conversions.stream().map(file -> "").toList());
    }

    /** Returns the state after another superstep, with the files of the values then. */
    LayerState next(List<String> newest, boolean isNowSolved) {
        return new LayerState(version, parent, partitionBytes, superstep + 1, isNowSolved, conversions, newest);
    }

    /**
     * Reads the state of a layer.
     *
     * @return null when there is none
     * @throws DamagedFileException when the state cannot be parsed
     */
    static LayerState read(PartitionFiles files) throws IOException {
        Path path = files.resolve(FILE);
        if (Files.notExists(path)) { // one that cannot be looked at is an error: the layer's work would be deleted
            return null;
        }
        DamagedFileException damaged = new DamagedFileException(
                path.toString(),
                -1,
                "the state of a layer",
                "something else",
                "delete " + files.path() + " to begin the layer again");
        try {
            LayerState state = GSON.fromJson(Files.readString(path), LayerState.class);
            if (state != null && state.isWhole()) {
                return state;
            }
        } catch (JsonParseException | CharacterCodingException e) {
            damaged.initCause(e);
        }
        throw damaged;
    }

    private boolean isWhole() {
        return version == VERSION
                && parent != null
                && partitionBytes > 0
                && Stream.of(conversions, values).noneMatch(list -> list == null || list.contains(null));
    }

    /** Returns whether files of given lengths are there for all partitions. */
    boolean hasFiles(PartitionFiles files, long... bytes) throws IOException {
        if (conversions.size() != bytes.length || values.size() != bytes.length) {
            return false;
        }
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

    /** Publishes the state, then deletes the files that are not needed any more. */
    void write(PartitionFiles files, Disk disk) throws IOException {
        disk.publish(files.resolve(FILE), GSON.toJson(this).getBytes(StandardCharsets.UTF_8));
        Set<String> names = new HashSet<>(conversions);
        names.addAll(values);
        names.add(FILE);
        files.keep(names);
    }
}
