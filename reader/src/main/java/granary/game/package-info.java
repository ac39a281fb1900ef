/** What every game has: layers, ranks, moves and a scoring. */
package granary.game;
