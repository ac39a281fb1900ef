/**
 * Reads Granary endgame databases: boards, rules, ranks, the file format, and lookups straight from the mapped files.
 *
 * <p>Begin with {@link granary.database.Database}.
 */
module granary.reader {
    exports granary.awari;
    exports granary.database;
    exports granary.error;
    exports granary.format;
    exports granary.game;
    exports granary.rank;
    exports granary.compressed;
    exports granary.storage;

    uses granary.game.GameType;
    uses granary.storage.Addresses;

    provides granary.game.GameType with
            granary.awari.AwariType;
}
