/** Makes the WebAssembly of this module, with TeaVM. */
package granary.browser.compile;
