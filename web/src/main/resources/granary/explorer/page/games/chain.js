// Chain: chips in groups; a move takes one chip or two adjacent ones; the first move of a game takes one.

import {h, plural} from '../dom.js';
import {Chain, FREE, inPlay} from '../reader/winloss.js';
import {board, duel, place, sum} from './simple.js';

export const chain = {
  ...duel,
  id: 'chain',
  Rules: Chain,
  lastMoveWins: database => database.parameters.rules === 'direct',
  layer: sum,
  start: database => ({board: [Math.min(9, database.layers.at(-1))], side: 0, taken: [0, 0]}),
  hint: 'The chips of each group: 4 3 1; one number is the opening row, "free 9" a group in play.',

  checked(words, database) {
    const sizes = words[0] === FREE ? words.slice(1) : words;
    const isRow = words.length === 1;
    if (sizes.length === 0 || !sizes.every(size => Number.isInteger(size) && size >= (isRow ? 0 : 1)) || sum(sizes) > database.topLayer) {
      throw new Error(`A position is the number of chips in each group, at most ${database.topLayer} in all, such as 4_3_1; or one number, the opening row.`);
    }
    return isRow ? words : inPlay(sizes);
  },

  moveName: move => `${move.taken} of ${move.group}`,
  moveNote: move => [move.larger, move.smaller].filter(Boolean).join(' + ') || 'nothing left',

  board: () => board('chain', view => {
    const groups = view.position.board.filter(size => Number.isFinite(size) && size > 0);
    const {larger, smaller} = view.last?.move ?? {};
    const last = [groups.indexOf(larger), groups.lastIndexOf(smaller)]; // two if they are of the same size
    const find = (size, taken, at) => view.moves.find(move =>
      move.group === size && move.taken === taken && move.smaller === Math.min(at, size - taken - at));
    return h('div', {class: 'groups'}, groups.length === 0 ? h('p', {}, 'No chip is left.') : groups.map((size, i) => {
      const parts = [];
      for (let at = 0; at < size; at++) {
        parts.push(place(view, find(size, 1, at), {class: 'chip'}, `Take chip ${at + 1} of ${size}`));
        if (at + 1 < size) {
          parts.push(place(view, find(size, 2, at), {class: 'pair'}, `Take chips ${at + 1} and ${at + 2} of ${size}`));
        }
      }
      return h('div', {class: last.includes(i) ? 'group last' : 'group', role: 'group', 'aria-label': plural(size, 'chip')}, parts);
    }));
  }),
};
