/** Writes layers for other programs. */
package granary.builder.export;
