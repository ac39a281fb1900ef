/**
 * A model of what operations take of a machine: heap, memory, mappings, disks. Plans, the checks before a build and the
 * launcher's choice of heap stand on it. A figure that belongs to a class is that class's own; here they are put together.
 */
package granary.builder.resource;
