package granary.explorer.api;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Whether work for an answer goes on: while somebody waits for it, and for some seconds at most. */
final class Deadline implements BooleanSupplier {
    private static final Duration LONGEST = Duration.ofSeconds(5);

    private final BooleanSupplier isWanted;
    private final long begun = System.nanoTime();

    /** Begins now. */
    Deadline(BooleanSupplier isWanted) {
        this.isWanted = isWanted;
    }

    @Override
    public boolean getAsBoolean() {
        return System.nanoTime() - begun < LONGEST.toNanos() && isWanted.getAsBoolean();
    }
}
