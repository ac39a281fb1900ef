// Section 7: awari, for each rule set. A board is the mover's pits and then the opponent's, in the order of sowing.

/** C[n][k] for n to 64 and k to 16. All are below 2^53. */
const C = [];
for (let n = 0; n <= 64; n++) {
  C.push(Array.from({length: 17}, (_, k) => k === 0 ? 1 : n === 0 ? 0 : C[n - 1][k - 1] + C[n - 1][k]));
}

const sum = numbers => numbers.reduce((a, b) => a + b, 0);

export class Awari {
  static parameters = ['pits', 'rules'];

  static accepts(pits, rules) {
    return /^[2-8]$/.test(pits) && ['olympiad', 'strict', 'abapa'].includes(rules);
  }

  tellsDistance = false;

  constructor(pits, rules) {
    /** The pits of a side. */
    this.pits = Number(pits);
    this.rules = rules;
    /** The pits of both. */
    this.cells = 2 * this.pits;
    this.topLayer = 64 - this.cells;
  }

  /** The number of positions in a layer. */
  size(layer) {
    return C[layer + this.cells - 1][this.cells - 1];
  }

  /** The least and the greatest score in a layer. */
  bounds(layer) {
    return [-layer, layer];
  }

  /** Layer and rank of a board. */
  locate(board) {
    const isBoard = board?.length === this.cells && board.every?.(seeds => Number.isInteger(seeds) && seeds >= 0);
    if (!isBoard || board.includes(undefined) || sum(board) > this.topLayer) { // every() passes over holes
      throw new RangeError(`not a board of ${this.cells} pits and up to ${this.topLayer} seeds: ${board}`);
    }
    let rank = 0;
    let b = -1;
    for (let i = 0; i < this.cells; i++) {
      b += board[i] + 1;
      rank += C[b][i + 1];
    }
    return {layer: b + 1 - this.cells, rank: rank - C[b][this.cells]};
  }

  /** The board at a rank of a layer. */
  unrank(layer, rank) {
    let b = layer + this.cells - 1;
    let rest = rank + C[b][this.cells];
    const board = new Array(this.cells).fill(0);
    for (let i = this.cells; i > 0; i--) {
      const above = b;
      while (C[b][i] > rest) {
        b--;
      }
      rest -= C[b][i];
      if (i < this.cells) {
        board[i] = above - b;
      }
      b--;
    }
    board[0] = layer - sum(board);
    return board;
  }

  /** Makes a board the next of its layer. Returns whether only the first two pits have changed. */
  next(board) {
    let pit = 1;
    while (pit < this.cells - 1 && board[pit] === 0) {
      pit++;
    }
    const moved = board[0];
    board[0] = 0;
    board[pit]--;
    board[pit - 1] += moved + 1;
    return pit === 1;
  }

  /** The distance in rank from a board to the one that has a seed moved from a pit up to another. */
  stepsBack(board, from, to) {
    let steps = 0;
    for (let pit = 0, seeds = 0; pit < to; pit++) {
      seeds += board[pit];
      if (pit >= from) {
        steps += pit > 0 ? C[seeds + pit - 1][pit] : 1;
      }
    }
    return steps;
  }

  /** The board after the seeds of a pit were sown, not turned, and the last pit. */
  sow(board, pit) {
    const after = [...board];
    let last = pit;
    after[pit] = 0;
    for (let seeds = board[pit]; seeds > 0;) {
      last = (last + 1) % this.cells;
      if (last !== pit) {
        after[last]++;
        seeds--;
      }
    }
    return {after, last};
  }

  /** The legal moves: the pit, the seeds captured, and the board as the next mover sees it. */
  moves(board) {
    const half = this.pits;
    const moves = [];
    for (let pit = 0; pit < half; pit++) {
      if (board[pit] > 0) {
        const {after, last} = this.sow(board, pit);
        let first = last + 1;
        while (first > half && (after[first - 1] === 2 || after[first - 1] === 3)) {
          first--;
        }
        let captured = sum(after.slice(first, last + 1));
        if (this.rules === 'abapa' && captured === sum(after.slice(half))) {
          captured = 0;
        }
        if (captured > 0) {
          after.fill(0, first, last + 1);
        }
        moves.push({move: pit, pit, captured, board: [...after.slice(half), ...after.slice(0, half)]});
      }
    }
    const feeding = moves.filter(move => sum(move.board.slice(0, half)) > 0);
    return feeding.length > 0 || this.rules !== 'olympiad' ? feeding : moves;
  }

  /** The score of a board without a legal move. */
  end(board) {
    const keeps = this.rules === 'abapa' && sum(board.slice(0, this.pits)) > 0;
    return keeps ? sum(board) : -sum(board);
  }

  /** The score of a move to a position of some score. */
  value(captured, score) {
    return captured - score;
  }

  /** Greater for a score that the mover likes better. */
  order(score) {
    return score;
  }
}
