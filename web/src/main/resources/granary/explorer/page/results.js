// The meaning of a score, or of bounds, for a reader: a word, a sign and a colour, so that no reader depends on one of them.

import {signed} from './dom.js';

const MARKS = {
  gain: {name: 'win', sign: '▲', word: 'gains', group: 'Gaining seeds'},
  even: {name: 'draw', sign: '=', word: 'even', group: 'Even'},
  win: {name: 'win', sign: '▲', word: 'wins', group: 'Winning'},
  draw: {name: 'draw', sign: '=', word: 'draws', group: 'Drawing'},
  loss: {name: 'loss', sign: '▼', word: 'loses', group: 'Losing'},
  open: {name: 'open', sign: '◇', word: 'open', group: 'Open'},
  end: {name: 'draw', sign: '■', word: 'ends the game', group: 'Ending'},
  solvable: {name: 'win', sign: '●', word: 'actions', group: 'Solvable'},
  solved: {name: 'win', sign: '✓', word: 'solved', group: 'Solved'},
  unsolvable: {name: 'loss', sign: '✕', word: 'no way out', group: 'No way out'},
  guess: {name: 'guess', sign: '≈', word: 'about', group: 'As the engine sees it'},
};

/**
 * The mark of a position or a move in an answer. Without a category, as in results of a search, it is a guess unless it is exact.
 */
export const mark = ({category, exact, score}) => MARKS[category ?? (!exact ? 'guess' : score > 0 ? 'gain' : score < 0 ? 'loss' : 'even')];

export const isGuess = answer => mark(answer) === MARKS.guess;

/** The numbers from one to another, such as 5–9. */
export const range = (low, high, to = '–') => low === high ? String(low) : low + to + high;

/** A score with its sign, and the one of guesses in front of a guess; where bounds decide, the seeds that the mover gets. */
export const told = answer => answer.lead ? range(answer.least, answer.most) : (isGuess(answer) ? MARKS.guess.sign : '') + signed(answer.score);
