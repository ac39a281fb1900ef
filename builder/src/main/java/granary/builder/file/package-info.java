/**
 * Makes files, whatever they hold. {@link granary.builder.file.Disk} publishes them, {@link granary.builder.file.Background}
 * does so in the background, {@link granary.builder.file.ReservedFile} maps them with blocks reserved in advance, {@link
 * granary.builder.file.LockFile} gives them an owner, and {@link granary.builder.file.NativeMemory} allocates memory.
 */
package granary.builder.file;
