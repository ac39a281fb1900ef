package granary.histories;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Whatever happens to directories, in whatever order: nothing false is said, nothing whole is lost. */
@ResourceLock("disk")
class HistoriesTest {
    @Test
    void nothingFalseIsSaidAndNothingIsLost() {
        Histories.live(
                1000,
                shell -> List.of(
                        new World(shell, "--pits 2 --rules strict", "seeds", 3),
                        new World(shell, "--pits 2 --rules abapa", "seeds", 3),
                        new World(shell, "--pits 3 --rules olympiad", "seeds", 2),
                        new World(shell, "--game chain --rules direct", "chips", 6)));
    }
}
