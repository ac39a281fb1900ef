/** Databases of others: files of theirs that Granary writes, and compares with its own. */
package granary.exchange;
