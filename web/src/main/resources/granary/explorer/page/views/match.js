// A game against the computer: choosing a side, a strength and a clock, its replies, taking back, and how it ends. It outlives the
// page: whoever leaves and comes back finds it as it was.

import {h, id} from '../dom.js';
import {isGuess} from '../results.js';
import {advise, beginAnew, beginAt, changed, events, go, inTurn, make, now, recordOf, session, settings} from '../session.js';
import {choose, LEVELS} from '../strength.js';

/** The time to wait before an engine that failed is asked again, in milliseconds. */
const PAUSE = 1000;

const MINUTE = 60_000;
/** The interval at which the clock is looked at, in milliseconds. */
const TICK = 200;
/** With a clock, the computer takes no more than this part of its time for a move. */
const PART = 1 / 20;
/** The limits of the search for a hint. */
const HINT = {millis: 1000, toWin: true};

class Match {
  /**
   * @param terms the user's side, the level, whether scores are hidden, and the minutes of the clock, 0 for none
   * @param start the node where the game begins; the computer moves there even if the tree holds moves from there
   */
  constructor(terms, start) {
    this.terms = terms;
    Object.assign(this, terms);
    this.start = start;
    /** The node that the game has reached, whatever node is looked at. */
    this.reached = start;
    this.database = session.database;
    /** The milliseconds that each side has left. */
    this.left = [terms.minutes * MINUTE, terms.minutes * MINUTE];
    /** The search for a reply or a hint that is under way, or null: its node, and what ends it. */
    this.thinking = null;
    /** The note on a node, or null: the node, and a text. */
    this.note = null;
  }

  /** The end of the game, or null. Without a clock, a player who goes back may play on from there. */
  get ending() {
    return this.endingAt(this.minutes > 0 ? this.reached : now());
  }

  endingAt({path}) {
    const {game, database} = session;
    const loser = this.minutes > 0 ? this.left.findIndex(millis => millis <= 0) : -1;
    return loser >= 0
      ? {winner: 1 - loser, why: `${game.players[loser]} has no time left`}
      : game.ending(path.map(node => node.position), database);
  }

  /** Takes the time that has gone by from the side to move. */
  tick(millis) {
    if (this.minutes > 0 && this.reached !== this.start && !this.ending) {
      const {side} = this.reached.position;
      this.left[side] = Math.max(0, this.left[side] - millis);
      if (this.left[side] === 0) {
        changed();
      }
    }
  }

  /** Keeps what a page that is opened at the same address needs to resume. */
  save() {
    const {href} = location;
    const moves = this.reached.path.slice(1).map(({code}) => code);
    settings.set('match', JSON.stringify({href, terms: this.terms, left: this.left, start: this.start.path.length - 1, moves}));
  }

  isUsersTurn() {
    return now().position.side === this.side && !this.ending && (this.minutes === 0 || now() === this.reached);
  }

  isComputersTurn() {
    return session.match === this && this.reached.position.side !== this.side && !this.endingAt(this.reached);
  }

  /** The headline in place of the score; null when scores are visible and the game is not over. */
  verdict() {
    const {game} = session;
    const {ending} = this;
    if (ending) {
      const has = ending.has && `${ending.has[this.side]} to ${ending.has[1 - this.side]}`;
      const ahead = ending.has ? ending.has[this.side] - ending.has[1 - this.side] : ending.winner === this.side ? 1 : -1;
      const result = ahead > 0 ? 'You have won' : ahead < 0 ? 'You have lost' : 'A draw';
      return {mark: ahead > 0 ? 'win' : ahead < 0 ? 'loss' : 'draw', badge: ahead > 0 ? '▲' : ahead < 0 ? '▼' : '=', title: has ? `${result}, ${has}` : result,
        detail: ending.most === undefined ? ending.why + '.' : `${ending.most === this.side ? 'You have' : 'Granary has'} more than half of the seeds.`,
      };
    }
    if (!this.isBlind) {
      return null;
    }
    if (session.isMoving) {
      return {mark: 'none', badge: '…', title: `${game.players[now().position.side]} ${game.setsUpPits ? 'sows' : 'moves'}`, detail: ''};
    }
    if (this.isUsersTurn()) {
      return {mark: 'none', badge: '●', title: 'Your move', detail: `You are ${game.players[this.side].toLowerCase()}.`};
    }
    return now() === this.reached
      ? {mark: 'none', badge: '…', title: 'Granary is thinking', detail: ''}
      : {mark: 'none', badge: '…', title: 'Earlier position', detail: 'Granary moves after the last move of the game.'};
  }

