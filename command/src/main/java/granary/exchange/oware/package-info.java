/**
 * The solution of oware by jh85/smallgames: for each number of seeds a file with what each side can force of the boards that a
 * move can lead to. docs/exports.md describes the files.
 */
package granary.exchange.oware;
