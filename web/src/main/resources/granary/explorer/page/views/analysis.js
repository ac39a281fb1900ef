// A pass over the whole game: which moves lost seeds, and a walk from one to the next.

import {id, plural} from '../dom.js';
import {changed, events, go, inTurn, now, say, session} from '../session.js';

/** A move is a mistake when it loses this many seeds: less is within what a search errs. */
const MISTAKE = 0.75;

/** The pass that is going on, or null: the tree, and what stops it. */
let going = null;

export const isMistake = node => node.judged?.lost >= MISTAKE;

async function analyse() {
  const {database, game, tree} = session;
  const {trail} = tree;
  const mine = {tree, abort: new AbortController()};
  going = mine;
  changed();
  const board = game.toUrl(tree.root.position);
  const record = ply => ({board, moves: trail.slice(1, ply + 1).map(node => node.code).join('')});
  let told = 'The analysis has stopped.';
  try {
    for await (const {ply, lost, best} of database.engine.analyse(trail.map(node => node.position), record, database, mine.abort.signal)) {
      trail[ply + 1].judged = {lost, best: game.moveName(best, trail[ply].position.side)};
      id('record-note').textContent = `Move ${ply + 1} of ${trail.length - 1} is judged.`;
      changed();
    }
    if (!mine.abort.signal.aborted) {
      const mistakes = trail.filter(isMistake).length;
      told = mistakes === 0 ? 'No move lost a seed.' : `${plural(mistakes, 'move')} lost seeds.`;
    }
  } catch (problem) {
    told = problem.message;
  }
  going = null;
  if (session.tree === tree) {
    changed();
    id('record-note').textContent = told;
    say(told);
  }
}

/** Goes to the position before the next mistake of the line, the first one after the last. */
async function next() {
  const {trail} = session.tree;
  const at = trail.indexOf(now());
  const mistakes = trail.filter(isMistake);
  const node = mistakes.find(one => trail.indexOf(one) > at + 1) ?? mistakes[0];
  await go(node.parent);
  const words = `${node.name} lost ${plural(Math.round(node.judged.lost), 'seed')} here. Find a better move.`;
  id('record-note').textContent = words;
  say(words);
}

function draw() {
  const {database, match, trouble, tree} = session;
  if (going && (going.tree !== tree || match || trouble)) {
    going.abort.abort();
  }
  const hasMoves = !trouble && tree.root.children.length > 0;
  id('analyse').hidden = !hasMoves || Boolean(match) || !database.engine || Boolean(database.engine.obstacle);
  id('analyse').textContent = going ? 'Stop' : 'Analyse';
  id('next-mistake').hidden = !hasMoves || Boolean(match) || !tree.trail.some(isMistake);
}

id('analyse').addEventListener('click', () => going ? going.abort.abort() : analyse());
id('next-mistake').addEventListener('click', () => inTurn(next));
events.addEventListener('changed', draw);
