package granary.browser.missing;

import java.io.InputStream;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Stand in for methods that TeaVM's class library lacks, or whose own never returns: each in a class with the name of the other's. A
 * method that is called of an object has the object as its first parameter.
 */
public final class Methods {
    /** The engine's tables, the only resource that is asked for. */
    public static final String TABLES = "granary/engine/evaluation.bin";

    private Methods() {}

    /** Of {@link granary.game.Games}. */
    public static final class OfGames {
        private OfGames() {}

        /** Returns the advice for a missing game. */
        public static String remedy(String id) {
            return "the engine in a browser plays awari alone";
        }
    }

    /** Of {@link java.lang.Math}. */
    public static final class OfMath {
        private static final long LOW = 0xffff_ffffL;

        private OfMath() {}

        /** Returns the upper half of a product of 128 bits. */
        public static long multiplyHigh(long a, long b) {
            long highA = a >> Integer.SIZE;
            long highB = b >> Integer.SIZE;
            long middle = highA * (b & LOW) + ((a & LOW) * (b & LOW) >>> Integer.SIZE);
            long rest = (middle & LOW) + (a & LOW) * highB;
            return highA * highB + (middle >> Integer.SIZE) + (rest >> Integer.SIZE);
        }
    }

    /** Of {@link java.lang.Class}. */
    public static final class OfClass {
        private OfClass() {}

        /** Returns the engine's tables. */
        public static InputStream getResourceAsStream(Class<?> type, String name) {
            return ClassLoader.getSystemClassLoader().getResourceAsStream(TABLES);
        }
    }

    /** Of {@link java.util.Collections}; what is returned can be changed. */
    public static final class OfCollections {
        private OfCollections() {}

        /** Returns the map. */
        public static <K, V> SortedMap<K, V> unmodifiableSortedMap(SortedMap<K, V> map) {
            return map;
        }

        /** Returns the set. */
        public static <T> SortedSet<T> unmodifiableSortedSet(SortedSet<T> set) {
            return set;
        }
    }
}
