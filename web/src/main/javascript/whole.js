// Reads a file whose digest is known.

/**
 * The bytes of a file. What a browser kept of it may be damaged or of another version: then it is asked for once more.
 *
 * @param digest as in `integrity` of `fetch`: a browser refuses other bytes
 * @throws Error with a sentence when it cannot be had
 */
export async function whole(address, digest) {
  const read = request => fetch(address, {integrity: digest, ...request});
  const response = await read().catch(() => read({cache: 'reload'})).catch(() => null);
  if (!response?.ok) {
    throw new Error(`${address} cannot be read, or its bytes are not those that were published; load the page again`);
  }
  return response.arrayBuffer();
}
