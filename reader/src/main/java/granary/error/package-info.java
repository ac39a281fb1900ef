/** The exceptions of a database: each names path, offset, expected and actual value, and likely cause. */
package granary.error;
