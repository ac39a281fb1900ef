// The checksum of all that the files hold: CRC-32C.

const TABLE = Uint32Array.from({length: 256}, (_, value) => {
  for (let bit = 0; bit < 8; bit++) {
    value = value >>> 1 ^ (value & 1 ? 0x82f63b78 : 0);
  }
  return value;
});

/**
 * @param {Uint8Array} bytes
 * @param {number} [before] the checksum of bytes that stand before these
 * @returns {number} their checksum, 0 to 2^32 - 1
 */
export function crc32c(bytes, before = 0) {
  let crc = ~before;
  for (let i = 0; i < bytes.length; i++) {
    crc = TABLE[(crc ^ bytes[i]) & 255] ^ crc >>> 8;
  }
  return ~crc >>> 0;
}

/** A checksum as 8 hexadecimal digits. */
export const text = crc => crc.toString(16).padStart(8, '0');
