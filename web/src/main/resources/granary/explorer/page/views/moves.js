// The moves of the position, best first.

import {h, id, keepFocus, nothing, plural} from '../dom.js';
import {mark, told} from '../results.js';
import {events, inTurn, isBlind, now, play, session} from '../session.js';

/** The most moves that a line shows. */
const SHOWN = 9;

function draw() {
  if (session.trouble) {
    return;
  }
  const {answer} = now();
  const isOver = Boolean(session.match?.ending);
  const children = isOver ? [nothing('The game is over.')] : answer.moves.length === 0 ? [nothing('There is no legal move.')] : [];
  let group = null;
  let list = null;
  const moves = isOver ? [] : isBlind() ? session.game.moves(now().position, session.database) : answer.moves;
  for (const move of moves) {
    const result = move.score === undefined ? null : mark(move);
    const kind = result && (move.heading ?? session.game.groups?.[result.name] ?? result.group);
    const heading = kind ?? (isBlind || answer.isBeyond ? 'Legal moves' : 'Not in the database');
    if (heading !== group) {
      group = heading;
      list = h('ol', {class: 'moves'});
      children.push(h('h4', {class: result?.name ?? 'guess'}, result && h('span', {'aria-hidden': 'true'}, result.sign + ' '), heading), list);
    }
    list.append(h('li', {}, button(move, moves, result)));
  }
  keepFocus(id('moves'), () => id('moves').replaceChildren(...children));
}

function button(move, moves, result) {
  const {database, game, match} = session;
  const name = game.moveName(move, now().position.side);
  const number = game.note?.(move, moves);
  return h('button', {
    type: 'button', class: 'move ' + (result?.name ?? ''), 'data-key': name, disabled: match && !match.isUsersTurn(),
    onclick: () => inTurn(() => play(move)),
  },
  number && h('kbd', {'aria-hidden': 'true'}, number),
  h('span', {class: 'name'}, name),
  h('span', {class: 'what'}, [game.moveNote(move), result?.name !== 'guess' && result && game.outcome?.(now().position, move, database)].filter(Boolean).join(', ')),
  move.line?.length > 1 && h('small', {class: 'expected', title: 'the line that the search expects'}, expected(move.line, now().position.side)),
  move.distance > 0 && h('span', {class: 'distance', title: 'plies to the next capture'}, plural(move.distance, 'ply', 'plies')),
  result && h('span', {class: 'score'}, game.id === 'chexers' ? (move.score < 0 ? result.word : plural(move.score, 'action')) : told(move)));
}

/** The beginning of a line of pits, after its first move. */
function expected(line, side) {
  const names = line.slice(1, 1 + SHOWN).map((pit, i) => session.game.moveName({pit}, (side + 1 + i) % 2));
  return names.join(' ') + (line.length > 1 + SHOWN ? ' …' : '');
}

events.addEventListener('changed', draw);
