// Section 12: Chain and Chomp, in which one player wins and the other loses. A score of +d or -d is a win or a loss in d moves.

const sum = numbers => numbers.reduce((a, b) => a + b, 0);
const descending = (a, b) => b - a;
const isNumber = (text, most) => /^[1-9][0-9]?$/.test(text) && Number(text) <= most;
export const FREE = 'free';

/** ways[k][s]: the ways to write s as a sum of parts of at most k, with a limit on their number. */
function partitions(most, largest, parts) {
  const none = [1, ...new Array(most).fill(0)];
  // By number of parts; without a limit, the parts that are left are as many as before.
  let fewer = [];
  for (let k = 0; k <= largest; k++) {
    fewer.push(none);
  }
  const all = [fewer];
  for (let m = 1; m <= parts; m++) {
    const ways = [none];
    for (let k = 1; k <= largest; k++) {
      ways.push(ways[k - 1].map((count, s) => count + (k <= s ? fewer[k][s - k] : 0)));
    }
    all.push(ways);
    fewer = ways;
  }
  return all;
}

class WinLoss {
  tellsDistance = true;

  /** @param {number} last the score of who makes the last move */
  constructor(last) {
    this.last = last;
  }

  bounds(layer) {
    return [-layer, layer];
  }

  value(captured, score) {
    return score === 0 ? this.last : -score - Math.sign(score);
  }

  order(score) {
    return score === 0 ? 0 : (score > 0 ? 1e9 : -1e9) - score;
  }

  end() {
    return 0;
  }
}

/** A position is the sizes of the groups, with `free` in front of a single one; or one number, the opening row, which is not stored. */
export class Chain extends WinLoss {
  static parameters = ['rules'];

  static accepts(rules) {
    return ['direct', 'inverse'].includes(rules);
  }

  topLayer = 100;
  static #counted;

  constructor(rules) {
    super(rules === 'direct' ? 1 : -1);
  }

  /** By largest part and sum; counted when it is first asked for, because moves do not need it. */
  get #ways() {
    return Chain.#counted ??= partitions(100, 100, 100)[100];
  }

  size(layer) {
    return this.#ways[layer][layer];
  }

  locate(board) {
    const groups = board?.filter?.(size => size !== FREE && size !== 0).sort(descending);
    const isOfSizes = groups?.every(size => Number.isInteger(size) && size > 0) && !board.includes(undefined); // filter() passes over holes
    if (!isOfSizes || sum(groups) > this.topLayer) {
      throw new RangeError(`not up to ${this.topLayer} chips: ${board}`);
    }
    const layer = sum(groups);
    if (groups.length === 1 && board[0] !== FREE) {
      return {layer}; // the opening row
    }
    return {layer, rank: sum(groups.map((size, i) => this.#ways[size - 1][sum(groups.slice(i))]))};
  }

  unrank(layer, rank) {
    const groups = [];
    for (let left = layer, rest = rank; left > 0; left -= groups.at(-1)) {
      let size = left;
      while (this.#ways[size - 1][left] > rest) {
        size--;
      }
      rest -= this.#ways[size - 1][left];
      groups.push(size);
    }
    return inPlay(groups);
  }

  moves(board) {
    const groups = board.filter(size => size !== FREE && size !== 0).sort(descending);
    const most = groups.length === 1 && board[0] !== FREE ? 1 : 2;
    const moves = [];
    for (const group of [...new Set(groups)].reverse()) {
      const others = groups.filter((_, i) => i !== groups.indexOf(group));
      for (let taken = 1; taken <= Math.min(most, group); taken++) {
        for (let smaller = 0; 2 * smaller <= group - taken; smaller++) {
          const larger = group - taken - smaller;
          const after = inPlay([...others, larger, smaller].filter(size => size > 0));
          moves.push({group, taken, smaller, larger, captured: 0, board: after});
        }
      }
    }
    return moves;
  }
}

/** The position of groups, largest first. */
export const inPlay = groups => groups.length > 1 ? groups.sort(descending) : groups.length === 1 ? [FREE, groups[0]] : [0];

/** A position is the lengths of the rows, the top row first. */
export class Chomp extends WinLoss {
  static parameters = ['rows', 'columns'];

  static accepts(rows, columns) {
    return isNumber(rows, 20) && isNumber(columns, 20);
  }

  /** By number of rows, longest row and sum. */
  #ways;

  constructor(rows, columns) {
    super(-1);
    this.rows = Number(rows);
    this.columns = Number(columns);
    this.topLayer = this.rows * this.columns;
    this.#ways = partitions(this.topLayer, this.columns, this.rows);
  }

  size(layer) {
    return this.#ways[this.rows][this.columns][layer];
  }

  locate(board) {
    const isRow = (length, i) => Number.isInteger(length) && length >= 0 && length <= (i > 0 ? board[i - 1] : this.columns);
    if (board?.length !== this.rows || !board.every?.(isRow) || board.includes(undefined)) { // every() passes over holes
      throw new RangeError(`not ${this.rows} rows of up to ${this.columns} squares, longest first: ${board}`);
    }
    const before = (length, i) => length > 0 ? this.#ways[this.rows - i][length - 1][sum(board.slice(i))] : 0;
    return {layer: sum(board), rank: sum(board.map(before))};
  }

  unrank(layer, rank) {
    let left = layer;
    let rest = rank;
    const board = [];
    for (let row = 0; row < this.rows; row++) {
      let length = Math.min(left, row > 0 ? board[row - 1] : this.columns);
      const before = () => length > 0 ? this.#ways[this.rows - row][length - 1][left] : 0;
      while (before() > rest) {
        length--;
      }
      rest -= before();
      left -= length;
      board.push(length);
    }
    return board;
  }

  moves(board) {
    return board.flatMap((length, row) => Array.from({length}, (_, column) => ({
      row, column, captured: 0, board: board.map((other, i) => i < row ? other : Math.min(other, column)),
    })));
  }
}