  /** Says something of a node for as long as it is looked at. */
  say(node, text) {
    this.note = {node, text};
    draw();
  }

  /** Finds the moves of the node that the game has reached, best first, unless the game goes on meanwhile, and uses them. */
  async think(limits, use) {
    const node = this.reached;
    const mine = {node, abort: new AbortController()};
    const {signal} = mine.abort;
    this.stop();
    this.thinking = mine;
    let moves = null;
    while (!moves && !signal.aborted) {
      try {
        moves = await movesOf(node, limits, signal);
      } catch (problem) {
        if (!signal.aborted) {
          this.say(node, problem.message);
          await new Promise(done => setTimeout(done, PAUSE));
        }
      }
    }
    if (!signal.aborted) {
      await use(moves, node);
    }
    if (this.thinking === mine) {
      this.thinking = null;
    }
  }

  stop() {
    this.thinking?.abort.abort();
    this.thinking = null;
  }

  reply() {
    const {limits, slack} = LEVELS[this.level];
    const {answer} = this.reached;
    if (this.thinking || !this.isComputersTurn() || !answer || answer.isAwaited) {
      return;
    }
    const millis = this.minutes > 0 ? Math.min(limits.millis, Math.ceil(this.left[1 - this.side] * PART)) : limits.millis;
    this.think({...limits, millis}, (moves, node) => inTurn(async () => {
      await go(node);
      if (now() === node && this.reached === node && this.isComputersTurn()) {
        await make(moves[0].score === undefined
          ? moves[Math.floor(Math.random() * moves.length)]
          : choose(moves, session.game.loss, slack, Math.random()));
      }
    }));
  }

  hint() {
    this.say(this.reached, 'Looking for a good move …');
    this.think(HINT, ([best], node) => {
      if (best.score === undefined) {
        this.say(node, 'The best move is not known here.');
      } else {
        advise(node, best);
        this.say(node, `${session.game.moveName(best, node.position.side)} ${isGuess(best) ? 'seems good' : 'is a good move'}.`);
      }
    });
  }

  /** Shows the node that the game has reached, or another that it goes back to. */
  show(node = this.reached) {
    this.reached = node;
    return go(node) ?? changed();
  }

  /** The last node before at which it was the user's turn. */
  before() {
    return this.reached.path.slice(0, -1).findLast(node => node.position.side === this.side);
  }
}

/** The moves of a node, best first: those of the database, or of a search. */
async function movesOf(node, limits, signal) {
  const {answer} = node;
  const {engine} = session.database;
  return answer.isBeyond && engine ? (await engine.best(recordOf(node), limits, signal)).moves : answer.moves;
}

/** Begins a game where an action leads. */
function begin(terms, lead) {
  settings.set('turned', terms.side === 1 ? 'yes' : 'no');
  const match = new Match(terms, now());
  session.match = match;
  inTurn(async () => {
    await lead();
    match.start = match.reached = now();
    changed();
  });
}

/** Another game from where this one began, with sides exchanged. */
function rematch() {
  const {start, terms} = session.match;
  begin({...terms, side: 1 - terms.side}, () => beginAt(start.position));
}

function end() {
  session.match.stop();
  session.match = null;
  settings.set('match', '');
  changed();
}

/** Goes on with the game that was being played at this address, once. */
function resume() {
  const kept = JSON.parse(settings.get('match', '') || 'null');
  hasLooked = true;
  if (kept?.href === location.href && kept.moves) {
    const reached = kept.moves.reduce((node, code) => node?.children.find(one => one.code === code), now().path[0]) ?? now();
    session.match = Object.assign(new Match(kept.terms, reached.path[kept.start] ?? reached), {reached, left: kept.left});
    inTurn(() => session.match?.show());
  }
}
let hasLooked = false;

