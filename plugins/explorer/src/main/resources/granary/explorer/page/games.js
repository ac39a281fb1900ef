// The simple boards of the other games.

import {awari} from './awari.js';
import {h, plural, s, signed} from './dom.js';
import {mark} from './results.js';

const sum = numbers => numbers.filter(Number.isFinite).reduce((a, b) => a + b, 0);

/** Words as they stand in URLs, numbers as numbers, such as -2,1 as lists of them. */
const word = text => /^-?\d+(,-?\d+)+$/.test(text) ? text.split(',').map(Number) : /^\d+$/.test(text) ? Number(text) : text;

const other = {
  setsUpPits: false,
  toUrl: position => position.board.map(part => Array.isArray(part) ? part.join(',') : part).join('_'),
  fromUrl: text => ({board: text.trim().split(/[_\s]+/).map(word), side: 0, taken: [0, 0]}),
  after: (position, move) => ({board: move.board, side: 1 - position.side, taken: position.taken}),
  moveNote: () => '',
  ofKey: (key, moves) => /^[1-9]$/.test(key) ? moves[Number(key) - 1] : undefined,
  note: (move, moves) => moves.indexOf(move) < 9 ? String(moves.indexOf(move) + 1) : '',
};

/** What the games have in common that one player wins and the other loses. */
const duel = {
  ...other,
  players: ['The first player', 'The second player'],
  value: (position, score) => position.side === 0 ? score : -score,
  valueNote: value => value === 0 ? 'over' : `${value > 0 ? 'first' : 'second'} wins in ${Math.abs(value)}`,
  axis: ['First wins', 'Second wins'],
  verdict(position, answer, database) {
    if (answer.moves.length === 0) {
      const lastWins = this.lastMoveWins(database);
      return {title: 'The game is over', detail: `${this.players[lastWins ? 1 - position.side : position.side]} has won.`};
    }
    const moves = plural(Math.abs(answer.score), 'move');
    return {
      title: `${this.players[position.side]} to move: ${answer.score > 0 ? 'wins' : 'loses'} in ${moves}`,
      detail: 'The moves of both count.',
    };
  },
};

/** A board of HTML or SVG that is drawn anew each time. */
function board(name, content) {
  const element = h('div', {class: 'simple ' + name, role: 'group', 'aria-label': 'Board'});
  return {element, draw: view => element.replaceChildren(content(view)), animate: async () => {}};
}

/** A button of a board that makes a move, or does nothing when there is no such move. */
function place(view, move, attributes, label, ...children) {
  const result = move && move.score !== undefined && view.hasHints ? mark(move) : null;
  return h('button', {
    type: 'button',
    ...attributes,
    class: `${attributes.class ?? ''} ${result ? result.name : ''}`,
    'aria-label': label + (result ? `, ${result.word} ${signed(move.score)}` : ''),
    title: label + (result ? `: ${result.sign} ${signed(move.score)}` : ''),
    disabled: !move,
    onclick: () => view.play(move),
  }, children, result ? h('span', {class: 'sign', 'aria-hidden': 'true'}, result.sign) : null);
}

const chain = {
  ...duel,
  id: 'chain',
  lastMoveWins: database => database.parameters.rules === 'direct',
  layer: sum,
  start: database => ({board: [Math.min(9, database.layers.at(-1))], side: 0, taken: [0, 0]}),
  hint: 'The chips of each group: 4 3 1; one number is the row at the start, "free 9" a group in play.',
  moveName: move => `${move.taken} of ${move.group}`,
  moveNote: move => [move.larger, move.smaller].filter(Boolean).join(' + ') || 'nothing left',
  isMove: (one, two) => ['group', 'taken', 'smaller'].every(key => one[key] === two[key]),
  board: () => board('chain', view => {
    const groups = view.position.board.filter(size => Number.isFinite(size) && size > 0);
    const find = (size, taken, at) => view.moves.find(move =>
      move.group === size && move.taken === taken && move.smaller === Math.min(at, size - taken - at));
    return h('div', {class: 'groups'}, groups.length === 0 ? h('p', {}, 'No chip is left.') : groups.map(size => {
      const parts = [];
      for (let at = 0; at < size; at++) {
        parts.push(place(view, find(size, 1, at), {class: 'chip'}, `Take chip ${at + 1} of ${size}`));
        if (at + 1 < size) {
          parts.push(place(view, find(size, 2, at), {class: 'pair'}, `Take chips ${at + 1} and ${at + 2} of ${size}`));
        }
      }
      return h('div', {class: 'group', role: 'group', 'aria-label': plural(size, 'chip')}, parts);
    }));
  }),
};

