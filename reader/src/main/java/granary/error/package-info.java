/** What can go wrong with a database: each exception names path, place, expected, found and likely cause. */
package granary.error;
