// The value of the game, position by position. A jump between bars is an error of a player. Where bounds decide, a bar reaches from the least to
// the greatest value.

import {drawn, GUTTER} from '../charts.js';
import {id, keepFocus, plural, s, signed} from '../dom.js';
import {events, go, inTurn, now, session} from '../session.js';

const HEIGHT = 154;
/** The rows above and below the bars hold the labels of the axis, and one row the names of the moves. */
const TOP = 26;
const BOTTOM = HEIGHT - 40;

function draw() {
  const {game, match, tree, trouble} = session;
  id('history-panel').hidden = !tree || tree.trail.length < 2;
  if (!trouble && !match?.isBlind) {
    keepFocus(id('history'), () => drawn(id('history'), width => chart(width, session.tree.trail, game)));
  }
}

function chart(width, points, game) {
  const known = points.flatMap(point => point.value ?? []);
  const reach = Math.max(2, ...known.map(Math.abs));
  const isSigned = game.axis[1] !== '';
  const y = value => isSigned
    ? (TOP + BOTTOM) / 2 - value / reach * (BOTTOM - TOP) / 2
    : BOTTOM - Math.max(0, value) / reach * (BOTTOM - TOP);
  const step = Math.min(40, (width - GUTTER - 10) / Math.max(points.length, 8));
  const x = i => GUTTER + step * (i + 0.5);
  const svg = s('svg', {width, height: HEIGHT, role: 'group', 'aria-label': `Value of the game over ${plural(points.length, 'position')}`});
  for (const value of isSigned ? [reach, 0, -reach] : [reach, 0]) {
    svg.append(
      s('line', {class: value === 0 ? 'zero' : 'grid', x1: GUTTER, x2: width, y1: y(value), y2: y(value)}),
      s('text', {class: 'tick', x: GUTTER - 6, y: y(value) + 4, 'text-anchor': 'end'}, isSigned ? signed(value) : String(value)));
  }
  svg.append(
    s('text', {class: 'axis', x: 2, y: 12}, (isSigned ? '↑ ' : '') + game.axis[0]),
    isSigned ? s('text', {class: 'axis', x: 2, y: HEIGHT - 5}, '↓ ' + game.axis[1]) : '');
  points.forEach((point, i) => {
    const isKnown = point.value !== null;
    const label = `${i === 0 ? 'Beginning' : `${i}. ${point.name}`}: `
      + (isKnown ? (point.isGuess ? 'about ' : '') + game.valueNote(point.value) : 'not known');
    const isNow = point === now();
    const [low, high] = point.value ?? [0, 0];
    const [from, to] = low === high ? [Math.min(low, 0), Math.max(high, 0)] : [low, high];
    const pick = () => inTurn(() => go(point));
    svg.append(s('g', {
      class: ['point', isNow && 'now', point.isGuess && 'guess', isKnown && (low > 0 ? 'up' : high < 0 ? 'down' : low === high ? 'level' : 'open')].filter(Boolean).join(' '),
      role: 'button', tabindex: isNow ? 0 : -1, 'aria-label': label, 'aria-current': isNow && 'step', 'data-key': i,
      onclick: pick,
      onkeydown: event => {
        if (event.key === 'Enter') {
          pick();
        }
      },
    }, s('title', {}, label),
    s('rect', {class: 'reach', x: x(i) - step / 2, y: TOP - 4, width: step, height: BOTTOM - TOP + 8}),
    isKnown
      ? [
        s('rect', {class: 'bar', x: x(i) - step * 0.36, y: y(to) - 1.5, width: step * 0.72, height: y(from) - y(to) + 3, rx: 2}),
        [...new Set([low, high])].map(value => s('circle', {class: 'dot', cx: x(i), cy: y(value), r: Math.min(5, step * 0.36)})),
      ]
      : step > 8 && s('text', {class: 'tick', x: x(i), y: y(0) - 4, 'text-anchor': 'middle'}, '?')));
    if (i > 0 && (step > 22 || i % Math.ceil(24 / step) === 0)) {
      svg.append(s('text', {class: 'tick', x: x(i), y: BOTTOM + 17, 'text-anchor': 'middle', 'aria-hidden': 'true'},
        step > 26 && point.name.length < 3 ? point.name : String(i)));
    }
  });
  return svg;
}

events.addEventListener('changed', draw);
