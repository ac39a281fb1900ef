package granary.rehearsal;

import java.io.IOException;

/** A part of a rehearsal. */
public interface Phase {
    /**
     * Rehearses it, and leaves nothing in the files and the memory.
     *
     * @throws granary.builder.CheckFailedException when something differs from the plain rules
     */
    void run(Stage stage) throws IOException;
}
