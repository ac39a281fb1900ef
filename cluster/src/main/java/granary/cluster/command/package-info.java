/** The command {@code granary cluster}. */
package granary.cluster.command;
