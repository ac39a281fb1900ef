/** Databases read from a web server, by range requests. Programs that read directories alone never load these classes. */
package granary.http;
