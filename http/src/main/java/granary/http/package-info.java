/** Databases read from a web server, by range requests. Begin with {@link granary.http.HttpSource}. */
package granary.http;
