package granary.testing;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Random numbers for tests. They follow from the test's name, so that a build draws nothing by chance: what passes passes again.
 * {@code -Dgranary.seed=new} draws others, and with a printed number in place of the word the same again.
 */
public final class TestRandom {
    /** The number of generators of each name, so that the instances of a test differ. */
    private static final Map<String, Integer> MADE = new ConcurrentHashMap<>();

    private TestRandom() {}

    /** Returns the number of trials of a test: few, or many with {@code -Dgranary.thorough=true}. */
    public static int cases(int few, int many) {
        return Boolean.getBoolean("granary.thorough") ? many : few;
    }

    /** Returns a generator for the test that asks for it, at once or through helpers, and prints its seed. */
    public static Random create() {
        return create(StackWalker.getInstance()
                .walk(frames -> frames.skip(1)
                        .filter(frame -> frame.getClassName().matches(".*(Test|IT)(\\$.*)?"))
                        .findFirst())
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .orElse("a test"));
    }

    /** Returns a generator for the test of a name, and prints its seed. */
    public static Random create(String test) {
        String wanted = System.getProperty("granary.seed", "");
        long seed = wanted.isEmpty()
                ? (test + MADE.merge(test, 1, Integer::sum)).hashCode()
                : wanted.equals("new") ? System.nanoTime() : Long.parseLong(wanted);
        System.out.println(test + ": -Dgranary.seed=" + seed);
        return new Random(seed);
    }
}
