// Section 12.3: Chexers. A position is the hexes of the pieces, [q, r] each, or the word `none`.

const NONE = 'none';
const MOST = 4;
const MOVES_EACH = 27;
const RADIUS = 3;
const STEPS = [[0, 1], [0, -1], [1, 0], [-1, 0], [1, -1], [-1, 1]];
const LEAVES = {red: ([q]) => q === RADIUS, green: ([, r]) => r === RADIUS, blue: ([q, r]) => q + r === -RADIUS};

/** All hexes, in their order. */
export const HEXES = [];
for (let q = -RADIUS; q <= RADIUS; q++) {
  for (let r = -RADIUS; r <= RADIUS; r++) {
    if (Math.abs(q + r) <= RADIUS) {
      HEXES.push([q, r]);
    }
  }
}

function choose(n, k) {
  let ways = 1;
  for (let i = 0; i < k; i++) {
    ways = ways * (n - i) / (i + 1);
  }
  return ways;
}

const blocksOf = blocks => blocks === NONE ? [] : blocks.split(';');
const isLess = (a, b) => a[0] - b[0] || a[1] - b[1];

/** The position of pieces, in the board's order. */
const placed = pieces => pieces.length > 0 ? pieces.sort(isLess) : [NONE];

export class Chexers {
  static parameters = ['colour', 'blocks'];

  /** The blocks must be hexes of the board, each once and in the board's order. */
  static accepts(colour, blocks) {
    const named = blocksOf(blocks);
    return Object.hasOwn(LEAVES, colour) && HEXES.map(String).filter(hex => named.includes(hex)).join(';') === named.join(';');
  }

  tellsDistance = true;
  /** Whether pieces leave from a hex. */
  leaves;
  /** The hexes that are not blocked. */
  free;

  constructor(colour, blocks) {
    this.leaves = LEAVES[colour];
    this.free = HEXES.filter(hex => !blocksOf(blocks).includes(String(hex)));
    this.topLayer = Math.min(MOST, this.free.length);
  }

  size(layer) {
    return choose(this.free.length, layer);
  }

  bounds(layer) {
    return [layer === 0 ? 0 : -1, MOVES_EACH * layer];
  }

  #number(hex) {
    return this.free.findIndex(free => String(free) === String(hex));
  }

  locate(board) {
    const numbers = board?.filter?.(hex => hex !== NONE).map(hex => this.#number(hex)).sort((a, b) => a - b);
    const isOfHexes = numbers?.length <= this.topLayer && !board.includes(undefined); // filter() passes over holes
    if (!isOfHexes || numbers[0] < 0 || new Set(numbers).size < numbers.length) {
      throw new RangeError(`not up to ${this.topLayer} free hexes, each once: ${board?.join?.(' ') ?? board}`);
    }
    return {layer: numbers.length, rank: numbers.reduce((rank, number, i) => rank + choose(number, i + 1), 0)};
  }

  unrank(layer, rank) {
    const pieces = [];
    for (let i = layer, rest = rank; i > 0; i--) {
      let number = i - 1;
      while (choose(number + 1, i) <= rest) {
        number++;
      }
      rest -= choose(number, i);
      pieces.unshift(this.free[number]);
    }
    return placed(pieces);
  }

  moves(board) {
    const pieces = board.filter(hex => hex !== NONE).sort(isLess);
    const taken = pieces.map(String);
    const isOnBoard = hex => HEXES.some(one => String(one) === String(hex));
    const isFree = hex => this.#number(hex) >= 0 && !taken.includes(String(hex));
    return pieces.flatMap(from => {
      const [fromQ, fromR] = from;
      const others = pieces.filter(piece => piece !== from);
      const moves = STEPS.map(([q, r]) => [fromQ + q, fromR + r])
        .map(([q, r]) => !isOnBoard([q, r]) || isFree([q, r]) ? [q, r] : [2 * q - fromQ, 2 * r - fromR])
        .filter(isFree)
        .sort(isLess)
        .map(to => ({fromQ, fromR, toQ: to[0], toR: to[1], captured: 0, board: placed([...others, to])}));
      return this.leaves(from) ? [...moves, {fromQ, fromR, captured: 0, board: placed(others)}] : moves;
    });
  }

  value(captured, score) {
    return score < 0 ? score : score + 1;
  }

  order(score) {
    return score < 0 ? -1e9 : -score;
  }

  end(board) {
    return board.some(hex => hex !== NONE) ? -1 : 0;
  }
}
