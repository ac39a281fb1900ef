package granary.rehearsal;

/** Numbers that nobody computed: each place has one of its own. */
final class Synthetic {
    private Synthetic() {}

    /** Returns a number that depends on all bits of three others. */
    static long hash(long seed, long kind, long place) {
        long mixed = mix(seed ^ mix(kind + 0x9e3779b97f4a7c15L));
        return mix(mixed ^ mix(place));
    }

    private static long mix(long number) {
        long z = (number ^ number >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /** Returns a number from -n to n: one of those near 0 in half of all places, so that equals meet. */
    static int score(long hash, int n) {
        int range = (hash & 1) == 0 ? Math.min(n, 3) : n;
        return (int) Long.remainderUnsigned(hash >>> 8, 2L * range + 1) - range;
    }
}
