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
 */
public final class OpenOptions {
    /**
     * All layers, headers checked, blocks of data checked before they are used, mapped: what {@link
     * Database#open(java.nio.file.Path)} does.
     */
    public static final OpenOptions DEFAULT = new OpenOptions(layer -> true, Check.FIRST_USE, Access.MAPPED);

    private final IntPredicate layers;
    private final Check check;
    private final Access access;

    private OpenOptions(IntPredicate layers, Check check, Access access) {
        this.layers = layers;
        this.check = Objects.requireNonNull(check);
        this.access = Objects.requireNonNull(access);
    }

    /**
     * Opens some layers only; the others are treated as absent.
     *
     * @param wanted the layers' numbers
     */
    public OpenOptions withLayers(Iterable<Integer> wanted) {
        Set<Integer> copy = new HashSet<>();
        wanted.forEach(copy::add);
        return new OpenOptions(copy::contains, check, access);
    }

    /**
     * Opens a range of layers only; the others are treated as absent.
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

    /** Returns whether a layer is to be opened when the database has it. */
    public boolean wants(int layer) {
        return layers.test(layer);
    }

    /** Returns the checks. */
    public Check check() {
        return check;
    }

    /** Returns the way to access the files. */
    public Access access() {
        return access;
    }
}
