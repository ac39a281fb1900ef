/** Makes sealed databases of packed ones, and packed ones of sealed ones. */
package granary.builder.seal;
