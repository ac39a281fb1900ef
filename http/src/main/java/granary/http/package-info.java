/** Databases read from a web server, by range requests. Begin with {@link granary.http.HttpDirectory}. */
package granary.http;
