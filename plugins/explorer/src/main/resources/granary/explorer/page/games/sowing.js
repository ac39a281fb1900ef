// The rules of awari on a board of the mover's pits and then the opponent's, as its rule sets have them.

export const sum = numbers => numbers.reduce((a, b) => a + b, 0);

/** The board as the other side sees it. */
export const turned = board => [...board.slice(board.length / 2), ...board.slice(0, board.length / 2)];

/** Sows a pit, leaving it out, and captures; returns the board as the mover sees it and the seeds captured. */
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

/** The legal moves: pit, seeds captured, and the board as the next mover sees it. */
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

/** What the mover gains of the seeds on the board when no move is legal. */
export function lastScore(board, rules) {
  const own = sum(board.slice(0, board.length / 2));
  return rules === 'abapa' && own > 0 ? sum(board) : -sum(board);
}
