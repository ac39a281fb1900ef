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

/** Redraws a container and gives the focus to the new element in the focused element's place. */
export function keepFocus(container, draw) {
  const key = container.contains(document.activeElement) && document.activeElement.dataset.key;
  draw();
  if (key) {
    container.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
}

export const nothing = words => h('p', {class: 'note'}, words);

export const id = name => document.getElementById(name);

export const count = number => number.toLocaleString('en');

export const plural = (number, one, many = one + 's') => `${count(number)} ${number === 1 ? one : many}`;

/** A score with its sign, using the typographic minus. */
export function signed(score) {
  const text = Number.isInteger(score) ? String(Math.abs(score)) : Math.abs(score).toFixed(1);
  return score > 0 ? '+' + text : score < 0 ? '\u2212' + text : text;
}
