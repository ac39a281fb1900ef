// The layer of the position: histograms of its scores and distances.

import {count, h, id, nothing, signed, units} from '../dom.js';
import {drawHistogram} from '../histogram.js';
import {events, now, session} from '../session.js';
import {showExample} from './examples.js';

async function draw() {
  const {database, game, match, trouble} = session;
  id('layer-panel').hidden = Boolean(trouble || match?.isBlind || now().answer.isBeyond);
  if (id('layer-panel').hidden) {
    return;
  }
  const node = now();
  const layer = game.layer(node.position.board);
  let statistics;
  try {
    statistics = await database.statistics(layer);
  } catch (problem) {
    id('layer').replaceChildren(nothing(problem.message));
    return;
  }
  if (node !== session.tree?.node) {
    return;
  }
  id('layer-title').textContent = `${statistics.positions === 1 ? 'The only position' : `All ${count(statistics.positions)} positions`} with ${units(layer, database.unit)}`;
  const scores = id('layer').querySelector('.scores') ?? h('div', {class: 'scores chart'});
  const distances = id('layer').querySelector('.distances') ?? h('div', {class: 'distances chart'});
  id('layer').replaceChildren(scores, ...(statistics.distances ? [distances] : []));
  id('layer').classList.toggle('two', Boolean(statistics.distances));
  drawHistogram(scores, {
    pairs: statistics.scores.map(one => [one.score, one.positions]),
    at: node.answer.score,
    title: game.scoreTitle,
    format: game.id === 'chexers' ? String : signed,
    pick: score => showExample('score', score, layer),
  });
  if (statistics.distances) {
    drawHistogram(distances, {
      pairs: statistics.distances.map(one => [one.distance, one.positions]),
      at: node.answer.distance,
      title: 'Plies to the next capture (logarithmic)',
      isLog: true,
      pick: distance => showExample('distance', distance, layer),
    });
  }
}

events.addEventListener('changed', draw);
