// The form for setting up a position of awari: a field for each pit and store, the side to move, and the number of seeds.

import {h, plural} from '../dom.js';
import {absolute, letterOf, SIDES} from './awari-notation.js';
import {sum} from './simple.js';

/**
 * Makes the form.
 *
 * @param changed receives each position that is set up, and whether it was typed as text
 */
export function editor(database, position, changed) {
  const pits = position.board.length / 2;
  const numbers = [...absolute(position), ...position.taken];
  let {side} = position;
  const takesOff = h('input', {type: 'checkbox', id: 'takes-off'});
  const counted = h('output', {class: 'counted', id: 'counted'});

  const fields = numbers.map((number, at) => h('input', {
    type: 'number', min: 0, inputmode: 'numeric', value: number, id: at < 2 * pits ? 'pit-' + at : 'store-' + (at - 2 * pits),
    oninput({target}) {
      // Refuse anything that is not a number of seeds, so that the field and the board never differ.
      if (target.validity.badInput || !/^\d{0,2}$/.test(target.value)) {
        target.value = numbers[at];
      } else {
        numbers[at] = Number(target.value);
        tell();
      }
    },
  }));
  const sides = h('select', {id: 'editor-side', onchange({target}) {
    side = Number(target.value);
    tell();
  }}, SIDES.map((name, one) => h('option', {value: one, selected: one === side}, name)));
  const field = (at, name) => h('label', {for: fields[at].id}, name, fields[at]);
  const row = (one, order) => h('fieldset', {},
    h('legend', {}, SIDES[one]),
    order.map(pit => field(one * pits + pit, letterOf(one, pit))),
    field(2 * pits + one, 'taken'));
  const forwards = [...Array(pits).keys()];

  const current = () => ({board: absolute({board: numbers.slice(0, 2 * pits), side}), side, taken: numbers.slice(2 * pits)});

  function tell(isTyped = false) {
    const seeds = sum(numbers.slice(0, 2 * pits));
    const isHeld = database.layers.includes(seeds);
    counted.textContent = plural(seeds, 'seed')
      + (isHeld ? ', in the database' : `, not in the database (${database.layers[0]} to ${database.layers.at(-1)})`);
    counted.classList.toggle('held', isHeld);
    changed(current(), isTyped);
  }

  function set(others, isTyped) {
    numbers.splice(0, others.length, ...others);
    numbers.forEach((number, at) => {
      fields[at].value = number;
    });
    tell(isTyped);
  }

  const button = (name, others) => h('button', {type: 'button', onclick: () => set(others())}, name);
  const element = h('div', {class: 'pit-editor'},
    h('p', {class: 'note'}, 'Press a pit to add a seed, with Shift or the right button to take one off, or type. ',
      h('label', {}, takesOff, ' Take seeds off')),
    row(1, [...forwards].reverse()), row(0, forwards),
    h('div', {class: 'row'},
      h('label', {for: 'editor-side'}, 'To move ', sides),
      button('Clear', () => numbers.map(() => 0)),
      database.opening && button('Opening', () => [...database.opening, 0, 0]),
      button('Swap sides', () => [...numbers.slice(pits, 2 * pits), ...numbers.slice(0, pits), numbers.at(-1), numbers.at(-2)]),
      counted));
  return {
    element,
    current,
    begin: tell,
    show(typed) {
      sides.value = side = typed.side;
      set([...absolute(typed), ...typed.taken], true);
    },
    edit(at, change) {
      numbers[at] = Math.max(0, Math.min(99, numbers[at] + (takesOff.checked ? -1 : change)));
      set(numbers);
    },
  };
}
