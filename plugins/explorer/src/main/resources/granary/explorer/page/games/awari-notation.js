// How awari's pits and sides are called.

import {turned} from './sowing.js';

export const SIDES = ['South', 'North'];

export const letterOf = (side, pit) => String.fromCharCode((side === 0 ? 65 : 97) + pit);

/** The board as nobody's: south's pits, then north's. */
export const absolute = ({board, side}) => side === 0 ? board : turned(board);
