package granary.builder.sweep.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import jdk.incubator.vector.VectorShape;

/**
 * {@link VectorKernels} for each width of a vector. This class must not be used if the vector module is absent.
 *
 * <p>A vector becomes a register only if the compiler knows its width as a constant, and a layer in memory should not pay for
 * the look-up of pages. So the class is defined once for each kind, from the same bytes, as a hidden class that finds its kind in
 * its class data.
 */
final class VectorKernelClasses {
    private static final Map<Kind, MethodHandle> CONSTRUCTORS = new ConcurrentHashMap<>();

    /**
     * The constants that differ between the classes.
     *
     * @param shape of the vectors
     * @param isPaged whether the arrays {@link granary.builder.memory.WorkingArray#isPaged are paged}
     */
    record Kind(VectorShape shape, boolean isPaged) {}

    private VectorKernelClasses() {}

    /** Returns the width in bytes of the vectors that Java prefers on this machine. */
    static int preferredBytes() {
        return VectorShape.preferredShape().vectorBitSize() / Byte.SIZE;
    }

    /** Makes kernels on vectors of a width in bytes, for arrays that are paged or not. */
    static TileKernels make(int bytes, boolean isPaged) {
        try {
            Kind kind = new Kind(VectorShape.forBitSize(bytes * Byte.SIZE), isPaged);
            return (TileKernels) CONSTRUCTORS
                    .computeIfAbsent(kind, VectorKernelClasses::define)
                    .invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle define(Kind kind) {
        try (InputStream in = VectorKernels.class.getResourceAsStream(VectorKernels.class.getSimpleName() + ".class")) {
            MethodHandles.Lookup lookup =
                    MethodHandles.lookup().defineHiddenClassWithClassData(in.readAllBytes(), kind, true);
            return lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class))
                    .asType(MethodType.methodType(TileKernels.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
