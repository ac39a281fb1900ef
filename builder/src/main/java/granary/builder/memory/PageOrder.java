package granary.builder.memory;

/** In which order the pages of a {@link FileWindow} lie in its file, so that those which are read together lie together. */
public interface PageOrder {
    /**
     * Returns for each page its place in the file, counted in pages. The same always: whoever goes on with a file expects them
     * there.
     *
     * @param pageBytes bytes of a page
     * @param pages number of pages
     */
    int[] places(int pageBytes, int pages);
}
