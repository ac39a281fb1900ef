package granary.builder.verify;

/** Tells how much of a check by rows was left to the plain check: a rehearsal counts it, for what rows read wrongly ends there. */
public final class PlainWork {
    private PlainWork() {}

    /** Returns how many positions a check has left to the plain one, samples not counted; -1 when it is no check by rows. */
    public static long of(LayerPieces.Check check) {
        return check instanceof RowCheck rows ? rows.leftToPlain() : -1;
    }
}
