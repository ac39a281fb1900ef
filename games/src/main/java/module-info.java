/** Chain, Chomp and Chexers. {@link granary.game.Games} finds them if this jar is on the same path as the reader. */
module granary.games {
    requires transitive granary.reader;

    exports granary.games;
    exports granary.games.chain;
    exports granary.games.chexers;
    exports granary.games.chomp;

    provides granary.game.GameType with
            granary.games.chain.ChainType,
            granary.games.chexers.ChexersType,
            granary.games.chomp.ChompType;
}
