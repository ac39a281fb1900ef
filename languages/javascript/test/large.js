// Files of layers that no test can build: their bytes are made up when they are asked for.

import {Awari} from '../awari.js';
import {crc32c} from '../crc.js';
import {openDatabase} from '../granary.js';
import {modelLength} from '../network.js';
import {packing} from '../packed.js';
import {same} from './kit.js';

const LAYER = 48;
const DIGEST = '0'.repeat(64);
const ADDRESS = 'https://nowhere.invalid/db/';
const ASKED = 20;

/** Any 32 bits that depend on a number. */
function hash(number) {
  let z = number % 2 ** 32 ^ number / 2 ** 32;
  z = Math.imul(z ^ z >>> 16, 0x21f0aaad);
  z = Math.imul(z ^ z >>> 15, 0x735a2d97);
  return (z ^ z >>> 15) >>> 0;
}

/** Bytes with numbers of some lengths in them. */
function page(length, ...fields) {
  const view = new DataView(new ArrayBuffer(length));
  for (const [at, kind, ...numbers] of fields) {
    numbers.forEach((number, i) => view[`set${kind}`](at + i * Number(kind.match(/\d+/)[0]) / 8, number, true));
  }
  return new Uint8Array(view.buffer);
}

function header(game, length, quantity, ...fields) {
  const ascii = text => [...text].map(one => one.charCodeAt(0));
  const bytes = page(4096, [0, 'Uint8', ...ascii('GRANARY\n')], [8, 'Uint16', 4, 0], [12, 'Uint32', 4096],
    [16, 'Uint32', length % 2 ** 32, Math.floor(length / 2 ** 32), LAYER, quantity],
    [32, 'Uint32', game.size(LAYER) % 2 ** 32, Math.floor(game.size(LAYER) / 2 ** 32), quantity], [44, 'Int32', -LAYER],
    [1024, 'Uint16', game.identity.length], [1026, 'Uint8', ...ascii(game.identity)], ...fields);
  new DataView(bytes.buffer).setUint32(4092, crc32c(bytes.subarray(0, 4092)), true);
  return bytes;
}

/** Whether a compressed file stores a board: section 8.1 of the format. */
function isStored(game, board) {
  const opponents = board.slice(game.pits);
  const isLess = own => own.some((seeds, i) => seeds < opponents[i] && own.slice(0, i).every((one, j) => one === opponents[j]));
  return opponents.includes(0)
    && opponents.some((_, pit) => board[pit] > 0 && !isLess(game.sow(board, pit).after.slice(0, game.pits)));
}

/** Opens a database of one file, whose bytes a function makes; it also counts the answers that came one after the other. */
async function open(game, kind, length, make) {
  const lines = ['granary 4', 'game awari', `parameter pits ${game.pits}`, `parameter rules ${game.rules}`, `${kind} ${LAYER} ${length} ${DIGEST}`];
  const body = new TextEncoder().encode(lines.join('\n') + '\n');
  const manifest = `${lines.join('\n')}\nchecksum ${crc32c(body).toString(16).padStart(8, '0')}\n`;
  const asked = [];
  const fetch = async (address, {headers}) => {
    if (address.endsWith('manifest')) {
      return new Response(manifest);
    }
    const [from, to] = headers.Range.match(/\d+/g).map(Number);
    asked.push(from);
    return new Response(make(from, to - from + 1), {status: 206, headers: {'Content-Range': `bytes ${from}-${to}/${length}`}});
  };
  return {database: await openDatabase(ADDRESS, {fetch}), asked};
}

export class LargeFilesTest {
  #game = Object.assign(new Awari('6', 'olympiad'), {identity: 'awari pits=6 rules=olympiad'});

