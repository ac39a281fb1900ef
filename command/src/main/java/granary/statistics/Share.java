package granary.statistics;

import java.io.Serializable;

/**
 * A share of the work on a layer: of its tasks, every one whose number modulo {@code of} is {@code number}.
 *
 * @param number the share's number, 0 .. of - 1
 * @param of how many shares there are
 */
public record Share(int number, int of) implements Serializable {
    /** All of the work. */
    public static final Share ALL = new Share(0, 1);

    /** Returns whether a task belongs to this share. */
    public boolean has(long task) {
        return task % of == number;
    }
}
