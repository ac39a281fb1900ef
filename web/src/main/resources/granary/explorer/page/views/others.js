// The board under the other rule sets, and in other databases of the same game.

import {h, id, keepFocus} from '../dom.js';
import {mark, told} from '../results.js';
import {changeTo, events, now, session} from '../session.js';

/** Answers by database, for the position of a node. */
const answers = new WeakMap();

function others() {
  const {database, databases, game} = session;
  const layer = game.layer(now().position.board);
  return databases.filter(one => one !== database && one.game === database.game && one.parameters.pits === database.parameters.pits && one.layers.includes(layer));
}

async function draw() {
  const {match, trouble} = session;
  const all = trouble || match?.isBlind || !session.game.setsUpPits ? [] : others();
  id('others-panel').hidden = all.length === 0;
  if (all.length === 0) {
    return;
  }
  const node = now();
  const {position} = node;
  if (!answers.has(node)) {
    answers.set(node, Promise.all(all.map(async one => [one, await one.position(position.board).then(answer => session.game.judge(position, answer, one), () => null)])));
  }
  const found = await answers.get(node);
  if (node === session.tree?.node) {
    keepFocus(id('others'), () => id('others').replaceChildren(h('ol', {class: 'moves'}, found.map(row))));
  }
}

function row([database, answer]) {
  const result = answer && mark(answer);
  const best = answer?.moves[0];
  return h('li', {}, h('button', {
    type: 'button', class: 'move ' + (result?.name ?? ''), 'data-key': database.name,
    onclick: () => changeTo(database),
  },
  h('span', {class: 'name'}, database.parameters.rules ?? database.name),
  h('span', {class: 'what'}, best ? `best ${session.game.moveName(best, now().position.side)}` : ''),
  h('span', {class: 'score'}, answer ? told(answer) : 'not known')));
}

events.addEventListener('changed', draw);
