// The state of the page and the actions that change it: a database, its game, and a tree of moves with a current position.
// After each change, the event `changed` tells the views.

import {addressOf} from './address.js';
import {id} from './dom.js';
import {gameOf} from './games/games.js';
import {Problem} from './problem.js';
import {isGuess} from './results.js';
import {placeOf} from './source.js';
import {Tree} from './tree.js';

export const session = {
  databases: [],
  database: null,
  game: null,
  /** The drawing of the board. */
  board: null,
  tree: null,
  /** Why nothing can be shown, or null: a title, a detail, and possible actions. */
  trouble: null,
  /** The set-up while it is open, or null: its position, and the change that a click makes. */
  editing: null,
  /** The current game against the computer, or null. */
  match: null,
  /** Whether a whole game is being analysed. */
  isJudging: false,
  /** The node whose better move the user looks for, or null. */
  riddle: null,
  /** The advice, or null: a node and a move, which the board marks. */
  advice: null,
  /** Whether seeds are being sown. */
  isMoving: false,
};

export const events = new EventTarget();

/** Has all views draw. If that disables or hides the focused button, the focus moves to the moves. */
export function changed() {
  const {activeElement} = document; // browsers take the focus from a disabled button at any moment after that
  events.dispatchEvent(new Event('changed'));
  if (activeElement?.disabled || activeElement?.closest('[hidden]')) {
    id('moves-panel').focus({preventScroll: true});
  }
}

/** Settings that the browser refuses to keep: they last until the page is left. */
const unkept = new Map();

