// Best play of both sides. Any best move keeps the score. But where no distances are known, best moves of awari may go in circles. So the
// side that gains plays to the nearest conversion, a capture or the end, that it can force, and the side that loses to the farthest.

/** The most positions that are looked up to find the way to one conversion. */
export const MOST_POSITIONS = 20_000;
/** The most moves of a line. */
const MOST_MOVES = 1000;

/**
 * @param {object} database
 * @param {number} positions how many positions are looked up at most to find a way; without one, the first best move is played
 */
export async function bestLine(database, start, positions, most = MOST_MOVES) {
  const line = [];
  const seen = new Set();
  let node = null; // what is known of the position, on a way that was found
  let given; // the last layer in which no way was found: it is not looked for again
  for (let board = start?.slice?.() ?? start; !seen.has(String(board)); board = line.at(-1).board) {
    seen.add(String(board));
    const moves = await database.moves(board);
    if (moves.length === 0) {
      return {moves: line, end: 'game-over'};
    }
    if (line.length === most) {
      return {moves: line, end: 'limit'};
    }
    const [first] = moves;
    const mayCircle = !database.game.tellsDistance && first.distance === undefined && first.score !== 0;
    const {layer} = database.game.locate(board);
    if (!node && mayCircle && layer !== given) {
      node = await lookedAhead(database, board, first.score > 0, positions);
      if (node.plies === Infinity) {
        node = null;
        given = layer;
      }
    }
    const best = node ? bestMove(node) : 0;
    node &&= node.after[best];
    line.push(moves[best]);
  }
  return {moves: line, end: 'repetition'};
}

/** The plies to a conversion by a best move of a node. */
const pliesBy = ({after}, move) => 1 + (after[move]?.plies ?? 0);

/** The index of the move to the nearest conversion for the side that gains, to the farthest for the other. */
function bestMove(node) {
  let best = 0;
  for (let move = 1; move < node.after.length; move++) {
    if (node.isGaining ? pliesBy(node, move) < pliesBy(node, best) : pliesBy(node, move) > pliesBy(node, best)) {
      best = move;
    }
  }
  return best;
}

/**
 * Looks up positions of the layer that best moves of both reach, the nearest first, until it is known in how many plies the side that
 * gains forces a conversion by the fewest.
 *
 * @returns {Promise<object>} what is known of the first: `plies`, infinitely many as long as no conversion is known to be forced; `after`,
 *     the same of the positions after its best moves, null outside of the layer
 */
async function lookedAhead(database, start, isGaining, most) {
  const {layer} = database.game.locate(start);
  const first = {isGaining, after: null, plies: Infinity};
  const nodes = new Map([[String(start), first]]);
  const looked = [];
  // What needs fewer plies than were looked ahead cannot be nearer by others.
  for (let depth = 0, level = [start]; first.plies >= depth && level.length > 0; depth++) {
    const some = level.slice(0, most - looked.length);
    const all = await database.allMoves(some);
    level = [];
    for (const [i, moves] of all.entries()) {
      const node = nodes.get(String(some[i]));
      node.after = moves.filter(({score}) => score === moves[0].score).map(({board}) => {
        if (database.game.locate(board).layer !== layer) {
          return null;
        }
        const key = String(board);
        if (!nodes.has(key)) {
          nodes.set(key, {isGaining: !node.isGaining, after: null, plies: Infinity});
          level.push(board);
        }
        return nodes.get(key);
      });
      looked.push(node);
    }
    settle(looked);
  }
  return first;
}

/** Finds the plies of all positions that were looked up: they only become fewer, from infinitely many. */
function settle(looked) {
  for (let isNew = true; isNew;) {
    isNew = false;
    for (let i = looked.length - 1; i >= 0; i--) {
      const node = looked[i];
      const plies = node.after.length === 0 ? 0 : pliesBy(node, bestMove(node));
      isNew ||= plies !== node.plies;
      node.plies = plies;
    }
  }
}
