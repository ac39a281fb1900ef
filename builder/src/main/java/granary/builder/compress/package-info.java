/** Makes compressed databases of packed ones, and packed ones of compressed ones. */
package granary.builder.compress;
