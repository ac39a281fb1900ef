package granary.builder.verify;

import granary.builder.FirstFound;

/**
 * Divides the check of a layer's positions into pieces that do not depend on one another. Any thread, and any process that has
 * the same files, may check any piece in any order; together the pieces are the whole layer.
 * {@link Verification#pieces} makes them.
 */
public interface LayerPieces {
    /** Checks pieces one after another. Each thread has its own instance. */
    @FunctionalInterface
    interface Check {
        /**
         * Checks a piece: some hundredths of a second of work, mostly.
         *
         * @param piece 0 .. {@link LayerPieces#count} - 1
         * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
         */
        void check(long piece);
    }

    /** Returns the number of pieces; the same in every process for the same database. */
    long count();

    /** Returns the number of positions in a piece. */
    long positions(long piece);

    /**
     * Returns a check for the use of one thread.
     *
     * @param errors where errors go; threads may share it
     */
    Check check(FirstFound<String> errors);
}
