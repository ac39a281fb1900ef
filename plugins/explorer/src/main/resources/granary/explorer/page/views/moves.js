// The moves of the position, best first.

import {h, id, keepFocus, nothing, plural, signed} from '../dom.js';
import {mark} from '../results.js';
import {events, inTurn, now, play, session} from '../session.js';

function draw() {
  if (session.trouble) {
    return;
  }
  const {answer} = now();
  const isBlind = session.match?.isBlind;
  const isOver = Boolean(session.match?.ending);
  const children = isOver ? [nothing('The game is over.')] : answer.moves.length === 0 ? [nothing('There is no legal move.')] : [];
  let group = null;
  let list = null;
  const moves = isOver ? [] : isBlind ? session.game.moves(now().position, session.database) : answer.moves;
  for (const move of moves) {
    const result = move.score === undefined ? null : mark(move);
    const heading = result ? result.group : 'Legal moves';
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
  const {game, match} = session;
  const name = game.moveName(move, now().position.side);
  const number = game.note?.(move, moves);
  return h('button', {
    type: 'button', class: 'move ' + (result?.name ?? ''), 'data-key': name, disabled: match && !match.isUsersTurn(),
    onclick: () => inTurn(() => play(move)),
  },
  number && h('kbd', {'aria-hidden': 'true'}, number),
  h('span', {class: 'name'}, name),
  h('span', {class: 'what'}, [game.moveNote(move), result?.name !== 'guess' && result && game.outcome?.(now().position, move.score)].filter(Boolean).join(', ')),
  move.distance > 0 && h('span', {class: 'distance', title: 'plies to the next capture'}, plural(move.distance, 'ply', 'plies')),
  result && h('span', {class: 'score'}, game.id === 'chexers' ? (move.score < 0 ? result.word : plural(move.score, 'action')) : signed(move.score)));
}

events.addEventListener('changed', draw);
