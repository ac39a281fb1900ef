/** The interface of a game: layers, ranks, moves and a scoring. */
package granary.game;
