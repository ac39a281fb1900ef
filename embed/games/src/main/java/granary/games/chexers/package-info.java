/** Chexers for one player: pieces to bring off a board of hexes in the fewest actions. */
package granary.games.chexers;
