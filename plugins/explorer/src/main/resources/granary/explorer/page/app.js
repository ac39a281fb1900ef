// The explorer: which position is shown, how it came about, and what is said of it.

import {Database, databases, Problem} from './api.js';
import {drawHistogram, drawHistory, nothing} from './charts.js';
import {count, h, id, plural, signed} from './dom.js';
import {gameOf} from './games.js';
import {mark} from './results.js';

const EXAMPLES = {
  random: ['Random', 'any position'],
  longest: ['Longest', 'the longest distance of the layer'],
  zugzwang: ['Zugzwang', 'either side would rather not move'],
  'only-move': ['Only move', 'one move keeps the result, the others do not'],
};

const state = {
  databases: [],
  database: null,
  game: null,
  board: null,
  /** The positions of the game as it went: position, name of the move that led there, value, isGuess. */
  trail: [],
  at: 0,
  /** What the server says of the present position. */
  answer: null,
  isBusy: false,
  editing: null,
  /** Layer shown for examples. */
  layer: null,
};

/** Grows with each position shown, so that late answers to earlier ones are dropped. */
let moment = 0;

const settings = {
  get: (name, otherwise) => localStorage.getItem('granary.' + name) ?? otherwise,
  set: (name, value) => localStorage.setItem('granary.' + name, value),
};

const now = () => state.trail[state.at];

function addressOf(position) {
  return `/explore/${state.database.name}/${state.game.toUrl(position)}`;
}

function remember(isNew) {
  const address = addressOf(now().position);
  const entry = {trail: state.trail, at: state.at, database: state.database.name, address};
  history[isNew ? 'pushState' : 'replaceState'](entry, '', address);
}

function say(words) {
  id('said').textContent = words;
}

// Positions

async function ask(position) {
  const {database, game} = state;
  if (database.layers.includes(game.layer(position.board))) {
    try {
      return await database.position(position.board);
    } catch (problem) {
      if (problem.status !== 404) {
        throw problem;
      }
    }
  }
  return {...await database.moves(position.board), isBeyond: true};
}

async function show({isNew = false, answer = null} = {}) {
  const mine = ++moment;
  remember(isNew);
  try {
    const found = answer ?? await ask(now().position);
    if (mine === moment) {
      state.answer = found;
      value();
      render();
    }
  } catch (problem) {
    if (mine === moment) {
      fail(problem);
    }
  }
}

/** Enters what the answer says into the game's history. */
function value() {
  const {answer, game} = state;
  if (answer.score !== undefined) {
    now().value = game.value(now().position, answer.score);
    now().isGuess = Boolean(answer.isBeyond && !answer.exact);
  }
}

function fail(problem) {
  state.answer = {moves: [], isBeyond: true, isFailed: true};
  id('verdict').textContent = problem instanceof Problem && problem.status === 0 ? 'The server does not answer' : 'That cannot be shown';
  id('detail').textContent = problem.message;
  id('badge').className = 'badge';
  id('badge').textContent = '!';
  say(problem.message);
  for (const name of ['moves', 'line', 'layer', 'history']) {
    id(name).replaceChildren();
  }
}

const entry = (position, name = '') => ({position, name, value: null, isGuess: false});

function begin(position, isNew = true) {
  state.trail = [entry(position)];
  state.at = 0;
  return show({isNew});
}

function go(at) {
  if (at >= 0 && at < state.trail.length && at !== state.at && !state.editing) {
    state.at = at;
    show();
  }
}

async function play(move) {
  if (state.isBusy || state.editing) {
    return;
  }
  state.isBusy = true;
  const before = now().position;
  const after = state.game.after(before, move);
  const name = state.game.moveName(move, before.side);
  try {
    const asked = ask(after);
    asked.catch(() => {});
    if (id('animated').checked) {
      await state.board.animate(before, move);
    }
    state.trail = [...state.trail.slice(0, state.at + 1), entry(after, name)];
    state.at++;
    await show({isNew: true, answer: await asked});
    const note = state.game.moveNote(move);
    say(`${name}${note ? ', ' + note : ''}. ${id('verdict').textContent}`);
  } catch (problem) {
    fail(problem);
  } finally {
    state.isBusy = false;
  }
}

function playBest() {
  const best = state.answer?.moves[0];
  if (best && best.score !== undefined) {
    play(best);
  } else if (best) {
    say('The best move is not known here; search first.');
  }
}

