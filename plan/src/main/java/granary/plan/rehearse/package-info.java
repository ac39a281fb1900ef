/**
 * A rehearsal of a layer at its true size: every phase of its work, at true addresses, on a sample of places, compared with the
 * plain rules. {@code docs/48-seeds.md} says what that shows. On the same made-up files it is measured how long tasks take.
 */
package granary.plan.rehearse;
