// Charts: the value of a game as it went, and how the positions of a layer are distributed.

import {count, h, s, signed} from './dom.js';

/** Room for the numbers at the left, in pixels. */
const GUTTER = 40;

/** Draws into a container at its width, and again when that changes. */
function drawn(container, draw) {
  let width = 0;
  const observer = new ResizeObserver(() => {
    const now = Math.floor(container.clientWidth);
    if (now > 0 && now !== width) {
      width = now;
      container.replaceChildren(draw(width));
    }
  });
  container.observer?.disconnect();
  container.observer = observer;
  observer.observe(container);
  width = Math.floor(container.clientWidth);
  container.replaceChildren(draw(Math.max(width, 200)));
}

function ticks(min, max, most) {
  const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
  const step = steps.find(one => (max - min) / one <= most) ?? 1000;
  const all = [];
  for (let at = Math.ceil(min / step) * step; at <= max; at += step) {
    all.push(at);
  }
  return all;
}

/**
 * The value of a game, position by position.
 *
 * @param points a value (null where it is not known), whether it is a guess, a name
 * @param at the present one
 * @param pick is told which one is clicked
 */
export function drawHistory(container, {points, at, axis, note, pick}) {
  drawn(container, width => {
    const height = 130;
    const known = points.map(point => point.value).filter(value => value !== null);
    const reach = Math.max(2, ...known.map(Math.abs));
    const isSigned = axis[1] !== '';
    const top = 12;
    const bottom = height - 22;
    const y = value => isSigned
      ? (top + bottom) / 2 - value / reach * (bottom - top) / 2
      : bottom - Math.max(0, value) / reach * (bottom - top);
    const step = Math.min(40, (width - GUTTER - 10) / Math.max(points.length, 8));
    const x = i => GUTTER + step * (i + 0.5);
    const chart = s('svg', {width, height, role: 'group', 'aria-label': `Value of the game over ${points.length} positions`});
    for (const value of isSigned ? [reach, 0, -reach] : [reach, 0]) {
      chart.append(
        s('line', {class: value === 0 ? 'zero' : 'grid', x1: GUTTER, x2: width, y1: y(value), y2: y(value)}),
        s('text', {class: 'tick', x: GUTTER - 6, y: y(value) + 4, 'text-anchor': 'end'}, isSigned ? signed(value) : String(value)));
    }
    chart.append(s('text', {class: 'axis', x: width - 4, y: y(reach) + 12, 'text-anchor': 'end'}, axis[0]));
    if (isSigned) {
      chart.append(s('text', {class: 'axis', x: width - 4, y: y(-reach) - 4, 'text-anchor': 'end'}, axis[1]));
    }
    points.forEach((point, i) => {
      const isKnown = point.value !== null;
      const zero = y(0);
      const end = isKnown ? y(point.value) : zero;
      const label = `${i === 0 ? 'Beginning' : `${i}. ${point.name}`}: ${isKnown ? (point.isGuess ? 'about ' : '') + note(point.value) : 'not known'}`;
      const bar = s('g', {
        class: ['point', i === at && 'now', point.isGuess && 'guess', isKnown && (point.value > 0 ? 'up' : point.value < 0 ? 'down' : 'level')].filter(Boolean).join(' '),
        role: 'button', tabindex: i === at ? 0 : -1, 'aria-label': label, 'aria-current': i === at ? 'step' : null,
        onclick: () => pick(i),
        onkeydown: event => {
          if (event.key === 'Enter') {
            pick(i);
          }
        },
      }, s('title', {}, label),
        s('rect', {class: 'reach', x: x(i) - step / 2, y: 0, width: step, height}),
        s('rect', {class: 'bar', x: x(i) - step * 0.36, y: Math.min(zero, end) - 1.5, width: step * 0.72, height: Math.abs(end - zero) + 3, rx: 2}),
        s('circle', {class: 'dot', cx: x(i), cy: end, r: Math.min(5, step * 0.36)}));
      chart.append(bar);
      if (i > 0 && (step > 22 || i % Math.ceil(24 / step) === 0)) {
        chart.append(s('text', {class: 'tick', x: x(i), y: height - 6, 'text-anchor': 'middle', 'aria-hidden': 'true'},
          step > 26 && point.name.length < 3 ? point.name : String(i)));
      }
    });
    return chart;
  });
}