/** Plays a line to its end, without stopping on the way. */
function playLine(moves) {
  let position = now().position;
  const entries = [];
  moves.forEach((move, i) => {
    const after = state.game.after(position, move);
    const next = entry(after, state.game.moveName(move, position.side));
    if (i + 1 < moves.length) {
      next.value = state.game.value(after, moves[i + 1].score);
    }
    entries.push(next);
    position = after;
  });
  state.trail = [...state.trail.slice(0, state.at + 1), ...entries];
  state.at += entries.length;
  show({isNew: true});
}

async function example(kind, score) {
  try {
    const found = await state.database.example(state.layer, kind, score);
    await begin({board: found.board, side: 0, taken: [0, 0]});
    say(`${EXAMPLES[kind]?.[0] ?? 'Example'}. ${id('verdict').textContent}`);
  } catch (problem) {
    say(problem.message);
    id('example-note').textContent = problem.message;
  }
}

// What is seen

function render() {
  const {game} = state;
  renderBoard();
  renderVerdict();
  renderMoves();
  renderHistory();
  renderLine();
  renderExamples();
  renderLayer();
  id('first').disabled = id('back').disabled = state.at === 0;
  id('last').disabled = id('forward').disabled = state.at === state.trail.length - 1;
  id('turn').hidden = id('animated').parentElement.hidden = !game.setsUpPits;
  id('best').disabled = state.answer.moves[0]?.score === undefined;
  document.title = `${id('verdict').textContent} · Granary explorer`;
}

function renderBoard() {
  const {editing} = state;
  state.board.draw({
    position: editing ? editing.current() : now().position,
    database: state.database,
    moves: editing ? [] : state.answer.moves,
    isTurned: settings.get('turned', 'no') === 'yes',
    hasHints: id('hints').checked,
    edit: editing?.edit,
    play,
    redraw: renderBoard,
  });
}

function renderVerdict() {
  const {answer, database, game} = state;
  const badge = id('badge');
  if (answer.isBeyond && answer.score === undefined) {
    const layer = game.layer(now().position.board);
    badge.className = 'badge';
    badge.textContent = '?';
    const mover = game.id === 'awari' ? `${game.players[now().position.side]} to move: ` : '';
    id('verdict').textContent = `${mover}not in the database`;
    id('detail').textContent = `This position has ${count(layer)} ${database.unit}; ${database.name} holds ${held(database)}.`;
    return;
  }
  const result = mark(answer);
  badge.className = 'badge ' + result.name;
  badge.textContent = answer.isBeyond ? `≈${signed(answer.score)}` : game.id === 'chexers' ? `${result.sign}` : `${result.sign}${signed(answer.score)}`;
  if (answer.isBeyond) {
    id('verdict').textContent = `${game.players[now().position.side]} to move: ${answer.exact ? '' : 'about '}${signed(answer.score)}`;
    id('detail').textContent = `Not in the database; searched ${plural(answer.depth, 'move')} ahead, ${count(answer.nodes)} positions`
      + (answer.exact ? ', and the score is certain.' : '; the score is a guess.');
    return;
  }
  const {title, detail} = game.verdict(now().position, answer, database);
  id('verdict').textContent = title;
  id('detail').textContent = detail;
}

function held(database) {
  const {layers, unit} = database;
  return layers.length === 0 ? 'none' : `${layers[0]} to ${layers.at(-1)} ${unit}`;
}

function renderMoves() {
  const {answer, database, game} = state;
  const children = [];
  if (answer.isBeyond && database.search && answer.moves.length > 0) {
    const note = h('p', {class: 'note', id: 'search-note'}, answer.score === undefined
      ? 'An engine can search from here; it looks positions up where the database begins.'
      : `The scores come from a search of depth ${answer.depth}.`);
    children.push(note, h('div', {class: 'row'}, [1, 4].map(seconds =>
      h('button', {type: 'button', class: seconds === 1 ? 'primary' : null, id: 'search-' + seconds, onclick: event => search(seconds, event.target)},
        `Search ${plural(seconds, 'second')}`))));
  }
  if (answer.moves.length === 0) {
    children.push(nothing('There is no legal move.'));
  }
  let group = null;
  let list = null;
  answer.moves.forEach(move => {
    const result = move.score === undefined ? null : mark(move);
    const heading = result ? result.group : 'Legal moves';
    if (heading !== group) {
      group = heading;
      list = h('ol', {class: 'moves'});
      children.push(h('h4', {class: result?.name ?? 'guess'}, result ? h('span', {'aria-hidden': 'true'}, result.sign + ' ') : null, heading), list);
    }
    list.append(h('li', {}, moveButton(move, result)));
  });
  id('moves').replaceChildren(...children);
}

