// The set-up of a position, by clicks, numbers or text.

import {h, id} from '../dom.js';
import {editor} from '../games/awari-setup.js';
import {beginAt, changed, events, inTurn, now, session} from '../session.js';

export const toggleSetup = () => session.editing ? close() : open();

function open() {
  const {database, game, match, tree} = session;
  if (!tree || match) {
    return;
  }
  const form = id('editor');
  const before = now().position;
  const text = h('input', {type: 'text', id: 'editor-text', autocomplete: 'off', spellcheck: 'false', value: game.toUrl(before)});
  const complaint = h('p', {class: 'complaint', role: 'alert'});
  const complain = () => {
    try {
      game.fromUrl(text.value, database);
      complaint.textContent = '';
    } catch (problem) {
      complaint.textContent = problem.message;
    }
  };
  const pits = game.setsUpPits
    ? editor(database, before, (position, isTyped) => {
      if (!isTyped) {
        text.value = game.toUrl(position);
        complain();
      }
      changed();
    })
    : {element: h('p', {class: 'note'}, game.hint), current: () => before, edit: null};
  session.editing = {current: pits.current, edit: pits.edit};
  // React while the user types, not on leaving the field: otherwise the button would move away under the click.
  text.addEventListener('input', () => {
    complaint.textContent = '';
    try {
      pits.show?.(game.fromUrl(text.value, database));
    } catch {
      // It is not a position yet.
    }
  });
  form.replaceChildren(
    pits.element,
    h('div', {class: 'row'},
      h('label', {class: 'grow', for: 'editor-text'}, 'Or as text ', text)),
    complaint,
    h('div', {class: 'row'},
      h('button', {type: 'submit', class: 'primary', id: 'editor-done'}, 'Show this position'),
      h('button', {type: 'button', id: 'editor-cancel', onclick: close}, 'Cancel')));
  form.onsubmit = event => {
    event.preventDefault();
    complain();
    if (complaint.textContent === '') {
      const position = game.fromUrl(text.value, database);
      close();
      inTurn(() => beginAt(position));
    }
  };
  id('setup').setAttribute('aria-expanded', 'true');
  form.hidden = false;
  pits.begin?.();
  changed();
  // On a touch screen the focus of a field would open the keyboard over the board.
  (matchMedia('(pointer: coarse)').matches ? form : form.querySelector('input[type=number], input[type=text]'))?.focus();
}

export function close() {
  if (session.editing) {
    session.editing = null;
    id('setup').focus();
    changed();
  }
}

events.addEventListener('changed', () => {
  id('editor').hidden = !session.editing;
  id('setup').setAttribute('aria-expanded', String(Boolean(session.editing)));
});
