/** Ways to get at the bytes of a file: mapped, copied or read at positions. */
package granary.storage;
