// Sections 8 and 9: compressed scores of awari.

import {crc32c, text} from './crc.js';
import {DamagedFileError} from './errors.js';
import {modelLength, Network} from './network.js';

const PAGE = 4096;
const BLOCK = 256;
const HALF = 128;
const RAW = 255;
/** Directories up to this length are one part. */
const DIRECTORY = 1 << 20;
/** The pages of an entry of the index, and of a part of a longer directory. */
const INDEXED = 4096;
/** The number of decoded halves of blocks that are remembered. */
const REMEMBERED = 64;

/** The scores of a layer by rank. */
export class CompressedTable {
  #file;
  #game;
  #layer;
  #units;
  #positions;
  #modelLength;
  #modelChecksum;
  #name;
  #pages;
  #firstPage;
  #directory;
  #network;
  #decoded = new Map();

  constructor(header, game, layer) {
    this.#file = header.file;
    this.#game = game;
    this.#layer = layer;
    this.#positions = game.size(layer);
    header.refuse(this.#positions > 2 ** 40, 32, 'at most 2^40 positions', String(this.#positions));
    header.need(44, 'minimum', header.i32(44), -layer);
    this.#units = header.u32(48);
    header.refuse(this.#units < 2 || this.#units > 1024 || this.#units % 2 > 0, 48, 'an even number of units to 1024', String(this.#units));
    this.#modelLength = header.u32(128);
    header.need(128, 'a model of length', this.#modelLength, modelLength(game.cells, layer, this.#units));
    this.#modelChecksum = header.u32(132);
    this.#pages = header.u32(136);
    header.refuse(this.#pages === 0, 136, 'pages', 'none');
    this.#firstPage = PAGE + Math.ceil(this.#modelLength / PAGE) * PAGE;
    this.#directory = this.#firstPage + this.#pages * PAGE;
    header.need(16, 'a file of length', header.u64(16), this.#directory + 4 * (this.#pages + 1 + Math.ceil(this.#pages / INDEXED)));
    /** The digest of the packed scores that it was made of. */
    this.source = header.digest(64);
    /** The digest of the packed scores of the layer below. */
    this.builtOn = header.digest(96);
    // Each page's checksum covers what names the file.
    this.#name = crc32c(header.bytes.subarray(64, 136));
  }

  /**
   * The score at a rank; NaN when something that it needs is not in memory.
   *
   * @param {(board: number[]) => number} score looks up a position of any layer
   */
  value(rank, reading, score) {
    const board = this.#game.unrank(this.#layer, rank);
    if (!this.#isStored(board)) {
      let damage;
      const scores = this.#game.moves(board).map(move => {
        try {
          return this.#game.value(move.captured, score(move.board));
        } catch (problem) {
          if (!(problem instanceof DamagedFileError)) {
            throw problem; // a layer that is missing prevails, whichever move needs it
          }
          damage = problem;
          return NaN;
        }
      });
      if (damage) {
        throw damage;
      }
      return scores.length > 0 ? Math.max(...scores) : this.#game.end(board);
    }
    const half = Math.floor(rank / HALF);
    const values = this.#decoded.get(half) ?? this.#decode(half, reading);
    if (!values) {
      return NaN;
    }
    const value = values[rank - half * HALF];
    if (value > 2 * this.#layer) {
      this.#refuse(-1, `a score at rank ${rank}`, `the value ${value}`);
    }
    return value - this.#layer;
  }

  #refuse(at, expected, actual) {
    throw new DamagedFileError(this.#file.address, at, expected, actual, 'damaged, or written by another program; copy the file again');
  }

  #isStored(board) {
    const half = this.#game.pits;
    if (!board.includes(0, half)) {
      return false;
    }
    for (let pit = 0; pit < half; pit++) {
      if (board[pit] > 0) {
        const {after} = this.#game.sow(board, pit);
        let i = 0;
        while (i < half && after[i] === board[half + i]) {
          i++;
        }
        if (i === half || after[i] > board[half + i]) {
          return true;
        }
      }
    }
    return false;
  }

  /** The values of half a block, 2n + 1 and more for those that are none; undefined when something is not in memory. */
  #decode(half, reading) {
    this.#network ??= this.#readNetwork(reading);
    const block = this.#bytesOf(Math.floor(half / 2), reading);
    if (!this.#network || !block) {
      return undefined;
    }
    const values = this.#valuesOf(half, block);
    if (this.#decoded.size >= REMEMBERED) {
      this.#decoded.delete(this.#decoded.keys().next().value);
    }
    this.#decoded.set(half, values);
    return values;
  }

  #valuesOf(half, {isRaw, data}) {
    const network = this.#network;
    const values = new Uint8Array(Math.min(HALF, this.#positions - half * HALF));
    const isSecond = half % 2 === 1;
    if (isRaw) {
      values.set(data.subarray(isSecond ? HALF : 0).subarray(0, values.length));
      return values;
    }
    const board = this.#game.unrank(this.#layer, half * HALF);
    const decoder = new Decoder(isSecond ? Uint8Array.from(data).reverse() : data);
    let isRun = false;
    for (let index = 0; index < values.length; index++) {
      if (this.#isStored(board)) {
        network.see(board, values, index, isRun);
        isRun = true;
        let node = 0;
        while (node >= 0) {
          node = network.branch(node, decoder.isUpper(network.probability(node)));
        }
        values[index] = -1 - node;
      } else {
        values[index] = network.none;
      }
      isRun = this.#game.next(board) && isRun;
    }
    return values;
  }

  #readNetwork(reading) {
    const check = data => {
      const crc = crc32c(data);
      return crc === this.#modelChecksum ? undefined : `a model of checksum ${text(crc)} instead of ${text(this.#modelChecksum)}`;
    };
    const model = reading.checked(this.#file, PAGE, this.#modelLength, check);
    if (!model) {
      return undefined;
    }
    const network = new Network(this.#game, this.#layer, this.#units, model);
    if (!network.isTree) {
      this.#refuse(PAGE, 'a model whose tree ends in scores', 'another');
    }
    return network;
  }

  /** The bytes of a block, from its page. */
  #bytesOf(block, reading) {
    const number = this.#pageOf(block, reading);
    const first = this.#entry(number, reading);
    const next = this.#entry(number + 1, reading, number);
    if (first === undefined || next === undefined) {
      return undefined;
    }
    const at = this.#firstPage + number * PAGE;
    const check = page => {
      const crc = crc32c(page.subarray(4), crc32c(Uint8Array.of(first, first >>> 8, first >>> 16, first >>> 24), this.#name));
      const said = new DataView(page.buffer, page.byteOffset).getUint32(0, true);
      return crc === said ? undefined : `checksum ${text(crc)} of the page from block ${first} on instead of ${text(said)}`;
    };
    const page = reading.checked(this.#file, at, PAGE, check, this.#part(number).place);
    if (!page) {
      return undefined;
    }
    const count = page[4] + 256 * page[5];
    const index = block - first;
    if (index < 0 || index >= count || count !== next - first) {
      this.#refuse(at, `a page with block ${block}`, `blocks ${first} to ${first + count - 1}`);
    }
    let start = 6 + count;
    let length = 0;
    for (let i = 0; i <= index; i++) {
      start += length;
      const coded = page[6 + i] ?? 0;
      length = coded === RAW ? Math.min(BLOCK, this.#positions - (first + i) * BLOCK) : coded;
    }
    if (start + length > PAGE) {
      this.#refuse(at, `block ${block} within its page`, `bytes ${start} to ${start + length - 1}`);
    }
    return {isRaw: page[6 + index] === RAW, data: page.subarray(start, start + length)};
  }

  /** Which part of the directory has the entries of a page and of the next: its offset and length, and the page of its first entry. */
  #part(page) {
    const length = 4 * (this.#pages + 1);
    const size = length <= DIRECTORY ? length : 4 * INDEXED;
    const from = Math.floor(4 * page / size) * size;
    return {place: [this.#directory + from, Math.min(size + 4, length - from)], first: from / 4};
  }

  /** The number of the first block of a page; undefined when it is not in memory. */
  #entry(page, reading, before = page) {
    if (Number.isNaN(page)) {
      return undefined;
    }
    const {place, first} = this.#part(before);
    const bytes = reading.bytes(this.#file, ...place);
    return bytes && new DataView(bytes.buffer, bytes.byteOffset).getUint32(4 * (page - first), true);
  }

  /** The last page whose first block is not above a block; NaN when it is not known yet. */
  #pageOf(block, reading) {
    let from = 0;
    let to = this.#pages;
    if (4 * to > DIRECTORY) {
      const count = Math.ceil(to / INDEXED);
      const index = reading.bytes(this.#file, this.#directory + 4 * (to + 1), 4 * count);
      if (!index) {
        return NaN;
      }
      const view = new DataView(index.buffer, index.byteOffset);
      from = INDEXED * last(0, count, part => view.getUint32(4 * part, true) <= block);
      to = Math.min(from + INDEXED, to);
    }
    return this.#entry(from, reading) === undefined ? NaN : last(from, to, page => this.#entry(page, reading) <= block);
  }
}

/** The last number below an end for which something holds that holds up to there; the first when it holds for none. */
function last(from, end, holds) {
  while (end - from > 1) {
    const middle = Math.floor((from + end) / 2);
    if (holds(middle)) {
      from = middle;
    } else {
      end = middle;
    }
  }
  return from;
}

/** Reads the branches of a block. */
class Decoder {
  #low = 0;
  #high = 0xffffffff;
  #code = 0;
  #at = 0;
  #data;

  constructor(data) {
    this.#data = data;
    for (let i = 0; i < 4; i++) {
      this.#code = this.#next();
    }
  }

  #next() {
    return (this.#code << 8 | (this.#data[this.#at++] ?? 0)) >>> 0;
  }

  isUpper(probability) {
    const split = this.#low + Math.floor((this.#high - this.#low) * probability / 65536);
    const isUpper = this.#code <= split;
    if (isUpper) {
      this.#high = split;
    } else {
      this.#low = split + 1;
    }
    while ((this.#low ^ this.#high) >>> 24 === 0) {
      this.#low = this.#low << 8 >>> 0;
      this.#high = (this.#high << 8 | 255) >>> 0;
      this.#code = this.#next();
    }
    return isUpper;
  }
}
