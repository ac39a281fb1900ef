/** The files: manifest, headers, packed scores and checksums, as {@code format-spec.md} describes them. */
package granary.format;
