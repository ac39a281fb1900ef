// Best play of both sides. Any best move keeps the score. But where no distances are known, best moves of awari may go in circles; then
// the winner's way to the next capture is searched for.

/**
 * @param {object} database
 * @param {number} most how many positions are looked up at most to find a way; without one, the first best move is played
 */
export async function bestLine(database, start, most) {
  const line = [];
  const seen = new Set();
  const ways = new Map();
  for (let board = start?.slice?.() ?? start; !seen.has(String(board)); board = line.at(-1).board) {
    seen.add(String(board));
    const moves = await database.moves(board);
    if (moves.length === 0) {
      return {moves: line, end: 'game-over'};
    }
    const [first] = moves;
    const mayCircle = !database.game.tellsDistance && first.distance === undefined && first.score > 0;
    if (mayCircle && !ways.has(String(board))) {
      ways.clear();
      await findWays(database, board, most, ways);
    }
    line.push(mayCircle && moves.find(move => String(move.board) === ways.get(String(board))) || first);
  }
  return {moves: line, end: 'repetition'};
}

/**
 * Finds the fewest moves in which the winner can force a capture: looks up the positions of the layer that best moves of both reach, and
 * works backwards from the captures. A reply that is not the best counts as a capture, because the score rises.
 *
 * @param {Map<string, string>} ways receives the position after the winner's move, by position
 */
async function findWays(database, start, most, ways) {
  const layer = database.game.locate(start).layer;
  const nodes = new Map([[String(start), {isWinner: true, before: [], open: 0}]]);
  const settled = [];
  const ends = [];

  const expand = (board, moves) => {
    const key = String(board);
    const node = nodes.get(key);
    const best = moves.filter(move => move.score === moves[0].score);
    if (best.length === 0) {
      ends.unshift(key); // the game is over: nearer than a capture one move away
      return [];
    }
    const found = [];
    for (const {board: after} of best) {
      if (database.game.locate(after).layer !== layer) {
        if (node.isWinner && !ways.has(key)) {
          ways.set(key, String(after));
        }
      } else {
        node.open++;
        if (!nodes.has(String(after))) {
          nodes.set(String(after), {isWinner: !node.isWinner, before: [], open: 0});
          found.push(after);
        }
        nodes.get(String(after)).before.push(key);
      }
    }
    if (node.isWinner ? ways.has(key) : node.open === 0) {
      settled.push(key);
    }
    return found;
  };

  for (let boards = [start]; boards.length > 0;) {
    const all = await database.allMoves(boards);
    const found = [];
    for (let i = 0; i < boards.length && nodes.size < most; i++) {
      found.push(...expand(boards[i], all[i]));
    }
    boards = nodes.size < most ? found : [];
  }
  const queue = [...ends, ...settled];
  for (const after of queue) { // which grows meanwhile
    for (const key of nodes.get(after).before) {
      const node = nodes.get(key);
      // The search goes by increasing distance, so the winner's first move that is found is the soonest.
      const isNew = node.isWinner ? !ways.has(key) : --node.open === 0;
      if (isNew) {
        if (node.isWinner) {
          ways.set(key, after);
        }
        queue.push(key);
      }
    }
  }
}
