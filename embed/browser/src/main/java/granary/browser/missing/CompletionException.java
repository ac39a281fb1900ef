package granary.browser.missing;

/** Stands in for {@link java.util.concurrent.CompletionException}, which is never thrown. */
public final class CompletionException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private CompletionException() {}
}
