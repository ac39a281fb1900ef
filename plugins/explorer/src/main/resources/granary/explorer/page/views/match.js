// A game against the computer: choosing a side and a strength, its replies, taking back, and how it ends.

import {h, id} from '../dom.js';
import {beginAnew, changed, events, go, inTurn, make, now, session, settings} from '../session.js';
import {choose, LEVELS} from '../strength.js';

/** The time to wait before asking a busy server again, in milliseconds. */
const PAUSE = 1000;

class Match {
  /** @param start the node where the game begins; the computer moves there even if the tree holds moves from there */
  constructor(side, level, isBlind, start) {
    this.side = side;
    this.level = level;
    this.isBlind = isBlind;
    this.start = start;
    this.database = session.database;
    /** The node for which the computer is choosing a move, or null. */
    this.thinking = null;
  }

  get ending() {
    return session.game.ending(now().path.map(node => node.position), session.database);
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
    return this.isUsersTurn()
      ? {mark: 'none', badge: '●', title: 'Your move', detail: `You are ${game.players[this.side].toLowerCase()}.`}
      : {mark: 'none', badge: '…', title: 'Granary is thinking', detail: ''};
  }

  /** Whether the computer is to move at a node: it is its turn, and the user has not gone back to look. */
  isToMove(node) {
    const isNew = node.children.length === 0 || node === this.start;
    return session.match === this && now() === node && isNew && node.position.side !== this.side && !this.ending;
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

function begin(side, level, isBlind, isFromOpening) {
  session.match = new Match(side, level, isBlind, now());
  settings.set('turned', side === 1 ? 'yes' : 'no');
  inTurn(() => isFromOpening ? beginAnew() : changed());
}

function end() {
  session.match = null;
  changed();
}

/** The last node at which it was the user's turn. */
function before() {
  const {side} = session.match;
  return now().path.slice(0, -1).findLast(node => node.position.side === side);
}

function draw() {
  const {database, game, match, trouble} = session;
  id('play-button').hidden = Boolean(match) || !game?.isDuel || (!trouble && !isAble(now().position));
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
  id('match-players').textContent = `You: ${game.players[match.side]}. Granary: ${LEVELS[match.level].name.toLowerCase()}.`;
  id('take-back').disabled = !before();
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
id('match-dialog').querySelector('form').addEventListener('submit', event => {
  if (event.submitter?.value === 'play') {
    const side = id('match-side').value;
    begin(side === 'any' ? Math.round(Math.random()) : Number(side), Number(id('match-level').value), !id('match-hints').checked, id('match-from').value === 'opening');
  }
});
events.addEventListener('changed', draw);
