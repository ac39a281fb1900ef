/** Repairs damaged databases: says which files a manifest may list. */
package granary.builder.repair;
