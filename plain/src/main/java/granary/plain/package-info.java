/**
 * The executable specification: awari, its scores and its files, as plainly as a program can state them. All other code is compared with it.
 *
 * <p>Read in this order: {@link granary.plain.Rules}, {@link granary.plain.Scores}, {@link granary.plain.Distances}, {@link granary.plain.Bounds}, {@link
 * granary.plain.Boards}, {@link granary.plain.Packing}, {@link granary.plain.Header}, {@link granary.plain.LayerFile}; for
 * compressed files {@link granary.plain.CompressedFile}, {@link granary.plain.Inputs} and {@link granary.plain.Model}. The rules are
 * those of {@code docs/rules.md}, the files those of {@code format-spec.md}. Nothing here is fast, and nothing here uses any other
 * module of Granary; {@code docs/architecture.md} names their counterparts. Objects that nobody changes may be used by any number of threads.
 *
 * <p>A board is the seeds in its pits: the mover's, then the opponent's, in the order of sowing.
 */
package granary.plain;
