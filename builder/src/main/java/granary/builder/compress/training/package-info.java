/** The training of the network of a compressed layer: the tree of its decisions, its weights, and their arithmetic. */
package granary.builder.compress.training;
