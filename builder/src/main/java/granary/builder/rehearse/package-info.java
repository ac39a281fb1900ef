/**
 * A rehearsal of a layer at its true size: every phase of its work, at true addresses, on a sample of places, compared with the
 * plain rules. {@code docs/48-seeds.md} says what that shows.
 */
package granary.builder.rehearse;
