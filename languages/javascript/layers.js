// Section 5: layer files. All headers are read at once, and with them the tables of checksums (or directories) that are short.

import {crc32c, text} from './crc.js';
import {DamagedFileError, UnsupportedDatabaseError} from './errors.js';
import {PackedTable, prepare} from './packed.js';
import {RemoteFile} from './requests.js';
import {CompressedTable} from './compressed.js';

const PAGE = 4096;
const VERSION = 4;
const KINDS = {
  scores: {number: 1, suffix: '', Table: PackedTable},
  distances: {number: 2, suffix: '.distances', Table: PackedTable},
  compressed: {number: 3, suffix: '.compressed', Table: CompressedTable},
  bounds: {number: 4, suffix: '.bounds', Table: PackedTable},
};

/** The header page of a file, whose parts are read as they are asked for. */
export class Header {
  #view;

  constructor(file, bytes) {
    this.file = file;
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  u8(at) {
    return this.bytes[at];
  }

  u16(at) {
    return this.#view.getUint16(at, true);
  }

  u32(at) {
    return this.#view.getUint32(at, true);
  }

  i32(at) {
    return this.#view.getInt32(at, true);
  }

  /** Exact up to 2^53; a greater number stays greater. */
  u64(at) {
    return this.u32(at) + 2 ** 32 * this.u32(at + 4);
  }

  /** A digest in hexadecimal. */
  digest(at) {
    return Array.from(this.bytes.subarray(at, at + 32), byte => byte.toString(16).padStart(2, '0')).join('');
  }

  text(at, length) {
    return String.fromCharCode(...this.bytes.subarray(at, at + length));
  }

  /** Refuses the file unless a number in it is what it must be. */
  need(at, what, actual, expected) {
    this.refuse(actual !== expected, at, `${what} ${expected}`, String(actual));
  }

  refuse(condition, at, expected, actual) {
    if (condition) {
      throw new DamagedFileError(this.file.address, at, expected, actual, 'damaged, or of another database; copy the file again');
    }
  }

  /** Refuses the file if a number in it is none that this reader knows. */
  know(at, what, actual, known) {
    if (!known.includes(actual)) {
      throw new UnsupportedDatabaseError(this.file.address, at, `${what} ${known.join(' or ')}`, String(actual), 'written by another Granary');
    }
  }
}

/** Checks what the headers of all files have in common. */
function check(header, game, layer, quantity, listed) {
  header.need(0, 'the magic', header.text(0, 8), 'GRANARY\n');
  header.need(4092, 'a header with checksum', text(crc32c(header.bytes.subarray(0, 4092))), text(header.u32(4092)));
  header.know(8, 'version', header.u16(8), [VERSION]);
  header.need(12, 'a header of length', header.u32(12), PAGE);
  header.need(16, 'a file of length', header.u64(16), listed.length);
  header.need(24, 'layer', header.u32(24), layer);
  header.know(28, 'quantity', header.u32(28), quantity === KINDS.compressed.number ? [quantity] : [1, 2, 4]);
  header.need(28, 'quantity', header.u32(28), quantity);
  header.need(32, 'positions', header.u64(32), game.size(layer));
  const length = header.u16(1024);
  header.refuse(length > 3000, 1024, 'an identity of at most 3000 characters', String(length));
  header.need(1026, 'the identity', header.text(1026, length), game.identity);
}

/** Reads a header, and in the same round trip the table of checksums of a packed file if that is one part. */
function begin(reading, file, isPacked) {
  const isShort = file.length < PAGE; // then one byte tells whether it is there
  if (isPacked && !isShort) {
    prepare(reading, file);
  }
  const bytes = reading.bytes(file, 0, isShort ? 1 : PAGE);
  if (bytes && isShort) {
    throw new DamagedFileError(file.address, -1, `at least ${PAGE} bytes`, `${file.length} in the manifest`, 'the manifest was edited');
  }
  return bytes;
}

/** The digests that files were built on, compared with those of the files below as far as these are known. */
class Links {
  #known;
  #bounds;
  #opened = [];

  constructor({scores, bounds}) {
    this.#known = new Map([...scores].map(([layer, {digest}]) => [layer, digest]));
    this.#bounds = new Map([...bounds].map(([layer, {digest}]) => [layer, digest]));
  }

  add(kind, layer, table, header) {
    if (kind === 'compressed') {
      this.#known.set(layer, table.source);
    }
    this.#opened.push({kind, layer, table, header});
    for (const one of this.#opened) {
      const known = one.kind === 'bounds' ? this.#bounds : this.#known;
      const parent = one.layer === 0 ? '0'.repeat(64) : known.get(one.layer - 1);
      const expected = one.kind === 'distances' ? this.#known.get(one.layer) : parent;
      if (expected !== undefined) {
        one.header.need(one.kind === 'compressed' ? 96 : 64, 'a file that was built on', one.table.builtOn, expected);
      }
    }
  }
}

/** The values in a layer's file, whose header is read when it is first needed. */
class LayerFile {
  #file;
  #open;
  #table;

  constructor(file, game, kind, layer, links) {
    const {number, Table} = KINDS[kind];
    this.#file = file;
    this.#open = reading => {
      const bytes = begin(reading, file, kind !== 'compressed');
      if (!bytes) {
        return undefined;
      }
      const header = new Header(file, bytes);
      check(header, game, layer, number, file);
      const table = new Table(header, game, layer);
      links.add(kind, layer, table, header);
      return table;
    };
  }

  /** Its name in the directory. */
  get name() {
    return this.#file.address.replace(/.*\//, '');
  }

  /** Whether it is listed and not there, as far as that is known. */
  get isAbsent() {
    return this.#file.isAbsent;
  }

  /** @returns {object | undefined} the table; undefined when the header is missing, or the file */
  open(reading) {
    if (this.isAbsent) {
      return undefined;
    }
    this.#table ??= this.#open(reading);
    return this.#table;
  }

  /** As PackedTable.value and CompressedTable.value. */
  value(rank, reading, score) {
    return this.open(reading)?.value(rank, reading, score) ?? NaN;
  }
}

/**
 * Makes tables of all files that are listed.
 *
 * @param {boolean} isLazy whether headers are read by lookups, instead of all now
 * @returns {Promise<{scores: Map, distances: Map, bounds: Map, missing: Map}>} tables by layer, and the names of files of scores that are not
 *   there
 */
export async function layersOf(base, game, listed, store, isLazy) {
  const tables = {scores: new Map(), distances: new Map(), bounds: new Map(), missing: new Map()};
  const links = new Links(listed);
  const open = async (kind, layer) => {
    const name = `layer-${String(layer).padStart(3, '0')}${KINDS[kind].suffix}.granary`;
    const remote = new RemoteFile(base + name, listed[kind].get(layer).length);
    const file = new LayerFile(remote, game, kind, layer, links);
    if (!isLazy) {
      await store.read(reading => file.open(reading), true);
    }
    if (!file.isAbsent) {
      tables[kind === 'compressed' ? 'scores' : kind].set(layer, file);
    } else if (kind === 'scores' || kind === 'compressed') {
      tables.missing.set(layer, name);
    }
  };
  await Promise.all(Object.keys(KINDS).flatMap(kind => [...listed[kind].keys()].map(layer => open(kind, layer))));
  return tables;
}
