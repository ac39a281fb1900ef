/**
 * The awari database of the Vrije Universiteit Amsterdam (Romein and Bal): a file {@code scores.N} for each number of
 * seeds. A file holds one signed byte for each position that a move can lead to, and nothing else. docs/exports.md
 * describes the files.
 */
package granary.exchange.vu;
