/** Chexers for one player: bring all pieces off a board of hexes in the fewest actions. */
package granary.games.chexers;