function moveButton(move, result) {
  const {answer, game} = state;
  const note = game.moveNote(move);
  const number = game.note?.(move, answer.moves);
  const isPuzzle = game.id === 'chexers';
  return h('button', {type: 'button', class: 'move ' + (result?.name ?? ''), 'data-move': game.moveName(move, now().position.side), onclick: () => play(move)},
    number ? h('kbd', {'aria-hidden': 'true'}, number) : null,
    h('span', {class: 'name'}, game.moveName(move, now().position.side)),
    h('span', {class: 'what'}, note),
    move.distance > 0 ? h('span', {class: 'distance', title: 'plies to the next capture'}, `${move.distance} ${move.distance === 1 ? 'ply' : 'plies'}`) : null,
    result ? h('span', {class: 'score'}, isPuzzle ? (move.score < 0 ? result.word : plural(move.score, 'action')) : signed(move.score)) : null);
}

async function search(seconds, button) {
  const mine = moment;
  const note = id('search-note');
  button.disabled = true;
  note.textContent = `Searching for ${plural(seconds, 'second')} …`;
  try {
    const found = await state.database.searchFrom(now().position.board, seconds * 1000);
    if (mine === moment) {
      state.answer = {...found, isBeyond: true};
      value();
      render();
      say(id('verdict').textContent + '. ' + id('detail').textContent);
    }
  } catch (problem) {
    note.textContent = problem.message;
    button.disabled = false;
  }
}

function renderHistory() {
  const {game} = state;
  drawHistory(id('history'), {
    points: state.trail,
    at: state.at,
    axis: game.axis,
    note: found => game.valueNote(found),
    pick: go,
  });
}

async function renderLine() {
  const {answer, database, game} = state;
  const mine = moment;
  const panel = id('line-panel');
  panel.hidden = Boolean(answer.isBeyond) || answer.moves.length === 0;
  if (panel.hidden) {
    return;
  }
  try {
    const line = await database.line(now().position.board);
    if (mine !== moment) {
      return;
    }
    let {side} = now().position;
    const shown = line.moves.slice(0, 60).map((move, i) => {
      const name = game.moveName(move, side);
      const taken = move.captured ? h('small', {}, ` ×${move.captured}`) : null;
      const button = h('button', {type: 'button', title: `Play ${plural(i + 1, 'move')}`, onclick: () => playLine(line.moves.slice(0, i + 1))}, name, taken);
      side = 1 - side;
      return h('li', {}, button);
    });
    const rest = line.moves.length - shown.length;
    const end = line.end === 'repetition' ? 'then it repeats: nothing more is captured' : 'then the game is over';
    id('line').replaceChildren(
      h('ol', {class: 'line'}, shown),
      nothing(`${plural(line.moves.length, 'move')}${rest > 0 ? `, ${rest} of them not shown` : ''}; ${end}.`));
  } catch (problem) {
    if (mine === moment) {
      id('line').replaceChildren(nothing(problem.message));
    }
  }
}

function renderExamples() {
  const {database, game} = state;
  const container = id('examples');
  if (container.dataset.of === database.name) {
    return;
  }
  container.dataset.of = database.name;
  state.layer = database.layers.at(-1);
  const layers = h('select', {id: 'example-layer', onchange: event => {
    state.layer = Number(event.target.value);
  }}, [...database.layers].reverse().map(layer => h('option', {value: layer}, `${layer} ${database.unit}`)));
  const buttons = Object.entries(EXAMPLES)
    .filter(([kind]) => database.examples.includes(kind))
    .map(([kind, [label, meaning]]) => h('button', {type: 'button', 'data-kind': kind, title: meaning, onclick: () => example(kind)}, label));
  const score = h('input', {type: 'number', id: 'example-score', value: 0, 'aria-label': 'Score of the position to look for'});
  container.replaceChildren(
    h('div', {class: 'row'},
      h('label', {for: 'example-layer'}, 'With ', layers),
      ...buttons,
      h('span', {class: 'joined'}, h('button', {type: 'button', 'data-kind': 'score', onclick: () => example('score', Number(score.value) || 0)}, 'Score'), score),
      h('button', {type: 'button', id: 'opening', onclick: async () => begin(await game.start(database))}, 'Opening')),
    h('p', {class: 'note', id: 'example-note', role: 'status'}));
}