  async aPackedValueIsReadWhereItStandsAlsoAcrossChunks() {
    const game = this.#game;
    const radix = 2 * LAYER + 1;
    const {k, bits} = packing(radix);
    const dataLength = Math.floor((Math.ceil(Math.ceil(game.size(LAYER) / k) * bits / 8) + 15) / 8) * 8;
    const chunks = Math.ceil(dataLength / 65536);
    const length = 4096 + dataLength + 4 * chunks;
    const chunk = number => {
      const bytes = new Uint8Array(Math.min(65536, dataLength - 65536 * number));
      return bytes.map((_, i) => hash(65536 * number + i));
    };
    const wanted = new Set();
    const make = (from, count) => {
      if (from === 0) {
        return header(game, length, 1, [48, 'Uint32', radix], [52, 'Uint8', k, bits]);
      }
      if (from >= 4096 + dataLength) { // checksums, of the chunks that will be looked at
        const first = (from - 4096 - dataLength) / 4;
        const known = [...wanted].filter(number => number >= first && number < first + count / 4);
        return page(count, ...known.map(number => [4 * (number - first), 'Uint32', crc32c(chunk(number))]));
      }
      const run = new Uint8Array(count);
      for (let at = 0; at < count; at += 65536) {
        run.set(chunk((from + at - 4096) / 65536), at);
      }
      return run;
    };
    const {database, asked} = await open(game, 'scores', length, make);
    const size = database.size(LAYER);
    const everywhere = Array.from({length: ASKED + 1}, (_, i) => Math.min(size - 1, Math.floor(size / ASKED * i)));
    // The groups that the end of a chunk cuts.
    const cut = [1, 2, 3, chunks - 1].map(number => Math.floor(65536 * number * 8 / bits) * k + number % k);
    for (const rank of [...everywhere, ...cut]) {
      const begin = Math.floor(rank / k) * bits;
      const last = Math.floor((begin + bits - 1) / 8);
      let group = 0n;
      for (let byte = last; byte >= Math.floor(begin / 8); byte--) {
        group = group * 256n + BigInt(hash(byte) & 255);
      }
      group = BigInt.asUintN(bits, group >> BigInt(begin % 8));
      const expected = Number(group / BigInt(radix) ** BigInt(rank % k) % BigInt(radix)) - LAYER;
      wanted.add(Math.floor(begin / 8 / 65536));
      wanted.add(Math.floor(last / 65536));
      same(expected, await database.score(database.unrank(LAYER, rank)), rank);
    }
    same(true, Math.max(...asked) > 2 ** 37, 'bytes far behind');
  }

  /** Page p begins with block 12 p + p^2 / (2 pages) or so, all of them plain: a directory that is no straight line. */
  async aCompressedBlockIsFoundInALongDirectory() {
    const game = this.#game;
    const units = 2;
    const model = page(modelLength(game.cells, LAYER, units));
    const tree = new Int16Array(model.buffer, 4096);
    for (let node = 0; node < 2 * LAYER; node++) {
      tree.set([-1 - node, node + 1 < 2 * LAYER ? node + 1 : -1 - 2 * LAYER], 4 * node);
    }
    const blocks = Math.ceil(game.size(LAYER) / 256);
    const pages = Math.ceil(blocks / 12.5);
    const entry = number => Math.min(blocks, 12 * number + Math.floor(number * number / (2 * pages)));
    const firstPage = 4096 + 4096 * Math.ceil(model.length / 4096);
    const directory = firstPage + 4096 * pages;
    const index = directory + 4 * (pages + 1);
    const length = index + 4 * Math.ceil(pages / 4096);
    const value = rank => hash(rank) % (2 * LAYER + 1);
    const name = crc32c(page(72, [64, 'Uint32', model.length, crc32c(model)]));
    const pageOf = number => {
      const first = entry(number);
      const count = entry(number + 1) - first;
      const bytes = page(4096, [4, 'Uint16', count], [6, 'Uint8', ...new Array(count).fill(255)]);
      for (let i = 0; i < 256 * count; i++) {
        bytes[6 + count + i] = value(256 * first + i);
      }
      const crc = crc32c(bytes.subarray(4), crc32c(page(4, [0, 'Uint32', first]), name));
      bytes.set(page(4, [0, 'Uint32', crc]));
      return bytes;
    };
    const make = (from, count) => {
      if (from === 0) {
        return header(game, length, 3, [48, 'Uint32', units], [128, 'Uint32', model.length, crc32c(model), pages]);
      }
      if (from === 4096) {
        return model;
      }
      if (from < directory) {
        return pageOf((from - firstPage) / 4096);
      }
      const number = from < index ? i => (from - directory) / 4 + i : i => 4096 * ((from - index) / 4 + i);
      return page(count, [0, 'Uint32', ...Array.from({length: count / 4}, (_, i) => entry(number(i)))]);
    };
    const {database, asked} = await open(game, 'compressed', length, make);
    const size = database.size(LAYER);
    let longest = 0;
    const lastOfPart = 256 * entry(8191);
    for (let i = 0; i <= ASKED + 1; i++) {
      let rank = i > ASKED ? lastOfPart : Math.min(size - 1, Math.floor(size / ASKED * i));
      while (!isStored(game, database.unrank(LAYER, rank))) {
        rank++;
      }
      const before = asked.length;
      same(value(rank) - LAYER, await database.score(database.unrank(LAYER, rank)), rank);
      longest = i === 0 ? 0 : Math.max(longest, asked.length - before); // the first one reads header, model and index, too
    }
    same(true, Math.max(...asked) > 2 ** 36, 'bytes far behind');
    same(true, longest === 2, `${longest} requests for a lookup`);
  }
}
