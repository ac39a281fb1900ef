// A game against the computer: choosing a side, a strength and a clock, its replies, taking back, and how it ends. It outlives the
// page: whoever leaves and comes back finds it as it was.

import {h, id} from '../dom.js';
import {beginAnew, beginAt, changed, events, go, inTurn, make, now, session, settings} from '../session.js';
import {choose, LEVELS} from '../strength.js';

/** The time to wait before asking a busy server again, in milliseconds. */
const PAUSE = 1000;

const MINUTE = 60_000;
/** How often the clock goes on, in milliseconds. */
const TICK = 200;

class Match {
  /**
   * @param terms the user's side, the level, whether scores are hidden, and the minutes of the clock, 0 for none
   * @param start the node where the game begins; the computer moves there even if the tree holds moves from there
   */
  constructor(terms, start) {
    this.terms = terms;
    Object.assign(this, terms);
    this.start = start;
    this.database = session.database;
    /** The milliseconds that each side has left. */
    this.left = [terms.minutes * MINUTE, terms.minutes * MINUTE];
    /** The node for which the computer is choosing a move, or null. */
    this.thinking = null;
  }

  get ending() {
    const {game, database} = session;
    const loser = this.minutes > 0 ? this.left.findIndex(millis => millis <= 0) : -1;
    return loser >= 0
      ? {winner: 1 - loser, why: `${game.players[loser]} has no time left`}
      : game.ending(now().path.map(node => node.position), database);
  }

  /** Takes the time that has gone by from the side to move. */
  tick(millis) {
    if (this.minutes > 0 && now() !== this.start && !this.ending) {
      const {side} = now().position;
      this.left[side] = Math.max(0, this.left[side] - millis);
      if (this.left[side] === 0) {
        changed();
      }
    }
  }

  /** What a page that is opened at the same address needs to go on. */
  save() {
    const {href} = location;
    settings.set('match', JSON.stringify({href, terms: this.terms, left: this.left, start: this.start.path.length - 1}));
  }

  isUsersTurn() {
    return now().position.side === this.side && !this.ending;
  }

  /** The headline in place of the score; null when scores are visible and the game is not over. */
  verdict() {
    const {game} = session;
    const {ending} = this;
    if (ending) {
      const has = ending.has && `${ending.has[this.side]} to ${ending.has[1 - this.side]}`;
      const ahead = ending.has ? ending.has[this.side] - ending.has[1 - this.side] : ending.winner === this.side ? 1 : -1;
      const result = ahead > 0 ? 'You have won' : ahead < 0 ? 'You have lost' : 'A draw';
      return {mark: ahead > 0 ? 'win' : ahead < 0 ? 'loss' : 'draw', badge: ahead > 0 ? '▲' : ahead < 0 ? '▼' : '=', title: has ? `${result}, ${has}` : result, detail: ending.why + '.'};
    }
    if (!this.isBlind) {
      return null;
    }
    if (session.isMoving) {
      return {mark: 'none', badge: '…', title: `${game.players[now().position.side]} ${game.setsUpPits ? 'sows' : 'moves'}`, detail: ''};
    }
    return this.isUsersTurn()
      ? {mark: 'none', badge: '●', title: 'Your move', detail: `You are ${game.players[this.side].toLowerCase()}.`}
      : {mark: 'none', badge: '…', title: 'Granary is thinking', detail: ''};
  }

  /** Whether the computer is to move at a node: it is its turn, and the user has not gone back to look. */
  isToMove(node) {
    const isNew = node.children.length === 0 || node === this.start;
    return session.match === this && now() === node && !node.answer.isAwaited && isNew && node.position.side !== this.side && !this.ending;
  }

  async reply() {
    const node = now();
    if (this.thinking === node || !this.isToMove(node)) {
      return;
    }
    this.thinking = node;
    id('match-note').textContent = '';
    let move = null;
    while (!move && this.isToMove(node)) {
      try {
        move = await this.choice(node);
      } catch (problem) {
        id('match-note').textContent = problem.message;
        await new Promise(done => setTimeout(done, PAUSE));
      }
    }
    this.thinking = null;
    if (move) {
      inTurn(() => this.isToMove(node) && make(move));
    }
  }

  async choice({answer}) {
    const {database, game, tree} = session;
    const {limits, slack} = LEVELS[this.level];
    let {moves} = answer;
    if (answer.isBeyond && database.engine) {
      ({moves} = await database.engine.best({board: game.toUrl(tree.root.position), moves: tree.played}, limits));
    }
    return moves[0].score === undefined
      ? moves[Math.floor(Math.random() * moves.length)]
      : choose(moves, game.loss, slack, Math.random());
  }
}

/** Begins a game where an action leads. */
function begin(terms, lead) {
  settings.set('turned', terms.side === 1 ? 'yes' : 'no');
  const match = new Match(terms, now());
  session.match = match;
  inTurn(async () => {
    await lead();
    match.start = now();
    changed();
  });
}

/** Another game from where this one began, with sides exchanged. */
function rematch() {
  const {start, terms} = session.match;
  begin({...terms, side: 1 - terms.side}, () => beginAt(start.position));
}

function end() {
  session.match = null;
  settings.set('match', '');
  changed();
}

/** Goes on with the game that was being played at this address, once. */
function resume() {
  const kept = JSON.parse(settings.get('match', '') || 'null');
  hasLooked = true;
  if (kept?.href === location.href) {
    session.match = Object.assign(new Match(kept.terms, now().path[kept.start] ?? now()), {left: kept.left});
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

setInterval(() => {
  const {match, tree, trouble} = session;
  if (match?.minutes > 0 && tree?.node.answer && !trouble) {
    match.tick(TICK);
    tell();
  }
}, TICK);

/** The last node at which it was the user's turn. */
function before() {
  const {side} = session.match;
  return now().path.slice(0, -1).findLast(node => node.position.side === side);
}

function draw() {
  if (!hasLooked && !session.trouble) {
    resume();
  }
  const {database, game, match, trouble} = session;
  const isUnable = !trouble && !isAble(now().position);
  id('play-button').hidden = Boolean(match) || !game?.isDuel;
  id('play-button').disabled = isUnable;
  id('play-button').title = isUnable ? 'There is no engine here, and the database does not hold this position' : 'Play against the computer';
  id('match').hidden = !match;
  id('best').hidden = id('setup').hidden = Boolean(match);
  document.documentElement.classList.toggle('blind', Boolean(match?.isBlind));
  if (trouble || !match) {
    return;
  }
  if (match.database !== database) {
    end();
    return;
  }
  tell();
  match.save();
  id('take-back').disabled = !before() || Boolean(match.minutes);
  id('rematch').hidden = !match.ending;
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
id('take-back').addEventListener('click', () => inTurn(() => go(before())));
id('end-match').addEventListener('click', end);
id('rematch').addEventListener('click', rematch);
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
events.addEventListener('changed', draw);
