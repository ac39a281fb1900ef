package granary.builder.store;

import granary.builder.WorkerPool;
import granary.format.FileDigest;
import granary.storage.Storage;

/**
 * The pieces into which a file's digest cuts it, each read once, by all threads.
 *
 * @param storage the file
 * @param pool the threads
 */
record FilePieces(Storage storage, WorkerPool pool) {
    /** Processes a piece that was read. Any thread calls it. */
    interface Work {
        /**
         * Processes a piece.
         *
         * @param bytes begins with its bytes, until the thread takes the next
         * @param length their number
         */
        void piece(int piece, byte[] bytes, int length);
    }

    /**
     * Reads pieces.
     *
     * @param to the piece after the last
     * @throws granary.error.ReadFaultException when the operating system fails to deliver the bytes
     */
    void read(int from, int to, Work work) {
        FileDigest pieces = new FileDigest(storage.length());
        byte[][] buffers = new byte[pool.threads()][];
        pool.run(to - from, (worker, number) -> {
            if (buffers[worker] == null) {
                buffers[worker] = new byte[(int) Math.min(FileDigest.PIECE, storage.length())];
            }
            int piece = from + (int) number;
            int length = pieces.length(piece);
            storage.read(pieces.start(piece), buffers[worker], 0, length);
            work.piece(piece, buffers[worker], length);
        });
    }
}
