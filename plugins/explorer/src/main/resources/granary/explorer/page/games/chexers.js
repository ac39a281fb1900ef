// Chexers: one player brings all pieces off a board of hexes, some of them blocked.

import {plural, s} from '../dom.js';
import {board, simple, word} from './simple.js';

const NONE = 'none';
const MOST = 4;
const RADIUS = 3;
const HEX = 34;
const STEPS = [[0, 1], [0, -1], [1, 0], [-1, 0], [1, -1], [-1, 1]];

const centre = ([q, r]) => [HEX * Math.sqrt(3) * (q + r / 2), HEX * 1.5 * r];
const corners = ([x, y]) => [0, 1, 2, 3, 4, 5]
  .map(i => (60 * i - 30) * Math.PI / 180)
  .map(angle => `${(x + (HEX - 2) * Math.cos(angle)).toFixed(1)},${(y + (HEX - 2) * Math.sin(angle)).toFixed(1)}`)
  .join(' ');
const leaves = {red: ([q]) => q === RADIUS, green: ([, r]) => r === RADIUS, blue: ([q, r]) => q + r === -RADIUS};

const isAt = (list, [q, r]) => list.some(hex => hex[0] === q && hex[1] === r);
const isOnBoard = ([q, r]) => Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) <= RADIUS;
const ascending = (a, b) => a[0] - b[0] || a[1] - b[1];
const blocksOf = ({parameters}) => parameters.blocks === NONE ? [] : parameters.blocks.split(';').map(word);

const HEXES = [];
for (let q = -RADIUS; q <= RADIUS; q++) {
  for (let r = -RADIUS; r <= RADIUS; r++) {
    if (isOnBoard([q, r])) {
      HEXES.push([q, r]);
    }
  }
}

const placed = pieces => pieces.length === 0 ? [NONE] : pieces.sort(ascending);

export const chexers = {
  ...simple,
  id: 'chexers',
  players: ['The player', 'The player'],
  layer: pieces => pieces.filter(Array.isArray).length,
  start: async database => ({board: (await database.example(database.layers.at(-1), 'random')).board, side: 0, taken: [0, 0]}),
  hint: 'The hexes of the pieces: 0,0 0,-1 1,1.',

  checked(words, database) {
    if (words.length === 1 && words[0] === NONE) {
      return words;
    }
    const isPiece = hex => Array.isArray(hex) && hex.length === 2 && isOnBoard(hex) && !isAt(blocksOf(database), hex);
    if (words.length > MOST || !words.every((hex, i) => isPiece(hex) && !isAt(words.slice(0, i), hex))) {
      throw new Error(`A position is 1 to ${MOST} hexes q,r of the board, different ones that are not blocked, such as 0,0_1,-1; or “${NONE}”.`);
    }
    return placed(words);
  },

  moves({board: words}, database) {
    const pieces = words.filter(Array.isArray);
    const taken = [...pieces, ...blocksOf(database)];
    return pieces.flatMap(from => {
      const [fromQ, fromR] = from;
      const others = pieces.filter(piece => piece !== from);
      const found = STEPS.map(([q, r]) => [fromQ + q, fromR + r])
        .map(next => isAt(taken, next) ? [2 * next[0] - fromQ, 2 * next[1] - fromR] : next)
        .filter(to => isOnBoard(to) && !isAt(taken, to))
        .sort(ascending)
        .map(to => ({fromQ, fromR, toQ: to[0], toR: to[1], board: placed([...others, to])}));
      return leaves[database.parameters.colour](from) ? [...found, {fromQ, fromR, board: placed(others)}] : found;
    });
  },

  moveName: move => `${move.fromQ},${move.fromR} ${move.toQ === undefined ? '⇥' : `→ ${move.toQ},${move.toR}`}`,
  moveNote: move => move.toQ === undefined ? 'leaves the board' : '',
  value: (position, score) => score,
  valueNote: value => value < 0 ? 'no way out' : plural(value, 'action') + ' to go',
  axis: ['Actions to go', ''],
  scoreTitle: 'Actions to the goal (−1: no way out)',
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
      const {colour} = view.database.parameters;
      const blocks = blocksOf(view.database);
      const pieces = view.position.board.filter(Array.isArray);
      if (chosen && !isAt(pieces, chosen)) {
        chosen = null;
      }
      const redraw = hex => {
        chosen = hex;
        view.redraw();
      };
      const hexes = HEXES.map(hex => {
        const [q, r] = hex;
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
        return group;
      });
      return s('svg', {viewBox: '-215 -190 430 380'}, hexes);
    });
  },
};
