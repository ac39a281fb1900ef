package granary.builder.sweep.partition;

/** Has the values or codes of a layer, line by line. */
public interface LayerLines {
    /**
     * Reads a line: all positions with an opponent's side.
     *
     * @param mine the seeds of the mover
     * @param opponent the opponent's side
     * @param size how many sides the mover may have
     * @param line takes them, and may be overwritten up to the next multiple of 64
     */
    void read(int mine, int opponent, int size, byte[] line);
}
