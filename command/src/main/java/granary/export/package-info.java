/** Writes layers for other programs. */
package granary.export;