async function renderLayer() {
  const {answer, database, game} = state;
  const mine = moment;
  const layer = game.layer(now().position.board);
  id('layer-panel').hidden = Boolean(answer.isBeyond);
  if (answer.isBeyond) {
    return;
  }
  try {
    const statistics = await database.statistics(layer);
    if (mine !== moment) {
      return;
    }
    id('layer-title').textContent = `${statistics.positions === 1 ? 'The only position' : `All ${count(statistics.positions)} positions`} with ${count(layer)} ${database.unit}`;
    const scores = id('layer').querySelector('.scores') ?? h('div', {class: 'scores chart'});
    const distances = id('layer').querySelector('.distances') ?? h('div', {class: 'distances chart'});
    id('layer').replaceChildren(scores, ...(statistics.distances ? [distances] : []));
    id('layer').classList.toggle('two', Boolean(statistics.distances));
    drawHistogram(scores, {
      pairs: statistics.scores.map(one => [one.score, one.positions]),
      at: answer.score,
      title: game.id === 'awari' ? 'Score for the mover' : game.id === 'chexers' ? 'Actions to the goal (−1: no way out)' : 'Moves to a win (+) or a loss (−)',
      format: game.id === 'chexers' ? String : signed,
    });
    if (statistics.distances) {
      drawHistogram(distances, {
        pairs: statistics.distances.map(one => [one.distance, one.positions]),
        at: answer.distance,
        title: 'Plies to the next capture (logarithmic)',
        isLog: true,
      });
    }
  } catch (problem) {
    if (mine === moment) {
      id('layer').replaceChildren(nothing(problem.message));
    }
  }
}

// Set-up

function openEditor() {
  const {database, game} = state;
  const form = id('editor');
  const text = h('input', {type: 'text', id: 'editor-text', autocomplete: 'off', spellcheck: 'false', value: game.toUrl(now().position)});
  const complaint = h('p', {class: 'complaint', role: 'alert'});
  let chosen = now().position;
  const pits = game.setsUpPits
    ? game.editor(database, now().position, position => {
      chosen = position;
      text.value = game.toUrl(position);
      complaint.textContent = '';
      renderBoard();
    })
    : {element: h('p', {class: 'note'}, game.hint), current: () => now().position, edit: null, begin() {}};
  state.editing = {current: pits.current, edit: pits.edit};
  // While typing, not on leaving the field: then the button would move away under the click.
  text.addEventListener('input', () => {
    complaint.textContent = '';
  });
  form.replaceChildren(
    pits.element,
    h('div', {class: 'row'},
      h('label', {class: 'grow', for: 'editor-text'}, 'Or as text ', text)),
    complaint,
    h('div', {class: 'row'},
      h('button', {type: 'submit', class: 'primary', id: 'editor-done'}, 'Show this position'),
      h('button', {type: 'button', id: 'editor-cancel', onclick: closeEditor}, 'Cancel')));
  form.onsubmit = event => {
    event.preventDefault();
    try {
      const typed = game.fromUrl(text.value, database);
      closeEditor();
      begin(text.value === game.toUrl(chosen) ? chosen : typed);
    } catch (problem) {
      complaint.textContent = problem.message;
    }
  };
  form.hidden = false;
  id('setup').setAttribute('aria-expanded', 'true');
  pits.begin();
  renderBoard();
  form.querySelector('input')?.focus();
}

function closeEditor() {
  state.editing = null;
  id('editor').hidden = true;
  id('setup').setAttribute('aria-expanded', 'false');
  id('setup').focus();
  renderBoard();
}

// Controls

async function share() {
  const address = new URL(addressOf(now().position), location.href).href;
  try {
    await navigator.clipboard.writeText(address);
    say('The address is copied.');
    id('share').textContent = 'Copied';
  } catch {
    window.prompt('The address of this position:', address);
  }
  setTimeout(() => {
    id('share').textContent = 'Share';
  }, 1500);
}

function turn() {
  if (!state.game.setsUpPits) {
    return;
  }
  settings.set('turned', settings.get('turned', 'no') === 'yes' ? 'no' : 'yes');
  renderBoard();
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  id('theme').textContent = {auto: 'Theme: auto', dark: 'Theme: dark', light: 'Theme: light'}[name];
  settings.set('theme', name);
}

const KEYS = {
  ArrowLeft: () => go(state.at - 1),
  ArrowRight: () => go(state.at + 1),
  Home: () => go(0),
  End: () => go(state.trail.length - 1),
  ' ': playBest,
  t: turn,
  s: () => state.editing ? closeEditor() : openEditor(),
  r: () => example('random'),
  y: share,
  '?': () => id('help').showModal(),
};

