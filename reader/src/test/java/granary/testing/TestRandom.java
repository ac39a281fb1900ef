package granary.testing;

import java.util.Random;

/** Random numbers for tests: another seed each run, printed, and repeatable with {@code -Dgranary.seed}. */
public final class TestRandom {
    private TestRandom() {}

    /** Returns a generator and prints its seed with the name of the test that asks for it. */
    public static Random create() {
        long seed = Long.getLong("granary.seed", System.nanoTime());
        String test = StackWalker.getInstance()
                .walk(frames -> frames.skip(1).findFirst())
                .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                .orElse("?");
        System.out.println(test + ": -Dgranary.seed=" + seed);
        return new Random(seed);
    }
}
