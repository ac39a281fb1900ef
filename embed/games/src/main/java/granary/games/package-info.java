/** How the scores of the games in this module combine; each game has a package of its own. */
package granary.games;