export const settings = {
  get(name, otherwise) {
    try {
      return unkept.get(name) ?? localStorage.getItem('granary.' + name) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(name, value) {
    try {
      localStorage.setItem('granary.' + name, value);
      unkept.delete(name);
    } catch {
      unkept.set(name, value);
    }
  },
};

/** Whether moves are shown seed by seed. */
export const isAnimated = () => settings.get('animated', matchMedia('(prefers-reduced-motion: reduce)').matches ? 'no' : 'yes') === 'yes';

/** Whether the engine thinks about positions beyond the database: unless it is stopped, or the browser is to spare data. */
export function isThinking() {
  const {engine} = session.database;
  return Boolean(engine && !engine.obstacle) && settings.get('analysis', navigator.connection?.saveData ? 'no' : 'yes') === 'yes';
}

export const now = () => session.tree.node;

/** Whether the scores of the moves are hidden: during a game, or while the user looks for a better move. */
export const isBlind = () => Boolean(session.match?.isBlind) || session.riddle === now();

/** Announces words to users of screen readers. */
export function say(words) {
  id('said').textContent = words;
}

// Actions run one after another. An action that starts while another is running waits for its turn.

/** A wait is shown after this time, in milliseconds: before, it would only flicker. */
const LATE = 120;

let turns = Promise.resolve();
let waiting = 0;

export const isBusy = () => waiting > 0;

export function inTurn(action) {
  waiting++;
  const pressed = document.activeElement?.closest('button');
  const late = setTimeout(() => {
    id('play').setAttribute('aria-busy', 'true');
    pressed?.setAttribute('aria-busy', 'true');
  }, LATE);
  turns = turns.then(action).catch(trouble).finally(() => {
    clearTimeout(late);
    pressed?.removeAttribute('aria-busy');
    if (--waiting === 0) {
      id('play').removeAttribute('aria-busy');
    }
  });
  return turns;
}

/** Shows on the page why something cannot be shown. */
export function trouble(problem) {
  const isExpected = problem instanceof Problem || problem.constructor === Error;
  if (!isExpected) {
    console.error(problem);
  }
  session.trouble = {title: problem.status === 0 ? 'No connection' : 'That cannot be shown', detail: problem.message, isLost: problem.status === 0};
  changed();
}

// Positions

/** The legal moves of a position in the form that trees take: each with its code, its name and the position after the move. */
function legal(position) {
  const {game, database} = session;
  const moves = game.moves(position, database);
  return moves.map(move => ({
    code: game.code(move, moves, position.side),
    name: game.moveName(move, position.side),
    position: game.after(position, move),
  }));
}

/** Adds a move to the tree and returns the node after it; nothing for a move of the position before, which a hand may still meet. */
function step(node, move) {
  const found = legal(node.position).find(one => String(one.position.board) === String(move.board));
  return found && session.tree.add(node, found.code, found.name, found.position);
}

/** Looks a node up, unless its answer is known already or asked for. */
function find(node) {
  if (!node.answer || node.answer.problem) {
    node.asked ??= ask(node).finally(() => {
      node.asked = null;
    });
  }
  return node.asked;
}

async function ask(node) {
  const {database, game} = session;
  const {position} = node;
  const unknown = reason => ({isBeyond: true, moves: game.moves(position, database), ...reason});
  if (!database.layers.includes(game.layer(position.board))) {
    node.answer = unknown();
    return;
  }
  node.answer = unknown({isAwaited: true});
  try {
    const answer = await database.position(position.board);
    node.answer = game.judge?.(position, answer, database, sinceCapture(node)) ?? answer;
    assess(node);
  } catch (problem) {
    if (problem.status === 400) {
      throw problem;
    }
    node.answer = unknown({problem: problem.status === 404 ? null : problem});
  }
}

/** The positions before a node since the last capture. */
const sinceCapture = node => node.path.slice(0, -1).map(one => one.position).filter(({board}) => session.game.layer(board) === session.game.layer(node.position.board));

/** The game to the position of a node, as engines take it. */
export const recordOf = ({path}) => ({board: session.game.toUrl(path[0].position), moves: path.slice(1).map(({code}) => code).join('')});

/** Looks a node up, and throws the problem when its answer cannot be had. */
export async function answered(node) {
  await find(node);
  if (node.answer.problem) {
    throw node.answer.problem;
  }
}

/** Marks a move on the board for as long as its node is shown. */
export function advise(node, move) {
  session.advice = {node, move};
  changed();
}

/** Asks again for what could not be had, once there is a connection. */
export function again() {
  const node = session.tree?.node;
  if (session.trouble || !node) {
    events.dispatchEvent(new Event('again'));
  } else if (node.answer?.problem) {
    inTurn(() => show(node, false));
  }
}

addEventListener('online', again);
/** The interval at which a lost connection is tried, in milliseconds. */
const PAUSE = 3000;
setInterval(() => {
  const {trouble, tree} = session;
  if (!isBusy() && !document.hidden && (trouble?.isLost || tree?.node.answer?.problem?.status === 0)) {
    again();
  }
}, PAUSE);

/** Enters the value of a node into the history of the game, by its answer unless told. */
function assess(node, answer = node.answer) {
  node.value = session.game.value(node.position, answer);
  node.isGuess = isGuess(answer);
}

/** Stores a search's result as the answer for a node. */
export function learn(node, found) {
  node.answer = {...found, isBeyond: true};
  assess(node);
  if (node === session.tree?.node) {
    changed();
  }
}

/** Shows a position of the tree: with its answer, or without it when that takes long, so that one can play on meanwhile. */
async function show(node, isNew) {
  const {tree} = session;
  const asked = Promise.resolve(find(node));
  const draw = () => {
    if (session.tree === tree && tree.node === node) {
      session.trouble = null;
      changed();
    }
  };
  tree.show(node);
  remember(isNew);
  await Promise.race([asked, new Promise(done => setTimeout(done, LATE))]);
  draw();
  if (node.asked) {
    asked.then(draw).catch(problem => session.tree === tree && tree.node === node && trouble(problem));
  }
}

// The browser's own history: each entry leads to a node in memory, until the page is reloaded.

const load = crypto.randomUUID?.() ?? String(Math.random());
const entries = [];

function remember(isNew) {
  const {database, game, tree} = session;
  entries.push({database, tree, node: tree.node});
  try {
    history[isNew ? 'pushState' : 'replaceState']({load, at: entries.length - 1}, '', addressOf(database, game, tree));
  } catch (problem) {
    // Some browsers refuse more than 100 entries in half a minute. The address then waits for the next move.
    if (problem.name !== 'SecurityError') {
      throw problem;
    }
  }
}

/** Shows the node of an entry of the browser's history. Returns whether the node is still in memory. */
export function recall(state) {
  const entry = state?.load === load && entries[state.at];
  if (entry) {
    inTurn(() => {
      choose(entry.database);
      session.tree = entry.tree;
      return show(entry.tree.standing(entry.node), false);
    });
  }
  return Boolean(entry);
}

// Actions of the user

/** Shows a database. */
export function choose(database) {
  if (database === session.database) {
    return;
  }
  const game = gameOf(database);
  if (!game) {
    throw new Error(`There is no board for the game ${database.game}; the API knows it.`);
  }
  session.database = database;
  session.game = game;
  session.tree = null;
  session.board = game.board();
  document.documentElement.dataset.game = game.id;
}

/** Shows a tree of moves, and asks for the value of each position of its game. */
export async function begin(tree, isNew = true) {
  session.editing = null;
  session.tree = tree;
  await show(tree.node, isNew);
  if (tree.root.children.length > 0) {
    assessAll(tree.trail);
  }
}

async function assessAll(nodes) {
  const {database, game} = session;
  const held = nodes.filter(node => node.value === null && database.layers.includes(game.layer(node.position.board)));
  const answers = await database.positions(held.map(node => node.position.board)).catch(() => []);
  answers.forEach((answer, i) => {
    if (answer.score !== undefined) {
      assess(held[i], game.judge?.(held[i].position, answer, database) ?? answer);
    }
  });
  if (session.tree?.trail.includes(nodes[0]) && session.tree.node.answer) {
    changed();
  }
}

export const beginAt = (position, isNew = true) => begin(new Tree(position), isNew);

/** Makes a tree from a position and the moves from there. */
export function grown(position, moves) {
  const tree = new Tree(position);
  tree.read(moves, legal);
  return tree;
}

/** Shows the opening, a board to play on; of a game without one, an example of a kind that is preferred. */
export async function beginAnew(isNew = true, kind = 'random') {
  const {database, game} = session;
  const start = await game.start(database);
  return beginAt(start ?? await found(database.examples.includes(kind) ? kind : 'random'), isNew);
}

/** Shows another database: the position of the board if it is one of its game, otherwise what it begins with. */
export function changeTo(database) {
  return inTurn(() => {
    const {game, tree} = session;
    const text = tree && game.toUrl(tree.node.position);
    choose(database);
    id('database').value = database.name;
    let position = null;
    try {
      position = text && session.game === game ? game.fromUrl(text, database) : null;
    } catch {
      // The board has other pits, or more seeds than the other database knows.
    }
    history.pushState(null, '', placeOf(database.name));
    return position ? beginAt(position, false) : beginAnew(false, 'longest');
  });
}

/** Asks for an example of a given kind. */
export async function found(kind, value, layer = session.database.layers.at(-1)) {
  const {board} = await session.database.example(layer, kind, value);
  return {board, side: 0, taken: [0, 0]};
}

/** Goes to a position of the tree. */
export function go(node) {
  if (node && session.tree && !session.editing && node !== now()) {
    return show(node, false);
  }
}

/** Goes forward and back in the line that is shown. */
export const goTo = index => go(session.tree?.trail.at(index));
export const goBy = steps => session.tree && go(session.tree.trail[session.tree.node.path.length - 1 + steps]);

/** Plays a move in the current position if it is the user's turn. */
export async function play(move) {
  if (session.tree && !session.editing && (!session.match || session.match.isUsersTurn())) {
    await make(move);
  }
}

/** Plays a move in the current position. */
export async function make(move) {
  const {board, game} = session;
  const node = now();
  const child = step(node, move);
  if (!child) {
    return;
  }
  find(child)?.catch(() => {});
  session.isMoving = true;
  events.dispatchEvent(new CustomEvent('moving', {detail: child}));
  try {
    if (isAnimated() && waiting < 2) {
      await board.animate(node.position, move);
    }
  } finally {
    session.isMoving = false;
  }
  await show(child, true);
  const note = game.moveNote(move);
  say(`${child.name}${note ? ', ' + note : ''}. ${id('verdict').textContent}`);
}

export async function playBest() {
  await session.tree?.node.asked?.catch(() => {}); // what is wrong is said where the position is shown
  const best = session.tree && !session.match && now().answer.moves[0];
  if (best?.score !== undefined) {
    return play(best);
  }
  if (best) {
    say('The best move is not known here; search first.');
  }
}

/** Plays several moves from the current position at once. */
export function playLine(moves) {
  let node = now();
  for (const move of moves) {
    node = step(node, move);
  }
  assessAll(node.path);
  return show(node, true);
}

/** Runs an action that changes the tree and is not a move. */
export function change(action) {
  action(session.tree);
  return show(now(), false);
}