function onKey(event) {
  const isTyping = event.target.closest?.('input:not([type=checkbox]), select, textarea, dialog[open]');
  const isPressing = event.key === ' ' && event.target.closest?.('button, a, input');
  if (event.key === 'Escape' && state.editing) {
    closeEditor();
    return;
  }
  if (isTyping || isPressing || event.ctrlKey || event.metaKey || event.altKey || !state.answer) {
    return;
  }
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = KEYS[key];
  const move = state.editing ? null : state.game.ofKey(event.key, state.answer.moves);
  if (move) {
    event.preventDefault();
    play(move);
  } else if (action && (!state.editing || key === 's' || key === 't')) {
    event.preventDefault();
    action();
  }
}

async function open(database, position) {
  state.database = database;
  state.game = gameOf(database);
  id('database').value = database.name;
  if (!state.game) {
    throw new Problem(0, {detail: `There is no board for the game ${database.game}; the API knows it.`});
  }
  state.board = state.game.board();
  id('board').replaceChildren(state.board.element);
  document.documentElement.dataset.game = state.game.id;
  await begin(position ?? await firstOf(database), false);
}

/** What is shown to whoever asked for nothing: the opening when it is held, otherwise something to look at. */
async function firstOf(database) {
  const start = await state.game.start(database);
  if (database.layers.includes(state.game.layer(start.board)) || database.layers.length === 0) {
    return start;
  }
  const kind = database.examples.includes('longest') ? 'longest' : 'random';
  const found = await database.example(database.layers.at(-1), kind);
  return {board: found.board, side: 0, taken: [0, 0]};
}

async function openAddress() {
  const [, place, name, text] = location.pathname.split('/');
  const isNamed = place === 'explore' && name;
  const database = isNamed ? state.databases.find(one => one.name === name) : state.databases[0];
  if (!database) {
    throw new Problem(404, {detail: isNamed ? `There is no database ${name} here.` : 'No database is served.'});
  }
  state.game = gameOf(database);
  await open(database, text ? state.game.fromUrl(decodeURIComponent(text), database) : null);
}

function restore(event) {
  const kept = event.state;
  const database = state.databases.find(one => one.name === kept?.database);
  if (!database) {
    openAddress().catch(fail);
    return;
  }
  if (state.editing) {
    closeEditor();
  }
  if (database !== state.database) {
    state.database = database;
    state.game = gameOf(database);
    state.board = state.game.board();
    id('board').replaceChildren(state.board.element);
    id('database').value = database.name;
    document.documentElement.dataset.game = state.game.id;
  }
  state.trail = kept.trail;
  state.at = kept.at;
  show();
}

function wire() {
  const actions = {
    first: () => go(0),
    back: () => go(state.at - 1),
    forward: () => go(state.at + 1),
    last: () => go(state.trail.length - 1),
    best: playBest,
    turn,
    setup: () => state.editing ? closeEditor() : openEditor(),
    share,
    'help-button': () => id('help').showModal(),
    theme: () => theme({auto: 'dark', dark: 'light', light: 'auto'}[settings.get('theme', 'auto')]),
  };
  for (const [name, action] of Object.entries(actions)) {
    id(name).addEventListener('click', action);
  }
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (const [name, otherwise] of [['hints', 'yes'], ['animated', isCalm ? 'no' : 'yes']]) {
    id(name).checked = settings.get(name, otherwise) === 'yes';
    id(name).addEventListener('change', () => {
      settings.set(name, id(name).checked ? 'yes' : 'no');
      renderBoard();
    });
  }
  id('database').addEventListener('change', event => {
    open(state.databases.find(one => one.name === event.target.value)).then(() => remember(false)).catch(fail);
  });
  document.addEventListener('keydown', onKey);
  addEventListener('popstate', restore);
}

async function start() {
  theme(settings.get('theme', 'auto'));
  wire();
  try {
    state.databases = (await databases()).map(one => new Database(one));
    id('database').replaceChildren(...state.databases.map(one =>
      h('option', {value: one.name}, `${one.name}: ${one.game}${one.parameters.rules ? ', ' + one.parameters.rules : ''}, ${held(one)}`)));
    if (history.state?.trail && location.pathname === history.state.address) {
      restore({state: history.state});
    } else {
      await openAddress();
    }
  } catch (problem) {
    fail(problem);
  }
}

start();
