// Section 9: the network of a compressed layer, which tells how probable the branches of its tree are. All numbers are integers, and the
// machine is little-endian, as all are that run JavaScript.

const TABLE = 2048;
/** From which pit to which seeds are moved, and how many. */
const NEIGHBOURS = [[0, 1, 1], [1, 2, 1], [0, 2, 1], [2, 3, 1], [1, 3, 1], [3, 4, 1], [2, 4, 1], [0, 3, 1], [0, 1, 2]];
/** Captures of this many seeds and more look alike, and so do this many seeds in a pair of pits. */
const MOST_CAPTURED = 19;
const MOST_PAIRED = 7;
const CAPTURE_ROWS = (MOST_CAPTURED + 1) ** 2;
const PAIR_ROWS = (MOST_PAIRED + 1) ** 2;

const neighboursOf = cells => cells === 4 ? NEIGHBOURS.slice(0, 5) : NEIGHBOURS;

/** The length of a model in bytes. */
export function modelLength(cells, layer, units) {
  const rows = neighboursOf(cells).length * (2 * layer + 2) + CAPTURE_ROWS + cells * (layer + 1) + (cells - 3) * PAIR_ROWS;
  return 2 * TABLE + 2 * layer * (8 + 2 * units) + 2 * units * (1 + rows);
}

export class Network {
  #game;
  #layer;
  #count;
  #neighbours;
  #table;
  #nodes;
  #biases;
  #nodeRows;
  #bias;
  #rows;
  /** Sums of the rows of pits from 2 on, which stay the same while only the first two change; and the units of a board. */
  #run;
  #units;
  /** Numbers of rows to add. */
  #chosen = new Int32Array(64);

  /** @param {Uint8Array} model in a buffer of its own */
  constructor(game, layer, units, model) {
    const numbers = (Kind, from, count) => new Kind(model.buffer, model.byteOffset + from, count);
    const nodes = 2 * layer;
    const rows = 2 * TABLE + 8 * nodes;
    this.#game = game;
    this.#layer = layer;
    this.#count = units;
    this.#neighbours = neighboursOf(game.cells);
    this.#table = numbers(Uint16Array, 0, TABLE);
    this.#nodes = numbers(Int16Array, 2 * TABLE, 4 * nodes);
    this.#biases = numbers(Int32Array, 2 * TABLE, 2 * nodes);
    this.#nodeRows = numbers(Int16Array, rows, nodes * units);
    this.#bias = numbers(Int16Array, rows + 2 * nodes * units, units);
    this.#rows = numbers(Int16Array, rows + 2 * (nodes + 1) * units);
    this.#run = new Int32Array(units);
    this.#units = new Int32Array(units);
    /** Stands for a position that is not stored. */
    this.none = 2 * layer + 1;
    /** Whether every step of the tree leads to a later node or to a value. */
    this.isTree = Array.from({length: nodes}, (_, node) => node).every(node =>
      [0, 1].map(branch => this.#nodes[4 * node + branch]).every(next => next >= -1 - nodes && next < nodes && (next < 0 || next > node)));
  }

  /** Adds rows, by number, to sums: most of the time that a lookup takes. */
  #add(sums, from, chosen, count) {
    const rows = this.#rows;
    const units = this.#count;
    sums.set(from);
    let i = 0;
    for (; i + 4 <= count; i += 4) { // four at a time, which takes half as long
      let a = chosen[i] * units;
      let b = chosen[i + 1] * units;
      let c = chosen[i + 2] * units;
      let d = chosen[i + 3] * units;
      for (let u = 0; u < units; u++) {
        sums[u] += rows[a++] + rows[b++] + rows[c++] + rows[d++];
      }
    }
    for (; i < count; i++) {
      for (let u = 0, at = chosen[i] * units; u < units; u++, at++) {
        sums[u] += rows[at];
      }
    }
  }

  /**
   * Looks at a board of half a block.
   *
   * @param {Uint8Array} values of the boards before it in this half
   * @param {number} index how many these are
   * @param {boolean} isRun whether its pits from 2 on are as when this was called last
   */
  see(board, values, index, isRun) {
    const {cells, pits: half} = this.#game;
    let row = this.#neighbours.length * (this.none + 1) + CAPTURE_ROWS;
    const chosen = this.#chosen;
    let count = 0;
    if (!isRun) {
      for (let i = 2; i < cells; i++) {
        chosen[count++] = row + i * (this.#layer + 1) + board[i];
      }
      for (let i = 2, pairs = row + cells * (this.#layer + 1); i < cells - 1; i++, pairs += PAIR_ROWS) {
        chosen[count++] = pairs + (MOST_PAIRED + 1) * Math.min(MOST_PAIRED, board[i]) + Math.min(MOST_PAIRED, board[i + 1]);
      }
      this.#add(this.#run, this.#bias, chosen, count);
      count = 0;
    }
    chosen[count++] = row + board[0];
    chosen[count++] = row + this.#layer + 1 + board[1];
    row = 0;
    for (const [from, to, seeds] of this.#neighbours) {
      const back = board[from] >= seeds ? seeds * this.#game.stepsBack(board, from, to) : Infinity;
      chosen[count++] = row + (back <= index ? values[index - back] : this.none);
      row += this.none + 1;
    }
    let capture = 0;
    let threat = 0;
    for (let i = 0; i < half; i++) {
      const end = i + board[i];
      if (board[i] > 0 && end >= half && end < cells) {
        capture = Math.max(capture, chain(board, end, half));
      }
      const back = i + board[i + half] - half;
      if (back >= 0 && back < half) {
        threat = Math.max(threat, chain(board, back, 0));
      }
    }
    chosen[count++] = row + (MOST_CAPTURED + 1) * capture + threat;
    const units = this.#units;
    this.#add(units, this.#run, chosen, count);
    for (let u = 0; u < units.length; u++) {
      units[u] = Math.max(0, units[u] << 16 >> 16);
    }
  }

  /** The probability of the upper branch of a node, of 65536, for the board that was looked at. */
  probability(node) {
    const units = this.#units;
    const rows = this.#nodeRows;
    let product = this.#biases[2 * node + 1];
    for (let u = 0, at = node * units.length; u < units.length; u++, at++) {
      product = product + Math.imul(units[u], rows[at]) | 0;
    }
    return this.#table[Math.max(0, Math.min(TABLE - 1, (product >> 11) + TABLE / 2))];
  }

  /** The target of a branch of a node: another node, or below 0 the value -1 - branch. */
  branch(node, isUpper) {
    return this.#nodes[4 * node + (isUpper ? 1 : 0)];
  }
}

/** The seeds, with one more in each, of the pits from one down that hold 1 or 2. */
function chain(board, pit, lowest) {
  let seeds = 0;
  for (; pit >= lowest && (board[pit] === 1 || board[pit] === 2); pit--) {
    seeds += board[pit] + 1;
  }
  return seeds;
}
