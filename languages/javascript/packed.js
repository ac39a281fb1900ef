// Section 6: packed values and their checksums.

import {crc32c, text} from './crc.js';

const DATA = 4096;
const CHUNK = 1 << 16;
/** Tables of checksums up to this length are one part, longer ones have parts of PAGE bytes. */
const TABLE = 1 << 16;
const PAGE = 1 << 12;
/** Groups are divided in two steps: 2^28 times a power up to 2^24 is an exact number. */
const HALF = 2 ** 28;
const POWER = 2 ** 24;

/** The 8 bytes from the beginning of a group on. */
const bytes = new Uint8Array(8);
const words = new DataView(bytes.buffer);

/** k and b, the values in a group and its bits. */
export function packing(radix) {
  let best = {k: 0, bits: 1};
  for (let bits = 1; bits <= 56; bits++) {
    let k = 0;
    for (let power = BigInt(radix); power <= 1n << BigInt(bits); power *= BigInt(radix)) {
      k++;
    }
    if (k > 0 && bits * best.k <= best.bits * k) {
      best = {k, bits};
    }
  }
  return best;
}

/** The number of pairs of what both sides can force. */
export const pairs = seeds => (seeds + 1) * (seeds + 2) / 2;

/** Offset and length of the part of a file's table of checksums with the entry of a chunk, and where in it the entry is. */
function entryOf(file, chunk) {
  const chunks = Math.ceil((file.length - DATA) / (CHUNK + 4));
  const start = file.length - 4 * chunks;
  const from = 4 * chunks <= TABLE ? 0 : Math.floor(4 * chunk / PAGE) * PAGE;
  const length = 4 * chunks <= TABLE ? 4 * chunks : Math.min(PAGE, 4 * chunks - from);
  return {part: [start + from, length], at: 4 * chunk - from};
}

/** Reads a file's table of checksums if it is one part. */
export function prepare(reading, file) {
  const {part} = entryOf(file, 0);
  if (part[0] + part[1] === file.length && part[1] > 0) {
    reading.bytes(file, ...part);
  }
}

/** The values of a layer by rank. */
export class PackedTable {
  #file;
  #minimum;
  #hasOneValue;
  #radix;
  #k;
  #bits;
  #dataLength;
  /** The number of digits that are divided off at a time, and the powers of the radix up to there. */
  #powers = [1];

  constructor(header, game, layer) {
    const quantity = header.u32(28);
    const radix = header.u32(48);
    const minimum = header.i32(44);
    header.refuse(radix < 2 || radix > 65536, 48, 'a radix of 2 to 65536', String(radix));
    const [least, most] = quantity === 1 ? game.bounds(layer) : [0, quantity === 4 ? pairs(layer) - 1 : radix - 1];
    this.#hasOneValue = least === most;
    header.need(44, 'minimum', minimum, least);
    header.need(48, 'radix', radix, Math.max(2, most - least + 1));
    const {k, bits} = packing(radix);
    header.need(52, 'values in a group', header.u8(52), k);
    header.need(53, 'length of a group', header.u8(53), bits);
    this.#dataLength = Math.floor((Math.ceil(Math.ceil(game.size(layer) / k) * bits / 8) + 15) / 8) * 8;
    header.need(16, 'a file of length', header.u64(16), DATA + this.#dataLength + 4 * Math.ceil(this.#dataLength / CHUNK));
    this.#file = header.file;
    this.#minimum = minimum;
    this.#radix = radix;
    this.#k = k;
    this.#bits = bits;
    while (this.#powers.at(-1) * radix <= POWER) {
      this.#powers.push(this.#powers.at(-1) * radix);
    }
    /** The digest of the file that this one was built on. */
    this.builtOn = header.digest(64);
  }

  /** The value at a rank; NaN when it is not in memory. */
  value(rank, reading) {
    const group = Math.floor(rank / this.#k);
    const bit = group * this.#bits;
    if (!this.#load(Math.floor(bit / 8), bit % 8 + this.#bits, reading)) {
      return NaN;
    }
    let high = words.getUint32(4, true) * 16 + (bytes[3] >>> 4);
    let low = words.getUint32(0, true) % HALF;
    const divide = by => {
      const rest = high % by * HALF + low;
      high = Math.floor(high / by);
      low = Math.floor(rest / by);
    };
    divide(2 ** (bit % 8));
    for (let digit = rank - group * this.#k; digit > 0; digit -= this.#powers.length - 1) {
      divide(this.#powers[Math.min(digit, this.#powers.length - 1)]);
    }
    return this.#minimum + (high % this.#radix * HALF + low) % this.#radix;
  }

  /** Copies bits from a byte of the data on, and zeros behind them. Returns whether they are in memory. */
  #load(from, bits, reading) {
    const count = Math.ceil(bits / 8);
    bytes.fill(0);
    let chunk;
    let loaded;
    let isThere = true;
    for (let i = 0; i < count; i++) {
      const at = from + i;
      if (i === 0 || at % CHUNK === 0) {
        chunk = Math.floor(at / CHUNK);
        loaded = this.#chunk(chunk, reading);
        isThere &&= loaded !== undefined;
      }
      bytes[i] = loaded?.[at - chunk * CHUNK];
    }
    bytes[count - 1] &= 255 >>> 8 * count - bits;
    return isThere;
  }

  #chunk(chunk, reading) {
    const from = chunk * CHUNK;
    const length = Math.min(CHUNK, this.#dataLength - from);
    const {part, at} = entryOf(this.#file, chunk);
    const check = data => {
      const table = reading.bytes(this.#file, ...part);
      const said = new DataView(table.buffer, table.byteOffset + at).getUint32(0, true);
      const crc = crc32c(data);
      if (this.#hasOneValue && data[0] & 1) {
        return 'a value that the layer does not have';
      }
      return crc === said ? undefined : `checksum ${text(crc)} of chunk ${chunk} instead of ${text(said)}`;
    };
    return reading.checked(this.#file, DATA + from, length, check, part);
  }
}
