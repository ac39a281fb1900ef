package granary.browser.missing;

/** Stands in for {@link java.util.concurrent.CompletableFuture}: everything is in memory, so whatever is waited for is there. */
public final class CompletableFuture<T> {
    private final T value;

    private CompletableFuture(T value) {
        this.value = value;
    }

    /** Returns one that is complete. */
    public static <T> CompletableFuture<T> completedFuture(T value) {
        return new CompletableFuture<>(value);
    }

    /** Returns one that is complete. */
    public static CompletableFuture<Void> allOf(CompletableFuture<?>... all) {
        return new CompletableFuture<>(null);
    }

    /** Returns the value. */
    public T get() {
        return value;
    }
}
