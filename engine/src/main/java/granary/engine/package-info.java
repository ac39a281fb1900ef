/** An engine that searches awari with a database at the leaves, and the protocol of graphical boards. */
package granary.engine;