/**
 * How many positions there are with each value.
 *
 * @param pairs value and number of positions, ascending
 * @param at the value to mark, or undefined
 * @param title what the values are
 */
export function drawHistogram(container, {pairs, at, title, isLog = false, format = String}) {
  drawn(container, width => {
    const height = 150;
    const top = 22;
    const bottom = height - 36;
    const min = Math.min(...pairs.map(pair => pair[0]));
    const max = Math.max(...pairs.map(pair => pair[0]));
    const most = Math.max(...pairs.map(pair => pair[1]));
    const scale = isLog ? number => Math.log10(number + 1) / Math.log10(most + 1) : number => number / most;
    const step = (width - GUTTER - 12) / (max - min + 1);
    const x = value => GUTTER + step * (value - min + 0.5);
    const total = pairs.reduce((all, pair) => all + pair[1], 0);
    const mode = pairs.find(pair => pair[1] === most)[0];
    const mine = pairs.find(pair => pair[0] === at);
    const share = mine && percent(mine[1] / total);
    const chart = s('svg', {
      width, height, role: 'img',
      'aria-label': `${title} of ${count(total)} positions, from ${format(min)} to ${format(max)}, most often ${format(mode)}`
        + (mine ? `; this position's is ${format(at)}, as of ${share}` : ''),
    });
    const marks = isLog ? [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7].filter(number => number <= most) : [most / 2, most];
    for (const number of marks) {
      const y = bottom - scale(number) * (bottom - top);
      chart.append(s('line', {class: 'grid', x1: GUTTER, x2: width - 6, y1: y, y2: y}));
      if (!isLog || marks.length < 5 || Math.log10(number) % 2 === 0) {
        chart.append(s('text', {class: 'tick', x: GUTTER - 6, y: y + 4, 'text-anchor': 'end'}, short(number)));
      }
    }
    chart.append(s('line', {class: 'zero', x1: GUTTER, x2: width - 6, y1: bottom, y2: bottom}));
    for (const [value, number] of pairs) {
      const tall = Math.max(1.5, scale(number) * (bottom - top));
      chart.append(s('rect', {
        class: 'bar' + (value === at ? ' now' : ''),
        x: x(value) - Math.max(1, step * 0.8) / 2, y: bottom - tall, width: Math.max(1, step * 0.8), height: tall,
      }, s('title', {}, `${format(value)}: ${count(number)} positions`)));
    }
    if (mine) {
      const tall = Math.max(1.5, scale(mine[1]) * (bottom - top));
      const label = `${format(at)}: ${share}`;
      const half = label.length * 3.8;
      chart.append(
        s('path', {class: 'pointer', d: `M${x(at)} ${bottom - tall - 2} l-5 -7 h10 z`}),
        s('text', {class: 'here', x: Math.min(width - half - 6, Math.max(GUTTER + half, x(at))), y: bottom - tall - 12, 'text-anchor': 'middle'}, label));
    }
    for (const value of ticks(min, max, width / 45)) {
      chart.append(s('text', {class: 'tick', x: x(value), y: bottom + 15, 'text-anchor': 'middle'}, format(value)));
    }
    chart.append(s('text', {class: 'axis', x: (GUTTER + width) / 2, y: height - 4, 'text-anchor': 'middle'}, title));
    return chart;
  });
}

function percent(share) {
  return `${share >= 0.995 ? 100 : +(100 * share).toPrecision(2)} %`;
}

function short(number) {
  return number >= 1e6 ? `${+(number / 1e6).toPrecision(2)}M` : number >= 1e4 ? `${Math.round(number / 1e3)}k` : count(Math.round(number));
}

export const nothing = words => h('p', {class: 'note'}, words);
