/** The training of the network of a compressed layer: the tree of its decisions, its weights, and arithmetic on vectors or in plain Java. */
package granary.builder.compress.training;
