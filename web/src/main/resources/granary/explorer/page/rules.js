// The page of rules: shows the game in the address, with boards to play on.

import {h, signed} from './dom.js';
import {GAMES} from './games/games.js';
import {isAnimated} from './session.js';

/** The rule sets of the games that have several. */
const RULES = {awari: ['olympiad', 'strict', 'abapa'], chain: ['direct', 'inverse']};

/** The board of a figure. Moves follow the first rule set of its game; the legal moves are listed for each. */
function figure(element) {
  const {board: text, game: name, parameters = '{}'} = element.dataset;
  const game = GAMES[name];
  const variants = (RULES[name] ?? ['']).map(one => ({
    rules: one, layers: [], topLayer: 52, parameters: {pits: '6', rules: one, ...JSON.parse(parameters)},
  }));
  const [database] = variants;
  const start = game.fromUrl(text, database);
  const board = game.board();
  const said = h('p', {class: 'note', role: 'status'});
  const back = h('button', {type: 'button', hidden: true, onclick: () => show(start, '')}, 'Back');

  /** Counts what is shown. An animation stops when its number is no longer the latest. */
  let run = 0;

  function show(position, note) {
    run++;
    said.textContent = note;
    back.hidden = position === start;
    board.draw({
      position, database, moves: game.moves(position, database), isTurned: false, hasHints: false,
      play: async move => {
        const mine = ++run;
        if (isAnimated()) {
          await board.animate(position, move);
        }
        if (mine !== run) {
          return;
        }
        const after = game.after(position, move);
        show(after, `${game.moveName(move, position.side)}${move.captured ? ` takes ${move.captured}` : ''}. ${outcome(after)}`);
      },
      redraw: () => show(position, note),
    });
  }

  function outcome(position) {
    return game.moves(position, database).length > 0 ? '' : `${game.ending?.([position], database)?.why ?? 'No move is left'}.`;
  }

  element.prepend(board.element);
  element.append(h('div', {class: 'row'}, back, said));
  if (variants.length > 1) {
    const agreed = Map.groupBy(variants, variant => legal(game, start, variant));
    element.append(h('table', {}, h('tbody', {}, [...agreed].map(([moves, sets]) => h('tr', {'data-rules': sets.map(({rules}) => rules).join(' ')},
      h('th', {scope: 'row'}, sets.length === variants.length ? 'all rules' : sets.map(({rules}) => rules).join(', ')),
      h('td', {}, moves))))));
  }
  show(start, '');
}

function legal(game, position, database) {
  const moves = game.moves(position, database);
  if (moves.length > 0) {
    return moves.map(move => [game.moveName(move, position.side), game.moveNote(move)].filter(Boolean).join(' ')).join(', ');
  }
  const {has} = game.ending([position], database);
  return `no legal move: ${signed(has[position.side] - has[1 - position.side])}`;
}

// A server has /rules/GAME, a published page rules.html?game=GAME.
const asked = new URLSearchParams(location.search).get('game') ?? location.pathname.split('/')[2];
const shown = asked in GAMES ? asked : 'awari';
for (const article of document.querySelectorAll('article')) {
  article.hidden = article.id !== shown;
}
for (const link of document.querySelectorAll('nav a')) {
  if (/\w+$/.exec(link.href)[0] === shown) {
    link.setAttribute('aria-current', 'page');
    document.title = `Rules of ${link.textContent} · Granary explorer`;
  }
}
document.querySelectorAll(`#${CSS.escape(shown)} figure`).forEach(figure);
