// Positions worth looking at, from a layer that the user chooses.

import {h, id, units} from '../dom.js';
import {beginAnew, beginAt, events, found, inTurn, say, session} from '../session.js';

const KINDS = {
  random: ['Random', 'any position'],
  longest: ['Longest', 'the longest distance of the layer'],
  zugzwang: ['Zugzwang', 'either side would rather not move'],
  'only-move': ['Only move', 'one move keeps the result, the others do not'],
};
const WITH_VALUE = {score: 'Score', distance: 'Distance'};

/** The time for which the buttons are held in their place, in milliseconds, while the panels of the position arrive. */
const HELD = 1000;

let layer = null;
let shown = null;

/** Shows an example of a kind, from the chosen layer unless another is given. */
export function showExample(kind, value, of = layer) {
  return inTurn(async () => {
    try {
      const example = await found(kind, value, of);
      holdButtons();
      await beginAt(example);
      say(`${KINDS[kind]?.[0] ?? 'Example'}. ${id('verdict').textContent}`);
      id('example-note').textContent = '';
    } catch (problem) {
      say(problem.message);
      id('example-note').textContent = problem.message;
    }
  });
}

/** Keeps the buttons under the pointer, while what stands above them takes more or fewer lines than before. */
function holdButtons() {
  const place = () => id('examples').getBoundingClientRect().top;
  const before = place();
  const observer = new ResizeObserver(() => scrollBy(0, place() - before));
  observer.observe(document.querySelector('main'));
  setTimeout(() => observer.disconnect(), HELD);
}

function draw() {
  const {database, match, trouble} = session;
  id('examples-panel').hidden = Boolean(match);
  if (trouble || shown === database) {
    return;
  }
  shown = database;
  layer = database.layers.at(-1);
  const layers = h('select', {id: 'example-layer', onchange: event => {
    layer = Number(event.target.value);
  }}, [...database.layers].reverse().map(one => h('option', {value: one}, units(one, database.unit))));
  const has = kind => database.examples.includes(kind);
  const isEstimate = database.parameters.rules === 'abapa';
  const plain = Object.entries(KINDS).filter(([kind]) => has(kind)).map(([kind, [label, meaning]]) =>
    h('button', {type: 'button', 'data-kind': kind, title: isEstimate ? `${meaning}, by scores` : meaning, onclick: () => showExample(kind)}, label));
  const valued = Object.entries(WITH_VALUE).filter(([kind]) => has(kind)).map(([kind, label]) => {
    const value = h('input', {type: 'number', value: kind === 'score' ? 0 : 1, 'aria-label': `${label} of the position to look for`});
    return h('span', {class: 'joined'},
      h('button', {type: 'button', 'data-kind': kind, onclick: () => showExample(kind, Number(value.value) || 0)}, label), value);
  });
  id('examples').replaceChildren(
    h('div', {class: 'row'}, h('label', {for: 'example-layer'}, 'With ', layers), h('div', {class: 'row', role: 'group', 'aria-label': 'By kind'}, plain)),
    h('div', {class: 'row', role: 'group', 'aria-label': 'By number'}, valued,
      h('button', {type: 'button', id: 'opening', onclick: () => inTurn(() => beginAnew())}, 'Opening')),
    h('p', {class: 'note', id: 'example-note', role: 'status'}));
}

events.addEventListener('changed', draw);
