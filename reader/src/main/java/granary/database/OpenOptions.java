package granary.database;

import granary.storage.Access;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;

/**
 * Options for opening a database. Immutable: each {@code with} method returns a changed copy.
 *
 * <pre>{@code
 * Database.open(directory, OpenOptions.DEFAULT.withLayers(0, 12).withCheck(Check.OPENING));
 * }</pre>
 *
 * @param layers accepts the numbers of the layers to open; the others are treated as absent
 * @param check what is checked, and when
 * @param access how the files are accessed
 */
public record OpenOptions(IntPredicate layers, Check check, Access access) {
    /**
     * All layers, headers checked, chunks of data checked before they are used, mapped: what {@link
     * Database#open(java.nio.file.Path)} does.
     */
    public static final OpenOptions DEFAULT = new OpenOptions(layer -> true, Check.FIRST_USE, Access.MAPPED);

    /** The checks of layer files. Each constant includes the checks of those before it. The manifest is always checked. */
    public enum Check {
        /**
         * Each file's header and length, and that the file belongs to this database, when it is opened. Reads one page per file. For
         * files whose data was just checked: damaged data gives wrong scores.
         */
        HEADER,
        /**
         * Also the checksum of each chunk of 64 KiB of data, before a lookup uses the chunk for the first time. That lookup takes up to
         * 12 microseconds more, and reads the rest of the chunk. The default.
         */
        FIRST_USE,
        /** Also the checksums of all chunks when a file is opened. Reads all files. */
        OPENING
    }

    /** Refuses null. */
    public OpenOptions {
        Objects.requireNonNull(layers);
        Objects.requireNonNull(check);
        Objects.requireNonNull(access);
    }

    /** Opens the layers with these numbers only. */
    public OpenOptions withLayers(Iterable<Integer> wanted) {
        Set<Integer> copy = new HashSet<>();
        wanted.forEach(copy::add);
        return new OpenOptions(copy::contains, check, access);
    }

    /**
     * Opens a range of layers only.
     *
     * @param first the lowest layer's number
     * @param last the highest layer's number, included; {@link Integer#MAX_VALUE} for no limit
     */
    public OpenOptions withLayers(int first, int last) {
        return new OpenOptions(layer -> layer >= first && layer <= last, check, access);
    }

    /** Sets what is checked, and when. */
    public OpenOptions withCheck(Check wanted) {
        return new OpenOptions(layers, wanted, access);
    }

    /** Sets how the files are accessed. */
    public OpenOptions withAccess(Access wanted) {
        return new OpenOptions(layers, check, wanted);
    }
}
