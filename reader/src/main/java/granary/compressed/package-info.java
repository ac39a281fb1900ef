/**
 * Compressed layers: scores that a small network of integers predicts and an arithmetic coder stores, in 2 bits a position and fewer.
 *
 * <p>{@link granary.compressed.BlockWalk} visits the boards of a block and says what the network sees of each; {@link
 * granary.compressed.Model} predicts a score from that; {@link granary.compressed.BlockDecoder} reads a block; {@link
 * granary.compressed.CompressedTable} looks scores up in a file.
 */
package granary.compressed;
