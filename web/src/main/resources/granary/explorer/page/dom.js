// Creates and fills elements of HTML and SVG.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) {
      element.addEventListener(name.slice(2), value);
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  element.append(...children.flat(2).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Redraws a container. The focus goes to the new element in the focused element's place, or to the first one if there is none. */
export function keepFocus(container, draw) {
  const focused = container.contains(document.activeElement) ? document.activeElement : null;
  draw();
  if (focused && !container.contains(focused)) {
    const same = focused.dataset.key && container.querySelector(`[data-key="${CSS.escape(focused.dataset.key)}"]`);
    (same || container.querySelector('button:not(:disabled), [tabindex="0"]') || container.closest('[tabindex]'))?.focus();
  }
}

export const nothing = words => h('p', {class: 'note'}, words);

export const id = name => document.getElementById(name);

export const count = number => number.toLocaleString('en');

export const plural = (number, one, many = one + 's') => `${count(number)} ${number === 1 ? one : many}`;

/** A text with its first letter in upper case. */
export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);

/** A number of a database's units, which are plurals such as seeds. */
export const units = (number, unit) => plural(number, unit.replace(/s$/, ''), unit);

/** A score without its sign; a guess with one decimal. */
export function magnitude(score) {
  const size = Math.abs(score);
  const rounded = size.toFixed(1);
  return Number.isInteger(size) ? String(size) : rounded === '0.0' ? '0' : rounded;
}

/** A score with its sign, using the typographic minus; a guess with one decimal. */
export function signed(score) {
  const size = magnitude(score);
  return size === '0' ? size : (score > 0 ? '+' : '\u2212') + size;
}

/** Makes the buttons of a list one stop of the Tab key; the arrows go from one to the next. */
export function roving(list, first = list.querySelector('button')) {
  list.querySelectorAll('button').forEach(button => {
    button.tabIndex = button === first ? 0 : -1;
  });
  list.addEventListener('keydown', event => {
    const buttons = [...list.querySelectorAll('button')];
    const at = buttons.indexOf(document.activeElement);
    const next = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1}[event.key];
    if (at >= 0 && next !== undefined) {
      buttons[Math.max(0, Math.min(next, buttons.length - 1))].focus();
      event.preventDefault();
      event.stopPropagation();
    }
  });
  return list;
}
