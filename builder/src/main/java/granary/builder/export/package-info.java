/**
 * Writes layers for other programs. A format is a service ({@link granary.builder.export.ExportFormat}). A module can
 * add a format, and the command line need not know it.
 */
package granary.builder.export;
