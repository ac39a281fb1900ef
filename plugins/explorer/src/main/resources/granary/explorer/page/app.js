// The explorer: opens the address, and connects the elements of the page.

import {partsOf} from './address.js';
import {h, id} from './dom.js';
import {Problem} from './problem.js';
import {begin as show, beginAt, choose, events, found, goBy, goTo, grown, inTurn, playBest, recall, session, settings} from './session.js';
import {share} from './share.js';
import {databases, placeOf} from './source.js';
import {turn} from './views/board.js';
import {toggleSetup} from './views/setup.js';
import {held} from './views/verdict.js';
import './keys.js';
import './views/analysis.js';
import './views/examples.js';
import './views/files.js';
import './views/history.js';
import './views/layer.js';
import './views/line.js';
import './views/match.js';
import './views/moves.js';
import './views/others.js';
import './views/record.js';
import './views/search.js';

function theme(name) {
  document.documentElement.dataset.theme = name;
  id('theme').textContent = `Theme: ${name}`;
  settings.set('theme', name);
}

/** Shows the game or the position in the address, or else the opening or an example. */
async function openAddress() {
  const {name, position, beginning, moves} = partsOf(location);
  const database = name ? session.databases.find(one => one.name === name) : session.databases[0];
  if (!database) {
    throw new Problem(404, name ? `There is no database “${name}” here.` : 'No database is served.');
  }
  id('database').value = database.name;
  choose(database);
  const {game} = session;
  if (moves !== undefined) {
    await show(grown(game.fromUrl(beginning, database), moves), false);
  } else if (position) {
    await beginAt(game.fromUrl(position, database), false);
  } else {
    await look();
  }
}

/** Shows the opening: a board to play on. Of a game without one, an example. */
async function look() {
  const {database, game} = session;
  await beginAt(await game.start(database) ?? await found(database.examples.includes('longest') ? 'longest' : 'random'), false);
}

/** Shows another database: the position of the board if it is one of its game, otherwise what it begins with. */
async function change(database) {
  const {game, tree} = session;
  const text = tree && game.toUrl(tree.node.position);
  choose(database);
  let position = null;
  try {
    position = text && session.game === game ? game.fromUrl(text, database) : null;
  } catch {
    // The board has other pits, or more seeds than the other database knows.
  }
  history.pushState(null, '', placeOf(database.name));
  await (position ? beginAt(position, false) : look());
}

function wire() {
  const actions = {
    first: () => inTurn(() => goTo(0)),
    back: () => inTurn(() => goBy(-1)),
    forward: () => inTurn(() => goBy(1)),
    last: () => inTurn(() => goTo(-1)),
    best: () => inTurn(playBest),
    turn,
    setup: toggleSetup,
    share,
    'help-button': () => id('help').showModal(),
    theme: () => theme({auto: 'dark', dark: 'light', light: 'auto'}[settings.get('theme', 'auto')]),
  };
  for (const [name, action] of Object.entries(actions)) {
    id(name).addEventListener('click', action);
  }
  id('database').addEventListener('change', ({target}) => inTurn(() => change(session.databases.find(one => one.name === target.value))));
  // If the focused button is now disabled or hidden, move the focus to the moves.
  events.addEventListener('changed', () => {
    const {activeElement} = document;
    if (activeElement?.disabled || activeElement?.closest('[hidden]')) {
      id('moves-panel').focus({preventScroll: true});
    }
  });
  // The link that skips to the moves changes the address too, but shows nothing else.
  addEventListener('popstate', ({state}) => location.hash || recall(state) || inTurn(openAddress));
}

async function begin() {
  if (session.databases.length === 0) {
    session.databases = await databases();
    id('database').replaceChildren(...session.databases.map(one =>
      h('option', {value: one.name}, `${one.name}: ${one.game}${one.parameters.rules ? ', ' + one.parameters.rules : ''}, ${held(one)}`)));
  }
  await openAddress();
}

theme(settings.get('theme', 'auto'));
wire();
events.addEventListener('again', () => inTurn(begin));
inTurn(begin);
