// The game with its variations. Moves can be clicked; the game can be saved, and a saved game opened.

import {h, id, keepFocus, nothing, roving} from '../dom.js';
import {parse, write} from '../ogn.js';
import {begin, change, events, go, grown, inTurn, now, say, session} from '../session.js';
import {judgement} from './analysis.js';

function draw() {
  const {game, match, tree, trouble} = session;
  if (trouble) {
    return;
  }
  const hasMoves = tree.root.children.length > 0;
  const isAwari = game.id === 'awari';
  keepFocus(id('record'), () => id('record').replaceChildren(hasMoves
    ? recorded(tree)
    : nothing('The moves that you play appear here; going back and playing another one keeps both.')));
  const list = id('record').firstElementChild;
  const shown = list.querySelector('.now');
  list.scrollTop = shown ? shown.offsetTop - list.clientHeight / 2 : 0;
  id('copy-game').hidden = id('save-game').hidden = !isAwari || !hasMoves;
  id('open-game').hidden = !isAwari || Boolean(match);
  id('promote').hidden = !now().isVariation || Boolean(match);
  id('cut').hidden = now() === tree.root || Boolean(match);
}

/** The moves, in rows of number, move and reply. The Tab key stops at the one that is shown. */
function recorded(tree) {
  const list = h('div', {class: 'record'}, line(tree.root, true, true));
  return roving(list, list.querySelector('.now') ?? undefined);
}

/** The moves after a node, with the alternatives to each move behind it. */
function line(node, isFirst, isMain = false) {
  const parts = [];
  for (let at = node; at.children.length > 0; at = at.children[0]) {
    const [main, ...others] = at.children;
    parts.push(isMain && numberOf(main, isFirst), button(main, isMain ? '' : numberOf(main, isFirst)));
    parts.push(...others.map(other => h('div', {class: 'variation'}, button(other, numberOf(other, true)), line(other, false))));
    isFirst = others.length > 0;
  }
  return parts;
}

/** The number in front of a move: of a reply, only where a line begins. */
function numberOf(node, isFirst) {
  const ply = node.path.length - 2;
  return ply % 2 === 0 ? h('small', {}, `${ply / 2 + 1}. `) : isFirst && h('small', {}, `${(ply + 1) / 2}… `);
}

function button(node, number) {
  const isNow = node === now();
  return h('button', {
    type: 'button', class: [isNow && 'now', node.path.length % 2 === 1 && 'reply'].filter(Boolean).join(' '), 'aria-current': isNow && 'step', 'data-key': node.path.map(one => one.code).join('.'),
    onclick: () => inTurn(() => go(node)),
  }, number, node.name, judgement(node));
}

const text = () => {
  const {database, game, tree} = session;
  const main = [tree.root];
  while (main.at(-1).children.length > 0) {
    main.push(main.at(-1).children[0]);
  }
  return write(tree, game, database, game.ending(main.map(node => node.position), database));
};

async function copy() {
  try {
    await navigator.clipboard.writeText(text());
    say('The game is copied.');
    id('record-note').textContent = 'The game is copied, as Oware Game Notation.';
  } catch {
    openDialog(text());
  }
}

function save() {
  const address = URL.createObjectURL(new Blob([text()], {type: 'text/plain'}));
  h('a', {href: address, download: 'game.ogn'}).click();
  URL.revokeObjectURL(address);
}

function openDialog(shown = '') {
  id('game-text').value = shown;
  id('game-complaint').textContent = '';
  id('game-dialog').showModal();
}

/** Shows a game from its text, or an error when the text is not a game. */
function read(written) {
  const {database, game} = session;
  try {
    const {tags, beginning, moves} = parse(written);
    const start = beginning ? game.fromUrl(beginning, database) : game.start(database);
    const tree = grown(start, moves);
    tree.tags = tags;
    tree.show(tree.root);
    id('game-dialog').close();
    inTurn(() => begin(tree));
  } catch (problem) {
    id('game-complaint').textContent = problem.message;
  }
}

id('copy-game').addEventListener('click', copy);
id('save-game').addEventListener('click', save);
id('open-game').addEventListener('click', () => openDialog());
id('promote').addEventListener('click', () => inTurn(() => change(tree => tree.promote(tree.node))));
id('cut').addEventListener('click', () => inTurn(() => change(tree => tree.remove(tree.node))));
id('game-file').addEventListener('change', async ({target}) => {
  id('game-text').value = await target.files[0].text();
});
id('game-dialog').querySelector('form').addEventListener('submit', event => {
  if (event.submitter?.value === 'open') {
    event.preventDefault();
    read(id('game-text').value);
  }
});
events.addEventListener('changed', draw);
