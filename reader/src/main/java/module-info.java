/**
 * Reads Granary endgame databases: boards, rules, ranks, the file format, and lookups straight from the mapped files.
 *
 * <p>Begin with {@link granary.database.Database}.
 */
module granary.reader {
    requires static java.net.http; // for package granary.http alone; who reads over HTTP requires it, too

    exports granary.awari;
    exports granary.database;
    exports granary.error;
    exports granary.format;
    exports granary.game;
    exports granary.http;
    exports granary.rank;
    exports granary.storage;

    uses granary.game.GameType;

    provides granary.game.GameType with
            granary.awari.AwariType;
}
