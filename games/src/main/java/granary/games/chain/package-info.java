/** Chain: chips in a row; a move takes one or two adjacent ones, and the last chip decides. */
package granary.games.chain;
