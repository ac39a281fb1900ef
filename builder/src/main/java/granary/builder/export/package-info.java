/**
 * Writes layers for other programs. A format is a service ({@link granary.builder.export.ExportFormat}), so that a module
 * adds one without the command line knowing it.
 */
package granary.builder.export;
