// A search above the database. The search deepens until the user stops it or goes to another position.

import {count, id, plural} from '../dom.js';
import {events, learn, now, say, session} from '../session.js';

/** The node being searched and the controller that stops the search, or null. */
let going = null;

const stop = () => going?.abort.abort();

async function start() {
  const node = now();
  const {database, game, tree} = session;
  const mine = {node, abort: new AbortController(), begun: Date.now()};
  going = mine;
  draw();
  let depth = node.answer.depth ?? 0;
  let told = 'The search has stopped.';
  try {
    const record = {board: game.toUrl(tree.root.position), moves: tree.played};
    for await (const {found, state} of database.engine.search(record, {}, mine.abort.signal)) {
      // A restarted search repeats depths that are already known. Keep the known result until the search is deeper.
      if (found && (found.depth > depth || found.exact)) {
        depth = found.depth;
        learn(node, found);
      }
      id('search-note').textContent = progress(found, mine.begun);
      told = state === 'finished' ? 'There is nothing more to find.' : told;
    }
  } catch (problem) {
    told = problem.message;
  }
  if (going === mine) {
    going = null;
  }
  if (session.tree?.node === node && session.database === database) {
    draw();
    id('search-note').textContent = told;
    say(`${told} ${id('verdict').textContent}. ${id('detail').textContent}`);
  }
}

function progress(found, begun) {
  const ahead = found ? `${plural(found.depth, 'move')} ahead, ${count(found.nodes)} positions, ` : '';
  return `Searching: ${ahead}${Math.round((Date.now() - begun) / 1000)} s`;
}

function draw() {
  const {database, match, trouble} = session;
  if (going && (trouble || going.node !== now())) {
    stop();
  }
  const answer = trouble ? null : now().answer;
  const isOffered = Boolean(answer?.isBeyond && database.engine && answer.moves.length > 0 && !match);
  id('search-box').hidden = !isOffered;
  if (isOffered) {
    const isGoing = going?.node === now() && !going.abort.signal.aborted;
    id('search').textContent = isGoing ? 'Stop' : answer.score === undefined ? 'Search' : 'Search on';
    id('search').disabled = Boolean(answer.exact) && !isGoing;
    if (!isGoing) {
      id('search-note').textContent = answer.score === undefined
        ? 'An engine can search from here; it looks positions up where the database begins.'
        : answer.exact ? 'There is nothing more to find.' : `The scores come from a search of depth ${answer.depth}.`;
    }
  }
}

id('search').addEventListener('click', () => going?.node === now() ? stop() : start());
events.addEventListener('changed', draw);
