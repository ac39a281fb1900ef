/** Begin here: {@link granary.database.Database} opens a directory and answers for positions. */
package granary.database;
