package granary.builder.sweep.kernel;

import granary.builder.InvalidRequestException;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chooses the kernels that solve a layer: always the same ones, or those that suit the layer and the machine. The machine is
 * measured once, when the result is first needed. Any thread may use it.
 */
public final class KernelChoice {
    private static final String AUTO = "auto";
    /** A build that ends with fewer positions ends before Java has compiled the vector loops. */
    private static final long SMALL_LAYER = 2_000_000;

    /** In a larger build a layer waits for vectors from here on, so that Java need not also compile the scalar loops well. */
    private static final long FIRST_LAYER = 30_000;

    /** When the best time has not improved for this long, Java has compiled the loop. */
    private static final long SETTLED_NANOS = 20_000_000;
    /** With loops faster than this, sweeps wait for memory, and faster loops bring nothing. */
    private static final double FAST_NANOS = 0.05;

    /** Far slower than the vectors of any machine, and faster than vectors that Java emulates. */
    private static final double EMULATED_NANOS = 3;

    /** Loops that are still slow after this time stay slow. */
    private static final long PATIENCE_NANOS = 5_000_000_000L;

    /** The fastest on this machine; null until measured. */
    private static Measured measured;

    /** The kernels of every layer; null to choose by measurement. */
    private final Kernels forced;

    /** A layer with fewer positions has scalar kernels. */
    private volatile long leastPositions = SMALL_LAYER;

    private KernelChoice(Kernels forced) {
        this.forced = forced;
    }

    /** Returns the choice by measurement. */
    public static KernelChoice automatic() {
        return new KernelChoice(null);
    }

    /** Returns the choice of the same kernels for every layer. */
    public static KernelChoice of(Kernels kernels) {
        return new KernelChoice(kernels);
    }

    /**
     * Returns the choice that a user names.
     *
     * @param id {@code auto} or the id of kernels
     * @throws InvalidRequestException when no kernels have that name, or they need the vector module and it is absent
     */
    public static KernelChoice of(String id) {
        if (id.equals(AUTO)) {
            return automatic();
        }
        for (Kernels kernels : Kernels.values()) {
            if (kernels.id().equals(id)) {
                requireModule(kernels);
                return of(kernels);
            }
        }
        throw new InvalidRequestException("no kernels '" + id + "'; there is "
                + Stream.concat(Stream.of(AUTO), Arrays.stream(Kernels.values()).map(Kernels::id))
                        .collect(Collectors.joining(", ")));
    }

    static void requireModule(Kernels kernels) {
        if (kernels != Kernels.SCALAR && !VectorModule.isPresent()) {
            throw new InvalidRequestException(kernels.description() + " need java --add-modules=" + VectorModule.NAME);
        }
    }

    /** Returns whether a layer with this many positions would be solved faster if Java's vector module were there. */
    public static boolean lacksModule(long positions) {
        return positions >= SMALL_LAYER && !VectorModule.isPresent();
    }

    /** Returns the kernels for a layer with this many positions. */
    public Kernels kernels(long positions) {
        if (forced != null) {
            return forced;
        }
        return positions < leastPositions ? Kernels.SCALAR : fastest();
    }

    /**
     * Begins to measure in the background if a layer with this many positions will need it. The result is there soon after the
     * smallest layers are solved.
     */
    public void prepare(long positions) {
        if (forced == null && positions >= SMALL_LAYER && VectorModule.isPresent()) {
            leastPositions = FIRST_LAYER;
            Thread.ofPlatform().daemon().name("kernel measurement").start(KernelChoice::measured);
        }
    }

    /** Returns the kernels that are fastest on this machine. May measure for some hundredths of a second. */
    public static Kernels fastest() {
        return measured().best;
    }

    /** Returns which kernels solve the larger layers, and why. May measure for some hundredths of a second. */
    public String description() {
        return forced == null ? measured().description() : forced.description() + " (chosen)" + emulated(forced);
    }

    private static String emulated(Kernels kernels) {
        return onThisMachine().contains(kernels) ? "" : ", which Java may emulate on this machine, slowly";
    }

    /** Returns the kernels that Java need not emulate here: the scalar ones, then vectors from narrow to wide. */
    public static List<Kernels> onThisMachine() {
        int widest = VectorModule.isPresent() ? VectorKernelClasses.preferredBytes() : 0;
        return Arrays.stream(Kernels.values())
                .filter(kernels -> kernels.vectorBytes() <= widest)
                .toList();
    }

    private static synchronized Measured measured() {
        if (measured == null) {
            measured = measure();
        }
        return measured;
    }

    /**
     * Measures the widest vectors that Java prefers on this machine. Where vectors of 64 bytes are slow, it also measures those of
     * 32, which are faster on some machines without VBMI. Scalar kernels are measured only if Java emulates vectors.
     */
    private static Measured measure() {
        Map<Kernels, Double> nanos = new EnumMap<>(Kernels.class);
        Kernels widest = onThisMachine().getLast();
        if (widest != Kernels.SCALAR) {
            nanos.put(widest, nanosPerByte(widest));
            if (widest == Kernels.VECTOR_512 && nanos.get(widest) > FAST_NANOS) {
                nanos.put(Kernels.VECTOR_256, nanosPerByte(Kernels.VECTOR_256));
            }
            if (Collections.min(nanos.values()) >= EMULATED_NANOS) {
                nanos.put(Kernels.SCALAR, nanosPerByte(Kernels.SCALAR));
            }
        }
        Kernels best = nanos.entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(Kernels.SCALAR);
        return new Measured(best, nanos);
    }

    /** Measures until the time settles, because Java has compiled the loop by then. */
    private static double nanosPerByte(Kernels kernels) {
        TileKernels tile = kernels.make(false);
        double best = Double.MAX_VALUE;
        long start = System.nanoTime();
        long now = start;
        long improved = start;
        while (now - improved < SETTLED_NANOS || best > EMULATED_NANOS && now - start < PATIENCE_NANOS) {
            long before = now;
            tile.sample();
            now = System.nanoTime();
            double nanos = (double) (now - before) / TileKernels.TILE_BYTES;
            if (nanos < 0.9 * best) {
                improved = now;
            }
            best = Math.min(best, nanos);
        }
        return best;
    }

    /** The fastest kernels, and the times of the sample loop; no times without the vector module. */
    private record Measured(Kernels best, Map<Kernels, Double> nanosPerByte) {
        String description() {
            if (!VectorModule.isPresent()) {
                return best.description() + " (without java --add-modules=" + VectorModule.NAME + ")";
            }
            if (nanosPerByte.isEmpty()) {
                return best.description() + " (Java has no vectors for this machine)";
            }
            return best.description()
                    + nanosPerByte.entrySet().stream()
                            .map(time -> String.format(
                                    Locale.ROOT, "%s %.3f", time.getKey().id(), time.getValue()))
                            .collect(Collectors.joining(", ", " (measured, nanoseconds a byte: ", ")"));
        }
    }
}
