package granary.engine;

import granary.awari.Awari;
import granary.database.Database;
import granary.error.DatabaseException;

/** Compares what engines call certain, over one database after another, with every defence. One thread uses it. */
public final class Claims {
    private final EveryDefence defence;

    /** Makes one for a game. */
    public Claims(Awari game) {
        this.defence = new EveryDefence(game);
    }

    /**
     * Has an engine search a position. It may refuse, because the database is damaged; then the depth before counts.
     *
     * @param database of the same game
     * @return what it says that is not true, empty when there is nothing
     */
    public String wrong(Database database, PlayedGame played) {
        Engine engine = new Engine(database, Engine.Aim.WIN, 1);
        engine.proveFrom(50);
        Report[] last = new Report[1];
        try {
            last[0] = engine.prepare(played, Limits.NONE.withNodes(500)).search(report -> last[0] = report);
        } catch (DatabaseException e) {
            // It says no more.
        }
        return last[0] == null || defence.isTrue(played, last[0])
                ? ""
                : "the engine says of " + OwareNotation.position(played) + ": " + last[0];
    }
}
