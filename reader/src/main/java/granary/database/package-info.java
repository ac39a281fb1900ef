/** Start here: {@link granary.database.Database} opens a directory and looks up positions. */
package granary.database;
