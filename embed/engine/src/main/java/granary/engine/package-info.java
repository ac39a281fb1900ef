/** Searching and playing awari with a database at the leaves, and the protocol in which graphical boards ask for it. */
package granary.engine;
