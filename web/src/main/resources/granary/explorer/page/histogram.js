// A histogram of the positions by value. A click on a bar shows a position.

import {drawn, GUTTER, ticks} from './charts.js';
import {count, plural, s} from './dom.js';

const HEIGHT = 150;
const TOP = 22;
const BOTTOM = HEIGHT - 36;

/**
 * Draws a histogram.
 *
 * @param pairs value and number of positions, ascending
 * @param at the value to mark, or undefined
 * @param title the name of the values
 * @param pick receives the value of a bar that is clicked
 */
export function drawHistogram(container, {pairs, at, title, pick, isLog = false, format = String}) {
  drawn(container, width => {
    const min = pairs[0][0];
    const max = pairs.at(-1)[0];
    const most = Math.max(...pairs.map(pair => pair[1]));
    const scale = isLog ? number => Math.log10(number + 1) / Math.log10(most + 1) : number => number / most;
    const step = (width - GUTTER - 12) / (max - min + 1);
    const x = value => GUTTER + step * (value - min + 0.5);
    const tall = number => Math.max(1.5, scale(number) * (BOTTOM - TOP));
    const total = pairs.reduce((all, pair) => all + pair[1], 0);
    const mode = pairs.find(pair => pair[1] === most)[0];
    const mine = pairs.find(pair => pair[0] === at);
    const share = mine && percent(mine[1] / total);
    const svg = s('svg', {
      width, height: HEIGHT, role: 'group',
      'aria-label': `${title} of ${plural(total, 'position')}, from ${format(min)} to ${format(max)}, most often ${format(mode)}`
        + (mine ? `; this position's is ${format(at)}, as of ${share}` : ''),
    });
    const marks = isLog ? [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7].filter(number => number <= most) : [most / 2, most];
    for (const number of marks) {
      const y = BOTTOM - scale(number) * (BOTTOM - TOP);
      svg.append(s('line', {class: 'grid', x1: GUTTER, x2: width - 6, y1: y, y2: y}));
      if (!isLog || marks.length < 5 || Math.log10(number) % 2 === 0) {
        svg.append(s('text', {class: 'tick', x: GUTTER - 6, y: y + 4, 'text-anchor': 'end'}, short(number)));
      }
    }
    svg.append(s('line', {class: 'zero', x1: GUTTER, x2: width - 6, y1: BOTTOM, y2: BOTTOM}));
    const bars = pairs.map(([value, number]) => s('g', {
      class: 'value' + (value === at ? ' now' : ''), role: 'button', tabindex: value === (mine?.[0] ?? mode) ? 0 : -1, 'data-value': value,
      'aria-label': `${title}, ${format(value)}: ${plural(number, 'position')}`,
      onclick: () => pick(value),
      onkeydown: event => press(event, value),
    },
    s('title', {}, `${format(value)}: ${plural(number, 'position')}; show one`),
    s('rect', {class: 'reach', x: x(value) - step / 2, y: TOP, width: step, height: BOTTOM - TOP}),
    s('rect', {class: 'bar', x: x(value) - Math.max(1, step * 0.8) / 2, y: BOTTOM - tall(number), width: Math.max(1, step * 0.8), height: tall(number)})));
    function press(event, value) {
      const next = bars[pairs.findIndex(pair => pair[0] === value) + ({ArrowLeft: -1, ArrowRight: 1}[event.key] ?? NaN)];
      if (event.key === 'Enter' || event.key === ' ') {
        pick(value);
      } else if (next) {
        next.focus();
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    }
    svg.append(...bars);
    if (mine) {
      const label = `${format(at)}: ${share}`;
      const half = label.length * 3.8;
      svg.append(
        s('path', {class: 'pointer', d: `M${x(at)} ${BOTTOM - tall(mine[1]) - 2} l-5 -7 h10 z`}),
        s('text', {class: 'here', x: Math.min(width - half - 6, Math.max(GUTTER + half, x(at))), y: BOTTOM - tall(mine[1]) - 12, 'text-anchor': 'middle'}, label));
    }
    for (const value of ticks(min, max, width / 45)) {
      svg.append(s('text', {class: 'tick', x: x(value), y: BOTTOM + 15, 'text-anchor': 'middle'}, format(value)));
    }
    svg.append(s('text', {class: 'axis', x: (GUTTER + width) / 2, y: HEIGHT - 4, 'text-anchor': 'middle'}, title));
    return svg;
  });
}

function percent(share) {
  return `${share >= 0.995 ? 100 : +(100 * share).toPrecision(2)}%`;
}

function short(number) {
  return number >= 1e6 ? `${+(number / 1e6).toPrecision(2)}M` : number >= 1e3 ? `${number < 1e4 ? +(number / 1e3).toPrecision(2) : Math.round(number / 1e3)}k` : count(Math.round(number));
}