const chomp = {
  ...duel,
  id: 'chomp',
  lastMoveWins: () => false,
  layer: sum,
  start: database => {
    const {rows, columns} = database.parameters;
    return {board: Array(Number(rows)).fill(Number(columns)), side: 0, taken: [0, 0]};
  },
  hint: 'The lengths of the rows, top row first: 5 5 3 1.',
  moveName: move => `row ${move.row + 1}, column ${move.column + 1}`,
  isMove: (one, two) => one.row === two.row && one.column === two.column,
  board: () => board('chomp', view => {
    const {rows, columns} = view.database.parameters;
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
          : h('span', {class: 'square eaten'}));
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

const HEX = 34;
const centre = ([q, r]) => [HEX * Math.sqrt(3) * (q + r / 2), HEX * 1.5 * r];
const corners = ([x, y]) => [0, 1, 2, 3, 4, 5]
  .map(i => (60 * i - 30) * Math.PI / 180)
  .map(angle => `${(x + (HEX - 2) * Math.cos(angle)).toFixed(1)},${(y + (HEX - 2) * Math.sin(angle)).toFixed(1)}`)
  .join(' ');
const leaves = {red: ([q]) => q === 3, green: ([, r]) => r === 3, blue: ([q, r]) => q + r === -3};

const chexers = {
  ...other,
  id: 'chexers',
  players: ['The player', 'The player'],
  layer: pieces => pieces.filter(Array.isArray).length,
  start: async database => ({board: (await database.example(database.layers.at(-1), 'random')).board, side: 0, taken: [0, 0]}),
  hint: 'The hexes of the pieces: 0,0 0,-1 1,1.',
  moveName: move => `${move.fromQ},${move.fromR} ${move.toQ === undefined ? '⇥' : `→ ${move.toQ},${move.toR}`}`,
  moveNote: move => move.toQ === undefined ? 'leaves the board' : '',
  isMove: (one, two) => ['fromQ', 'fromR', 'toQ', 'toR'].every(key => one[key] === two[key]),
  value: (position, score) => score,
  valueNote: value => value < 0 ? 'no way out' : plural(value, 'action') + ' to go',
  axis: ['Actions to go', ''],
  verdict(position, answer) {
    if (answer.category === 'solved') {
      return {title: 'Solved', detail: 'All pieces have left the board.'};
    }
    return answer.score < 0
      ? {title: 'No way out', detail: 'Some piece can never leave the board.'}
      : {title: `${plural(answer.score, 'action')} to the goal`, detail: 'Bring all pieces off the board: choose a piece, then where it goes.'};
  },
  board() {
    let chosen = null;
    return board('chexers', view => {
      const colour = view.database.parameters.colour;
      const blocks = view.database.parameters.blocks === 'none' ? [] : view.database.parameters.blocks.split(';').map(word);
      const isAt = (list, [q, r]) => list.some(hex => hex[0] === q && hex[1] === r);
      const pieces = view.position.board.filter(Array.isArray);
      if (chosen && !isAt(pieces, chosen)) {
        chosen = null;
      }
      const redraw = hex => {
        chosen = hex;
        view.redraw();
      };
      const hexes = [];
      for (let q = -3; q <= 3; q++) {
        for (let r = Math.max(-3, -3 - q); r <= Math.min(3, 3 - q); r++) {
          const hex = [q, r];
          const [x, y] = centre(hex);
          const isPiece = isAt(pieces, hex);
          const isBlock = isAt(blocks, hex);
          const isChosen = chosen && chosen[0] === q && chosen[1] === r;
          const move = chosen && view.moves.find(one => one.fromQ === chosen[0] && one.fromR === chosen[1]
            && (isChosen ? one.toQ === undefined : one.toQ === q && one.toR === r));
          const act = move ? () => {
            chosen = null;
            view.play(move);
          } : isPiece ? () => redraw(isChosen ? null : hex) : null;
          const label = `${q},${r}` + (isPiece ? ', piece' : isBlock ? ', blocked' : '')
            + (move ? isChosen ? ': leave the board' : ': go here' : '');
          const group = s('g', {
            class: ['hex', isBlock && 'block', leaves[colour](hex) && 'exit', move && 'target', isChosen && 'chosen'].filter(Boolean).join(' '),
            ...(act ? {role: 'button', tabindex: 0, 'aria-label': label, 'data-hex': `${q},${r}`, onclick: act, onkeydown: event => {
              if (event.key === 'Enter' || event.key === ' ') {
                event.preventDefault();
                event.stopPropagation();
                act();
              }
            }} : {}),
          }, s('polygon', {points: corners([x, y])}));
          if (isPiece) {
            group.append(s('circle', {class: 'piece ' + colour, cx: x, cy: y, r: 19}));
          }
          if (move) {
            const result = move.score !== undefined && view.hasHints ? String(move.score < 0 ? '✕' : move.score) : '·';
            group.append(s('text', {class: 'cost', x, y: y + 6, 'text-anchor': 'middle'}, isChosen ? '⇥' + result : result));
          }
          hexes.push(group);
        }
      }
      return s('svg', {viewBox: '-215 -190 430 380'}, hexes);
    });
  },
};

const GAMES = {awari, chain, chomp, chexers};

export const gameOf = database => GAMES[database.game];
