/** The engine for pages: what JavaScript calls. */
package granary.browser;
