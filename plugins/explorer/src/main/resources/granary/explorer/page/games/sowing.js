// The rules of awari, for each rule set. A board is the mover's pits and then the opponent's.

export const sum = numbers => numbers.reduce((a, b) => a + b, 0);

/** The board from the other side. */
export const turned = board => [...board.slice(board.length / 2), ...board.slice(0, board.length / 2)];

/**
 * Sows a pit, skipping it on further laps, and captures. Returns the board from the mover's side and the number of captured
 * seeds.
 */
function sow(board, pit, rules) {
  const after = [...board];
  const half = board.length / 2;
  let last = pit;
  after[pit] = 0;
  for (let seeds = board[pit]; seeds > 0;) {
    last = (last + 1) % board.length;
    if (last !== pit) {
      after[last]++;
      seeds--;
    }
  }
  let first = last;
  while (first >= half && (after[first] === 2 || after[first] === 3)) {
    first--;
  }
  const captured = sum(after.slice(first + 1, last + 1));
  if (captured === 0 || (rules === 'abapa' && captured === sum(after.slice(half)))) {
    return {after, captured: 0};
  }
  return {after: after.fill(0, first + 1, last + 1), captured};
}

/** The legal moves: the pit, the seeds captured, and the board from the next mover's side. */
export function legalMoves(board, rules) {
  const half = board.length / 2;
  const feeding = [];
  const starving = [];
  for (let pit = 0; pit < half; pit++) {
    if (board[pit] > 0) {
      const {after, captured} = sow(board, pit, rules);
      (sum(after.slice(half)) > 0 ? feeding : starving).push({pit, captured, board: turned(after)});
    }
  }
  return feeding.length > 0 || rules !== 'olympiad' ? feeding : starving;
}

/** The mover's score when no move is legal: what the mover gains of the seeds on the board. */
export function lastScore(board, rules) {
  const own = sum(board.slice(0, board.length / 2));
  return rules === 'abapa' && own > 0 ? sum(board) : -sum(board);
}
