/** The scorings of the games in this module. Each game has a package of its own. */
package granary.games;
