// The keyboard.

import {id} from './dom.js';
import {goBy, goTo, inTurn, isBusy, now, play, playBest, session} from './session.js';
import {share} from './share.js';
import {turn} from './views/board.js';
import {showExample} from './views/examples.js';
import {close, toggleSetup} from './views/setup.js';

const KEYS = {
  ArrowLeft: () => inTurn(() => goBy(-1)),
  ArrowRight: () => inTurn(() => goBy(1)),
  Home: () => inTurn(() => goTo(0)),
  End: () => inTurn(() => goTo(-1)),
  ' ': () => inTurn(playBest),
  t: turn,
  s: toggleSetup,
  r: () => session.match || showExample('random'),
  y: share,
  '?': () => id('help').showModal(),
};
/** The keys that work while nothing is shown, and while a position is set up. */
const WITHOUT_POSITION = ['?'];
const IN_SETUP = ['s', 't'];

/** The move for a key, in the position shown when the key's turn comes. */
function moveOf(key) {
  return session.tree && !session.editing ? session.game.ofKey(key, now().answer.moves) : undefined;
}

function press(event) {
  const isTyping = event.target.closest?.('input:not([type=checkbox]), select, textarea, dialog[open]');
  const isPressing = event.key === ' ' && event.target.closest?.('button, a, input');
  if (event.key === 'Escape' && session.editing) {
    close();
    return;
  }
  if (isTyping || isPressing || event.ctrlKey || event.metaKey || event.altKey) {
    return;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const isMove = !session.trouble && !session.editing && /^[a-h1-9]$/.test(key) && !KEYS[key];
  const isAllowed = session.trouble ? WITHOUT_POSITION.includes(key) : session.editing ? IN_SETUP.includes(key) : true;
  if (!isMove && !(KEYS[key] && isAllowed)) {
    return;
  }
  event.preventDefault();
  // A held key repeats faster than positions can be shown. Ignore repeats, so that nothing moves after its release.
  if (event.repeat && isBusy()) {
    return;
  }
  if (isMove) {
    inTurn(() => {
      const move = moveOf(event.key);
      return move && play(move);
    });
  } else {
    KEYS[key]();
  }
}

document.addEventListener('keydown', press);
