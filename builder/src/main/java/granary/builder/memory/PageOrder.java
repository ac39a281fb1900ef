package granary.builder.memory;

/** The order of a {@link BufferPool}'s pages in its file. Pages that are read together should lie together. */
public interface PageOrder {
    /**
     * Returns for each page its place in the file, counted in pages. The answer never changes, because a later process continues
     * with the file.
     *
     * @param pageBytes bytes of a page
     * @param pages number of pages
     */
    int[] places(int pageBytes, int pages);
}
