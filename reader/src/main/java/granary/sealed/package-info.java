/**
 * Sealed layers: scores that a small network of integers predicts and an arithmetic coder stores, in 2 bits a position and fewer.
 *
 * <p>{@link granary.sealed.BlockWalk} visits the boards of a block and says what the network sees of each; {@link
 * granary.sealed.Model} predicts a score from that; {@link granary.sealed.BlockDecoder} reads a block; {@link
 * granary.sealed.SealedTable} looks scores up in a file.
 */
package granary.sealed;
