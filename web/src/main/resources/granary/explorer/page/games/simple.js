// The common parts of the other games: words in addresses, moves by number, and boards that are redrawn each time.

import {h, plural, signed} from '../dom.js';
import {mark} from '../results.js';
import {rulesOf} from './rules.js';

/** The sum of the numbers among words. */
export const sum = words => words.filter(Number.isFinite).reduce((a, b) => a + b, 0);

/** Parses a word of a URL: numbers as numbers, and coordinates such as -2,1 as lists of numbers. */
export const word = text => /^-?\d+(,-?\d+)+$/.test(text) ? text.split(',').map(Number) : /^\d{1,4}$/.test(text) ? Number(text) : text;

export const simple = {
  setsUpPits: false,
  isDuel: false,
  toUrl: position => position.board.map(part => Array.isArray(part) ? part.join(',') : part).join('_'),
  fromUrl(text, database) {
    return {board: this.checked(text.trim().split(/[_\s]+/).map(word), database), side: 0, taken: [0, 0]};
  },
  moves({board: words}, database) {
    return rulesOf(this.Rules, database).moves(words);
  },
  after: (position, move) => ({board: move.board, side: 1 - position.side, taken: position.taken}),
  code: (move, moves) => String(moves.indexOf(move)),
  moveNote: () => '',
  ofKey: (key, moves) => /^[1-9]$/.test(key) ? moves[Number(key) - 1] : undefined,
  note: (move, moves) => moves.indexOf(move) < 9 ? String(moves.indexOf(move) + 1) : '',
  zugzwang: () => null,
};

/** The common parts of games in which one player wins and the other loses. */
export const duel = {
  ...simple,
  isDuel: true,
  players: ['The first player', 'The second player'],
  value: (position, {score}) => position.side === 0 ? [score, score] : [0 - score, 0 - score],
  valueNote: ([value]) => value === 0 ? 'over' : `${value > 0 ? 'first' : 'second'} wins in ${Math.abs(value)}`,
  axis: ['First wins', 'Second wins'],
  scoreTitle: 'Moves to a win (+) or a loss (−)',
  /** Giving away a win counts more than any number of moves; a slower win or a faster loss counts little. */
  loss: (move, best) => Math.sign(move.score) === Math.sign(best.score) ? Math.abs(move.score - best.score) / 10 : 10,
  /** The winner of a game that is over, 0 or 1. */
  winner(position, database) {
    return this.lastMoveWins(database) ? 1 - position.side : position.side;
  },
  ending(positions, database) {
    const now = positions.at(-1);
    const winner = this.winner(now, database);
    return this.moves(now, database).length === 0 ? {winner, why: `${this.players[winner]} has won`} : null;
  },
  verdict(position, answer, database) {
    if (answer.moves.length === 0) {
      return {title: 'The game is over', detail: this.ending([position], database).why + '.'};
    }
    const moves = plural(Math.abs(answer.score), 'move');
    return {
      title: `${this.players[position.side]} to move: ${answer.score > 0 ? 'wins' : 'loses'} in ${moves}`,
      detail: 'The moves of both count.',
    };
  },
};

/** A board of HTML or SVG that is redrawn each time. */
export function board(name, content) {
  const element = h('div', {class: 'simple ' + name, role: 'group', 'aria-label': 'Board'});
  return {element, draw: view => element.replaceChildren(content(view)), animate: async () => {}};
}

/** A button of a board that makes a move. Without a move, the button does nothing. */
export function place(view, move, attributes, label, ...children) {
  const result = move && move.score !== undefined && view.hasHints ? mark(move) : null;
  return h('button', {
    type: 'button',
    ...attributes,
    class: `${attributes.class ?? ''} ${result ? result.name : ''} ${move && String(move.board) === String(view.advised?.board) ? 'advised' : ''}`,
    'aria-label': label + (result ? `, ${result.word} ${signed(move.score)}` : ''),
    title: label + (result ? `: ${result.sign} ${signed(move.score)}` : ''),
    disabled: !move,
    onclick: () => view.play(move),
  }, children, result ? h('span', {class: 'sign', 'aria-hidden': 'true'}, result.sign) : null);
}
