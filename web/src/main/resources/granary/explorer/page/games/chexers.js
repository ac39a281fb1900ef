// Chexers: one player brings all pieces off a board of hexes, some of them blocked.

import {plural, s} from '../dom.js';
import {Chexers, HEXES} from '../reader/chexers.js';
import {rulesOf} from './rules.js';
import {board, simple} from './simple.js';

const HEX = 34;

const centre = ([q, r]) => [HEX * Math.sqrt(3) * (q + r / 2), HEX * 1.5 * r];
const corners = ([x, y]) => [0, 1, 2, 3, 4, 5]
  .map(i => (60 * i - 30) * Math.PI / 180)
  .map(angle => `${(x + (HEX - 2) * Math.cos(angle)).toFixed(1)},${(y + (HEX - 2) * Math.sin(angle)).toFixed(1)}`)
  .join(' ');
const isAt = (list, [q, r]) => list.some(hex => hex[0] === q && hex[1] === r);

export const chexers = {
  ...simple,
  id: 'chexers',
  Rules: Chexers,
  players: ['The player', 'The player'],
  layer: pieces => pieces.filter(Array.isArray).length,
  start: async database => ({board: (await database.example(database.layers.at(-1), 'random')).board, side: 0, taken: [0, 0]}),
  hint: 'The hexes of the pieces: 0,0 0,-1 1,1.',

  checked(words, database) {
    const game = rulesOf(Chexers, database);
    try {
      const {layer, rank} = game.locate(words);
      return game.unrank(layer, rank);
    } catch {
      throw new Error('A position is 1 to 4 hexes q,r of the board, different ones that are not blocked, such as 0,0_1,-1; or “none”.');
    }
  },

  moveName: move => `${move.fromQ},${move.fromR} ${move.toQ === undefined ? '⇥' : `→ ${move.toQ},${move.toR}`}`,
  moveNote: move => move.toQ === undefined ? 'leaves the board' : '',
  value: (position, {score}) => [score, score],
  valueNote: ([value]) => value < 0 ? 'no way out' : plural(value, 'action') + ' to go',
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
      const {free, leaves} = rulesOf(Chexers, view.database);
      const pieces = view.position.board.filter(Array.isArray);
      if (chosen && !isAt(pieces, chosen)) {
        chosen = null;
      }
      const last = view.last?.move;
      const redraw = hex => {
        chosen = hex;
        view.redraw();
      };
      const hexes = HEXES.map(hex => {
        const [q, r] = hex;
        const [x, y] = centre(hex);
        const isPiece = isAt(pieces, hex);
        const isBlock = !isAt(free, hex);
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
          class: ['hex', isBlock && 'block', leaves(hex) && 'exit', move && 'target', isChosen && 'chosen',
            last && q === last.fromQ && r === last.fromR && 'from', last && q === last.toQ && r === last.toR && 'to'].filter(Boolean).join(' '),
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
