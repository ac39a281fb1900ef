package granary.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class TasksTest {
    /** The virtual machine throws an internal error then, with which Spark would end the executor. */
    @Test
    void aPageThatCannotBeReadFailsItsTaskAlone() {
        IOException thrown = assertThrows(
                IOException.class,
                () -> Tasks.run(
                        page -> {
                            throw new InternalError("page " + page);
                        },
                        1));
        assertEquals("a page of a mapped file could not be read or written: page 1", thrown.getMessage());
    }
}
