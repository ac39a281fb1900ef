// Analysis above the database: once it is on, it follows the board, deepens while one looks, and says what it finds.

import {count, id, plural} from '../dom.js';
import {events, learn, now, say, session, settings} from '../session.js';

/** The search that is going on, or null: its node, and what stops it. */
let going = null;
let isOn = settings.get('analysis', 'no') === 'yes';

/** Whether an engine can look further at a node than what is known of it. */
function isOpen(node) {
  const {database, match} = session;
  const {answer} = node;
  return Boolean(answer.isBeyond && !answer.isAwaited && !answer.problem && database.engine && !database.engine.obstacle && answer.moves.length > 0 && !match);
}

async function search(node) {
  const {database, game, tree} = session;
  const mine = {node, abort: new AbortController(), begun: Date.now(), said: ''};
  going = mine;
  let depth = node.answer.depth ?? 0;
  const isMine = () => going === mine && session.tree?.node === node;
  try {
    const record = {board: game.toUrl(tree.root.position), moves: tree.played};
    for await (const {found, state} of database.engine.search(record, {}, mine.abort.signal)) {
      if (!isMine()) {
        break;
      }
      // A search begins with depths that are known already.
      if (found && (found.depth > depth || found.exact)) {
        depth = found.depth;
        learn(node, found);
      }
      Object.assign(mine, {found: found ?? mine.found, state});
      tell();
    }
    mine.said = node.answer.exact ? 'There is nothing more to find.' : 'The search has ended.';
  } catch (problem) {
    mine.said = problem.message;
  }
  mine.hasEnded = true;
  if (isMine()) {
    tell();
    say(`${mine.said} ${id('verdict').textContent}. ${id('detail').textContent}`);
  }
}

/** What a search is at, or how it ended. */
function progress({begun, found, said, state}) {
  if (said) {
    return said;
  }
  if (state === 'loading') {
    return `Loading the engine … ${seconds(begun)}`;
  }
  const ahead = found ? `${plural(found.depth, 'move')} ahead, ${count(found.nodes)} positions, ` : '';
  return `Searching: ${ahead}${seconds(begun)}`;
}

const seconds = begun => `${Math.round((Date.now() - begun) / 1000)} s`;

/** Says what belongs to the position on the board. */
function tell() {
  const {answer} = now();
  id('search').setAttribute('aria-pressed', String(isOn));
  id('search').textContent = isOn ? 'Stop the analysis' : 'Analysis';
  id('search-note').textContent = session.database.engine?.obstacle
    ?? (isOn && going?.node === now() ? progress(going)
      : answer.score === undefined ? 'An engine can search here; it looks positions up where the database begins.'
        : answer.exact ? 'There is nothing more to find.' : `The scores come from a search of depth ${answer.depth}.`);
}

/** How often the time that a search takes is told, in milliseconds. */
const TELL = 500;
setInterval(() => going && !going.said && going.node === session.tree?.node && tell(), TELL);

function stop() {
  going?.abort.abort();
  going = null;
}

function draw() {
  const {database, match, trouble} = session;
  const node = trouble ? null : now();
  if (going && (going.node !== node || match)) {
    stop();
  }
  id('search-box').hidden = !node || Boolean(match) || !node.answer.isBeyond || node.answer.isAwaited || !database.engine || node.answer.moves.length === 0;
  id('search').hidden = Boolean(database?.engine?.obstacle);
  if (!id('search-box').hidden) {
    if (isOn && !going && isOpen(node) && !node.answer.exact) {
      search(node);
    }
    tell();
  }
}

id('search').addEventListener('click', () => {
  isOn = !isOn;
  settings.set('analysis', isOn ? 'yes' : 'no');
  if (!isOn) {
    stop();
  }
  draw();
});
events.addEventListener('changed', draw);
