// The names of awari's pits and sides.

export const SIDES = ['South', 'North'];

export const letterOf = (side, pit) => String.fromCharCode((side === 0 ? 65 : 97) + pit);

/** South's pits, then north's, whichever side is to move. */
export const absolute = ({board, side}) =>
  side === 0 ? board : [...board.slice(board.length / 2), ...board.slice(0, board.length / 2)];