function clock(millis) {
  const seconds = Math.ceil(millis / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Says who plays, and the time that each has left. */
function tell() {
  const {game, match} = session;
  const time = side => match.minutes > 0 ? ` ${clock(match.left[side])}` : '';
  id('match-players').textContent = `You: ${game.players[match.side]}${time(match.side)}. Granary: ${LEVELS[match.level].name.toLowerCase()}${time(1 - match.side)}.`;
}

let last = performance.now();

/** Takes the time since the last call from the side to move, if the page was seen. */
function pass(wasSeen) {
  const {isMoving, match, tree, trouble} = session;
  const gone = performance.now() - last;
  last += gone;
  if (wasSeen && match?.minutes > 0 && tree?.node.answer && !trouble && !isMoving) {
    match.tick(gone);
    tell();
  }
}

/** Keeps what the clock says: a browser may end a page that nobody sees. */
const keep = () => session.trouble || session.match?.save();

setInterval(() => pass(!document.hidden), TICK);
document.addEventListener('visibilitychange', () => {
  pass(document.hidden); // what it was until now
  keep();
});
addEventListener('pagehide', keep);

function draw() {
  if (!hasLooked && !session.trouble) {
    resume();
  }
  const {database, game, match, trouble} = session;
  const isUnable = !trouble && !isAble(now().position);
  id('play-button').hidden = Boolean(match) || !game?.isDuel;
  id('play-button').disabled = isUnable;
  id('play-note').textContent = trouble || match ? ''
    : !game.isDuel ? 'The computer does not play this game: it has one player.'
      : isUnable ? 'The computer cannot play from here: the database does not hold this position, and no engine runs here.' : '';
  id('match').hidden = !match;
  id('best').hidden = id('setup').hidden = Boolean(match);
  id('best').classList.toggle('primary', !game?.isDuel);
  document.documentElement.classList.toggle('blind', Boolean(match?.isBlind));
  if (trouble || !match) {
    return;
  }
  if (match.database !== database) {
    end();
    return;
  }
  if (now().path[0] !== match.reached.path[0]) {
    match.start = match.reached = now(); // another game is shown, by the browser's history
  }
  if (match.thinking && (match.thinking.node !== match.reached || match.endingAt(match.reached))) {
    match.stop();
  }
  tell();
  match.save();
  id('match-note').textContent = match.note?.node === now() ? match.note.text : '';
  id('take-back').disabled = !match.before() || match.minutes > 0;
  id('hint').disabled = !match.isUsersTurn() || now() !== match.reached || now().answer.isAwaited || !isAble(now().position);
  const isOver = Boolean(match.ending);
  id('take-back').hidden = id('hint').hidden = isOver;
  id('rematch').hidden = !isOver;
  id('review').hidden = !isOver || !database.engine || Boolean(database.engine.obstacle);
  match.reply();
}

/** Whether the computer can play from a position: it is in the database, or there is an engine for those that are not. */
const isAble = ({board}) => (session.database.engine && !session.database.engine.obstacle) || session.database.layers.includes(session.game.layer(board));

async function ask() {
  const {database, game} = session;
  const opening = await game.start(database);
  const fromOpening = id('match-from').firstElementChild;
  fromOpening.disabled = Boolean(opening) && !isAble(opening);
  id('match-from').value = fromOpening.disabled ? 'here' : 'opening';
  id('match-side').replaceChildren(...game.players.map((name, side) => h('option', {value: side}, name)), h('option', {value: 'any'}, 'Either, by chance'));
  id('match-dialog').showModal();
}

id('match-level').replaceChildren(...LEVELS.map(({name}, level) => h('option', {value: level, selected: level === 2}, name)));
id('play-button').addEventListener('click', ask);
id('take-back').addEventListener('click', () => inTurn(() => session.match.show(session.match.before())));
id('hint').addEventListener('click', () => session.match.hint());
id('end-match').addEventListener('click', end);
id('rematch').addEventListener('click', rematch);
id('review').addEventListener('click', () => {
  end();
  id('analyse').click();
});
id('match-dialog').querySelector('form').addEventListener('submit', event => {
  if (event.submitter?.value === 'play') {
    const side = id('match-side').value;
    begin({
      side: side === 'any' ? Math.round(Math.random()) : Number(side),
      level: Number(id('match-level').value),
      isBlind: !id('match-hints').checked,
      minutes: Number(id('match-clock').value),
    }, id('match-from').value === 'opening' ? beginAnew : () => {});
  }
});
events.addEventListener('moving', ({detail}) => {
  if (session.match) {
    session.match.reached = detail;
  }
});
events.addEventListener('changed', draw);
