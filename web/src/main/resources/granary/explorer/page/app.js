// The explorer: opens the address, and connects the elements of the page. What a board needs is imported here; the rest comes later.

import {partsOf} from './address.js';
import {h, id, nothing} from './dom.js';
import {Problem} from './problem.js';
import {begin as show, beginAnew, beginAt, changed, changeTo, choose, events, goBy, goTo, grown, inTurn, playBest, recall, session, settings} from './session.js';
import {databases} from './source.js';
import {turn} from './views/board.js';
import {held} from './views/verdict.js';

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
    await beginAnew(false, 'longest');
  }
}

function wire() {
  const actions = {
    first: () => inTurn(() => goTo(0)),
    back: () => inTurn(() => goBy(-1)),
    forward: () => inTurn(() => goBy(1)),
    last: () => inTurn(() => goTo(-1)),
    best: () => inTurn(playBest),
    turn,
    'help-button': () => id('help').showModal(),
    theme: () => theme({auto: 'dark', dark: 'light', light: 'auto'}[settings.get('theme', 'auto')]),
  };
  for (const [name, action] of Object.entries(actions)) {
    id(name).addEventListener('click', action);
  }
  id('database').addEventListener('change', ({target}) => changeTo(session.databases.find(one => one.name === target.value)));
  // The link that skips to the moves changes the address too, but shows nothing else.
  addEventListener('popstate', ({state}) => location.hash || recall(state) || inTurn(openAddress));
}

async function begin() {
  if (session.databases.length === 0) {
    session.databases = await databases();
    id('database').replaceChildren(...session.databases.map(one =>
      h('option', {value: one.name}, [...new Set([one.name, one.parameters.rules ?? one.game, held(one)])].join(', '))));
  }
  await openAddress();
}

async function addTheRest() {
  try {
    await import('./later.js');
  } catch (problem) {
    console.info(problem.message);
    document.documentElement.classList.replace('loading', 'partial');
    id('moves').replaceChildren(nothing('The page did not load completely: a file is missing or damaged. Load the page again.'));
    return;
  }
  document.documentElement.classList.remove('loading');
  if (session.tree?.node.answer || session.trouble) {
    changed();
  }
}

theme(settings.get('theme', 'auto'));
wire();
addTheRest();
events.addEventListener('again', () => inTurn(begin));
inTurn(begin);
