/**
 * All that makes files, whatever is in them. {@link granary.builder.file.Disk} publishes them, {@link
 * granary.builder.file.Background} does so beside other work, {@link granary.builder.file.ReservedFile} maps them with blocks
 * reserved in advance, {@link granary.builder.file.DirectFile} reads and writes them past the system's cache, {@link
 * granary.builder.file.LockFile} tells whose they are, and {@link granary.builder.file.NativeMemory} is memory from the same C
 * library.
 */
package granary.builder.file;
