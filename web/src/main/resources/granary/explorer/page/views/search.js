// Analysis above the database: it follows the board, deepens while one looks, and says what it finds.

import {count, id, plural} from '../dom.js';
import {changed, events, isThinking, learn, now, recordOf, say, session, settings} from '../session.js';

/** The longest search of a position that nobody asked to be searched, in milliseconds. */
const LONG = 60_000;

/** The search that is going on, or null: its node, and what stops it. */
let going = null;
let isAsked = false;

/** Whether the engine looks further at a node than what is known of it. */
function isOpen({answer}) {
  const {isJudging, match} = session;
  return isThinking() && answer.isBeyond && !answer.isAwaited && !answer.problem && !answer.exact && answer.moves.length > 0 && !match && !isJudging;
}

async function search(node) {
  const {database} = session;
  const mine = {node, abort: new AbortController(), begun: Date.now(), said: ''};
  going = mine;
  node.failure = null;
  let depth = node.answer.depth ?? 0;
  const isMine = () => going === mine && session.tree?.node === node;
  try {
    for await (const {found, state} of database.engine.search(recordOf(node), isAsked ? {} : {millis: LONG}, mine.abort.signal)) {
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
    mine.said = node.failure = problem.message;
  }
  if (isMine()) {
    changed();
    say(`${mine.said} ${id('verdict').textContent}. ${id('detail').textContent}`);
  }
}

/** The progress of a search, or its end, in words. */
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
  const isOn = isThinking();
  id('search').setAttribute('aria-pressed', String(isOn));
  id('search').textContent = isOn ? 'Stop the analysis' : 'Analysis';
  id('search-note').textContent = session.database.engine?.obstacle
    ?? (isOn && going?.node === now() ? progress(going)
      : answer.score === undefined ? 'An engine can search here; it looks positions up where the database begins.'
        : answer.exact ? 'There is nothing more to find.' : `The scores come from a search of depth ${answer.depth}.`);
}

/** The interval at which the time of a search is shown, in milliseconds. */
const TELL = 500;
setInterval(() => going && !going.said && going.node === session.tree?.node && tell(), TELL);

function stop() {
  going?.abort.abort();
  going = null;
}

function draw() {
  const {database, isJudging, match, trouble} = session;
  const node = trouble ? null : now();
  if (going && (going.node !== node || match || isJudging)) {
    stop();
  }
  id('search-box').hidden = !node || Boolean(match) || !node.answer.isBeyond || node.answer.isAwaited || !database.engine || node.answer.moves.length === 0;
  id('search').hidden = Boolean(database?.engine?.obstacle);
  if (!id('search-box').hidden) {
    if (!going && isOpen(node)) {
      search(node);
    }
    tell();
  }
}

id('search').addEventListener('click', () => {
  isAsked = !isThinking();
  settings.set('analysis', isAsked ? 'yes' : 'no');
  stop();
  changed();
});
events.addEventListener('changed', draw);
