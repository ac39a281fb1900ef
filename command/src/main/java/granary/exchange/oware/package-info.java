/**
 * The solution of oware by jh85/smallgames: for each number of seeds a file with what each side can force of the boards that a
 * move can lead to. docs/exports.md says how to compare with it.
 */
package granary.exchange.oware;
