package granary.browser.missing;

/** Stands in for {@link java.util.StringJoiner}. */
public final class StringJoiner {
    private final CharSequence delimiter;
    private final StringBuilder text = new StringBuilder();

    /** Makes one that has nothing yet. */
    public StringJoiner(CharSequence delimiter) {
        this.delimiter = delimiter;
    }

    /** Adds a part. */
    public StringJoiner add(CharSequence part) {
        text.append(text.length() == 0 ? "" : delimiter).append(part);
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
