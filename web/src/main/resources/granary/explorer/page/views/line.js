// Best play of both sides, or the play that a search expects. A click on a move plays the line up to that move.

import {h, id, keepFocus, nothing, plural, roving} from '../dom.js';
import {isGuess} from '../results.js';
import {events, inTurn, isBlind, isThinking, now, playLine, session} from '../session.js';

const MOST = 60;

async function draw() {
  const {match, trouble} = session;
  const node = trouble ? null : now();
  const isKnown = node && (!node.answer.isBeyond || node.answer.line?.length > 0 || (isThinking() && !match));
  id('line-panel').hidden = !isKnown || isBlind() || node.answer.moves.length === 0;
  if (id('line-panel').hidden) {
    return;
  }
  const {isBeyond} = node.answer;
  id('line-title').textContent = isBeyond ? 'What the search expects' : isEstimate(node) ? 'Best play by estimates' : 'Best play';
  try {
    const line = isBeyond ? expected(node) : node.line ??= await session.database.line(node.position.board);
    if (node === session.tree?.node) {
      keepFocus(id('line'), () => id('line').replaceChildren(...drawn(line, node.position)));
    }
  } catch (problem) {
    if (node === session.tree?.node) {
      id('line').replaceChildren(nothing(problem.message));
    }
  }
}

/** Whether scores do not say how the game ends. */
const isEstimate = ({answer}) => Boolean(answer.lead) || isGuess(answer);

/** The line of a search, whose answer lists pits. */
function expected({position, answer}) {
  const {database, game} = session;
  const moves = [];
  let at = position;
  for (const pit of answer.line ?? []) {
    const move = game.moves(at, database).find(one => one.pit === pit);
    if (!move) {
      break;
    }
    moves.push(move);
    at = game.after(at, move);
  }
  return {moves, end: 'search'};
}

function drawn({moves, end}, position) {
  if (moves.length === 0) {
    return [];
  }
  const {game} = session;
  const circle = end === 'repetition' ? circleOf(moves, position) : moves.length;
  let {side} = position;
  const shown = moves.slice(0, MOST).map((move, i) => {
    const name = game.moveName(move, side);
    side = 1 - side;
    const isRepeated = i >= circle;
    const title = `Play ${plural(i + 1, 'move')}` + (isRepeated ? '; this move is repeated' : '');
    return h('li', {class: isRepeated && 'repeated'},
      i === circle && h('span', {class: 'circle', role: 'img', 'aria-label': 'repeated from here'}, '↻'),
      h('button', {type: 'button', title, onclick: () => inTurn(() => playLine(moves.slice(0, i + 1)))},
        name, move.captured > 0 && h('small', {}, ` ×${move.captured}`)));
  });
  const rest = moves.length - shown.length;
  return [
    roving(h('ol', {class: 'line'}, shown)),
    nothing(`${plural(moves.length, 'move')}${rest > 0 ? `, ${rest} of them not shown` : ''}; ${ending(end, moves.length, circle, isEstimate(now()))}${divided(end, moves, position)}.`),
  ];
}

/** The number of moves before the position that the line repeats at its end. */
function circleOf(moves, position) {
  const boards = [position.board, ...moves.map(move => move.board)].map(String);
  return boards.indexOf(boards.at(-1));
}

/** The seeds of each side at the end of a line that ends the game. */
function divided(end, moves, position) {
  const {database, game} = session;
  const last = moves.reduce((at, move) => game.after(at, move), position);
  const has = end === 'game-over' ? game.ending?.([last], database)?.has : null;
  return has ? `: ${game.players.map((name, side) => `${name} ${has[side]}`).join(', ')}` : '';
}

function ending(end, length, circle, endsGame) {
  if (end !== 'repetition') {
    return {search: 'a guess', limit: 'and more', 'game-over': 'then the game is over'}[end];
  }
  const sides = (length - circle) % 2 === 0 ? '' : ' with sides exchanged';
  return `then it repeats from move ${circle + 1}${sides} (↻): ${endsGame ? 'the game ends, and each side keeps its row' : 'nothing more is captured'}`;
}

events.addEventListener('changed', draw);
