/**
 * Stands in, in a browser, for classes of Java that TeaVM's class library lacks and the reader or the engine names. Each has the methods
 * that they call, for the one thread that there is.
 */
package granary.browser.missing;
