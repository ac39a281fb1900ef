/** Repairs damaged databases: an inventory says what a directory is to hold, a plan what becomes of each file, a repair does it. */
package granary.builder.repair;
