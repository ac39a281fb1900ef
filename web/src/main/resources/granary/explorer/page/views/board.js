// The board with the buttons below it.

import {id} from '../dom.js';
import {events, inTurn, isAnimated, isBlind, now, play, session, settings} from '../session.js';

function draw() {
  const {database, editing, game, match, tree, trouble} = session;
  if (trouble) {
    return;
  }
  if (session.board.element.parentElement !== id('board')) { // an element that is put there again loses the focus
    id('board').replaceChildren(session.board.element);
  }
  session.board.draw({
    position: editing ? editing.current() : now().position,
    database,
    moves: editing || (match && !match.isUsersTurn()) ? [] : isBlind() ? game.moves(now().position, database) : now().answer.moves,
    isTurned: settings.get('turned', 'no') === 'yes',
    hasHints: id('hints').checked && !isBlind(),
    last: editing ? null : last(),
    advised: session.advice?.node === now() && !editing ? session.advice.move : null,
    edit: editing?.edit,
    play: move => inTurn(() => play(move)),
    redraw: draw,
  });
  const {length} = tree.node.path;
  id('first').disabled = id('back').disabled = length === 1;
  id('last').disabled = id('forward').disabled = length === tree.trail.length;
  id('turn').hidden = id('animated').parentElement.hidden = !game.setsUpPits;
  id('best').disabled = now().answer.moves[0]?.score === undefined;
}

/** The move that led to the position, with the position before it, or null. */
function last() {
  const {database, game} = session;
  const {parent, position} = now();
  return parent && {
    position: parent.position,
    move: game.moves(parent.position, database).find(move => String(move.board) === String(position.board)),
  };
}

/** Turns the board by 180 degrees. */
export function turn() {
  if (session.tree && session.game.setsUpPits) {
    settings.set('turned', settings.get('turned', 'no') === 'yes' ? 'no' : 'yes');
    draw();
  }
}

events.addEventListener('changed', draw);
id('hints').checked = settings.get('hints', 'yes') === 'yes';
id('animated').checked = isAnimated();
for (const name of ['hints', 'animated']) {
  id(name).addEventListener('change', () => {
    settings.set(name, id(name).checked ? 'yes' : 'no');
    if (session.tree) {
      draw();
    }
  });
}
