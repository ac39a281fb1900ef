// The headline of the position: its score as a word, a number and a colour; or why nothing can be shown.

import {count, h, id, plural, signed, units} from '../dom.js';
import {isGuess, mark, told} from '../results.js';
import {again, beginAnew, events, inTurn, isThinking, now, session} from '../session.js';
import {placeOf} from '../source.js';

/** The layers of a database in words. */
export function held({layers, missingLayers, unit}) {
  const all = layers.length === 0 ? 'no layers' : layers.length === 1 ? units(layers[0], unit) : `${layers[0]} to ${layers.at(-1)} ${unit}`;
  return missingLayers.length === 0 ? all : `${all}, without ${missingLayers.join(', ')}`;
}

/** The interval at which the progress of loading is shown, in milliseconds. */
const TELL = 250;
setInterval(() => {
  const {database, tree, trouble} = session;
  if (!trouble && tree?.node.answer?.isAwaited) {
    id('detail').textContent = database.loading?.() ?? '';
  }
}, TELL);

function draw() {
  const {trouble} = session;
  document.querySelector('main').classList.toggle('troubled', Boolean(trouble));
  const said = trouble ? {...trouble, mark: 'none', badge: '!'} : session.match?.verdict() ?? ofPosition();
  id('badge').className = 'badge ' + said.mark;
  id('badge').textContent = said.badge;
  id('verdict').textContent = said.title;
  id('detail').textContent = said.detail;
  id('remedies').replaceChildren(...(trouble || now().answer.problem ? remedies(trouble) : []));
  document.title = `${said.title} · Granary explorer`;
}

/** The remedies: without a connection, only to try again. */
function remedies(trouble) {
  const button = (name, action) => h('button', {type: 'button', onclick: action}, name);
  const hasOthers = trouble && !trouble.isLost;
  return [
    hasOthers && session.database && button('Show the opening', () => inTurn(() => beginAnew())),
    ...(hasOthers && !session.database ? session.databases : []).map(({name}) => h('a', {href: placeOf(name)}, `Show ${name}`)),
    button('Try again', again),
  ].filter(Boolean);
}

function ofPosition() {
  const {database, game} = session;
  const {position, answer} = now();
  const mover = game.isDuel ? `${game.players[position.side]} to move: ` : '';
  if (answer.isAwaited) {
    return {mark: 'none', badge: '…', title: `${mover}looking it up`, detail: database.loading?.() ?? ''};
  }
  if (answer.problem) {
    const isLost = answer.problem.status === 0;
    return {mark: 'none', badge: '!', title: `${mover}${isLost ? 'no connection' : 'not known'}`, detail: answer.problem.message};
  }
  if (answer.isBeyond && answer.score === undefined) {
    const layers = `This position has ${units(game.layer(position.board), database.unit)}; ${database.name} holds ${held(database)}.`;
    return isThinking() && !session.match && !now().failure
      ? {mark: 'guess', badge: '…', title: `${game.players[position.side]} to move`, detail: `The engine is thinking. ${layers}`}
      : {mark: 'none', badge: '?', title: `${mover}not in the database`, detail: layers};
  }
  const result = mark(answer);
  if (answer.isBeyond) {
    return {
      mark: result.name, badge: told(answer),
      title: `${mover}${answer.exact ? '' : 'about '}${signed(answer.score) === '0' ? 'even' : signed(answer.score)}`,
      detail: `The engine searched ${plural(answer.depth, 'move')} ahead, ${count(answer.nodes)} positions`
        + (answer.exact ? ', and the score is certain.' : '; the score is its estimate.'),
    };
  }
  const {title, detail} = game.verdict(position, answer, database);
  const badge = game.id === 'chexers' ? result.sign : isGuess(answer) ? told(answer) : result.sign + told(answer);
  return {mark: result.name, badge, title, detail: [game.zugzwang(position, answer), detail].filter(Boolean).join(' ')};
}

events.addEventListener('changed', draw);
events.addEventListener('moving', () => session.match && draw());
