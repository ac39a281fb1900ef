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
 * {@link VectorKernels} for each width of a vector. This class must not be touched where the vector module is absent.
 *
 * <p>A vector becomes a register only where the compiler knows its width as a constant. So the class is defined once for each
 * width, from the same bytes, as a hidden class that finds the width in its class data.
 */
final class VectorKernelClasses {
    private static final Map<Integer, MethodHandle> CONSTRUCTORS = new ConcurrentHashMap<>();

    private VectorKernelClasses() {}

    /** Returns the width in bytes of the vectors that Java takes by itself on this machine. */
    static int preferredBytes() {
        return VectorShape.preferredShape().vectorBitSize() / Byte.SIZE;
    }

    /** Makes kernels on vectors of so many bytes. */
    static TileKernels make(int bytes) {
        try {
            return (TileKernels) CONSTRUCTORS
                    .computeIfAbsent(bytes, VectorKernelClasses::define)
                    .invokeExact();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle define(int bytes) {
        VectorShape shape = VectorShape.forBitSize(bytes * Byte.SIZE);
        try (InputStream in = VectorKernels.class.getResourceAsStream(VectorKernels.class.getSimpleName() + ".class")) {
            MethodHandles.Lookup lookup =
                    MethodHandles.lookup().defineHiddenClassWithClassData(in.readAllBytes(), shape, true);
            return lookup.findConstructor(lookup.lookupClass(), MethodType.methodType(void.class))
                    .asType(MethodType.methodType(TileKernels.class));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
