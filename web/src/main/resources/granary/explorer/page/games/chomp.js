// Chomp: a bar of chocolate; a move eats a square and all below it and to its right, and the corner is poisoned.

import {h} from '../dom.js';
import {Chomp} from '../reader/winloss.js';
import {rulesOf} from './rules.js';
import {board, duel, place, sum} from './simple.js';

export const chomp = {
  ...duel,
  id: 'chomp',
  Rules: Chomp,
  lastMoveWins: () => false,
  layer: sum,
  start(database) {
    const {rows, columns} = database.parameters;
    return {board: Array(Number(rows)).fill(Number(columns)), side: 0, taken: [0, 0]};
  },
  hint: 'The lengths of the rows, top row first: 5 5 3 1.',

  checked(words, database) {
    const game = rulesOf(Chomp, database);
    const lengths = [...words, ...Array(Math.max(0, game.rows - words.length)).fill(0)];
    try {
      game.locate(lengths);
      return lengths;
    } catch {
      throw new Error(`A position is the lengths of at most ${game.rows} rows, each 0 to ${game.columns} and none longer than the one above it.`);
    }
  },

  moveName: move => `row ${move.row + 1}, column ${move.column + 1}`,

  board: () => board('chomp', view => {
    const {rows, columns} = view.database.parameters;
    const before = view.last?.position.board ?? [];
    const grid = h('div', {class: 'bar'});
    for (let row = 0; row < Number(rows); row++) {
      const line = h('div', {class: 'bar-row'});
      for (let column = 0; column < Number(columns); column++) {
        const isLeft = column < (view.position.board[row] ?? 0);
        const move = isLeft ? view.moves.find(one => one.row === row && one.column === column) : undefined;
        const poison = row + column === 0 ? ' poison' : '';
        line.append(isLeft
          ? place(view, move, {class: 'square' + poison, 'data-row': row, 'data-column': column},
            `Row ${row + 1}, column ${column + 1}${poison ? ', poisoned' : ''}`)
          : h('span', {class: `square eaten${column < (before[row] ?? 0) ? ' last' : ''}`}));
      }
      grid.append(line);
    }
    const eaten = event => {
      const at = event.target.closest?.('.square[data-row]');
      for (const square of grid.querySelectorAll('.square[data-row]')) {
        square.classList.toggle('bitten', event.type !== 'mouseleave' && Boolean(at)
          && Number(square.dataset.row) >= Number(at.dataset.row) && Number(square.dataset.column) >= Number(at.dataset.column));
      }
    };
    grid.addEventListener('mouseover', eaten);
    grid.addEventListener('mouseleave', eaten);
    return grid;
  }),
};
