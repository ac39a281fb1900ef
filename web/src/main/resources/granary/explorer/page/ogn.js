// Reads and writes games of awari in Oware Game Notation: lines of tags, then numbered moves by letters, with variations in
// parentheses.

import {capital} from './dom.js';

const TAG = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]/;
const TAGS = ['Variant', 'Event', 'Site', 'Date', 'Round', 'South', 'North', 'Result'];
const WIDTH = 78;
/** The results that may end a game, behind its moves. */
const RESULT = /(?:\d+-\d+|1\/2-1\/2|\*)(?=\s*(?:[()]|$))/g;
/** The words that may stand among moves: numbers of moves, seeds taken, commas, praise and blame. */
const ASIDE = /\d+[.…]+|(?<=[A-Za-z])\+\d+|,(?=\s*[A-Za-z])|[!?]+|\$\d+/g;

/**
 * Writes a game.
 *
 * @param ending how the main line ended, from the game's `ending`, or null
 */
export function write(tree, game, database, ending) {
  const opening = game.start(database);
  const tags = {...Object.fromEntries(TAGS.map(name => [name, '?'])), ...tree.tags, Variant: capital(database.parameters.rules), Result: ending ? ending.has.join('-') : '*'};
  const beginning = game.toUrl(tree.root.position);
  if (!opening || beginning !== game.toUrl(opening)) {
    tags.FEN = beginning;
  }
  const head = Object.entries(tags).map(([name, value]) => `[${name} "${value.replace(/["\\]/g, '\\$&')}"]\n`);
  const words = [...moves(tree), ...(ending ? [tags.Result] : [])];
  return head.join('') + '\n' + wrapped(words);
}

/** The words of the moves: the letter and the seeds taken, with a number before every other move. */
function moves(tree) {
  const said = (node, isFirst) => {
    const ply = node.path.length - 2;
    const taken = node.position.taken[1 - node.position.side] - node.parent.position.taken[1 - node.position.side];
    const number = ply % 2 === 0 ? [`${ply / 2 + 1}.`] : isFirst ? [`${(ply + 1) / 2}...`] : [];
    return [...number, node.code + (taken > 0 ? '+' + taken : '')];
  };
  // Variations of variations are written as variations of the main line, because some programs read only those.
  const lines = node => node.children.length === 0 ? [[]] : node.children.flatMap(child => lines(child).map(line => [child, ...line]));
  const words = [];
  let isFirst = true;
  for (let node = tree.root; node.children.length > 0; node = node.children[0]) {
    const [main, ...others] = node.children;
    words.push(...said(main, isFirst));
    for (const other of others) {
      for (const line of lines(other)) {
        words.push(`(${[said(other, true), ...line.map(one => said(one, false))].flat().join(' ')})`);
      }
    }
    isFirst = others.length > 0;
  }
  return words;
}

function wrapped(words) {
  let text = '';
  let line = '';
  for (const word of words.flatMap(one => one.split(' '))) {
    if (line && line.length + word.length >= WIDTH) {
      text += line + '\n';
      line = '';
    }
    line += (line ? ' ' : '') + word;
  }
  return text + line + '\n';
}

/**
 * Reads a game.
 *
 * @returns the tags, the position in which the game begins as text, or null for the opening, and the moves as text for a tree
 */
export function parse(text) {
  const tags = {};
  let rest = text;
  for (let tag = TAG.exec(rest); tag; tag = TAG.exec(rest)) {
    tags[tag[1]] = tag[2].replace(/\\(.)/g, '$1');
    rest = rest.slice(tag[0].length);
  }
  const played = rest.replace(/\{[^}]*\}/g, ' ');
  if (/[{[]/.test(played)) {
    throw new Error(played.includes('{') ? 'A comment is not closed.' : 'A tag such as [South "Ama"] is not closed, or stands among the moves.');
  }
  const {FEN: beginning = null, ...others} = tags;
  const words = played.replace(RESULT, ' ').replace(ASIDE, ' ');
  const wrong = /[^\s()]*[^\sA-Za-z()][^\s()]*/.exec(words);
  if (wrong) {
    throw new Error(`“${wrong[0]}” is not a move. Moves are letters of pits.`);
  }
  const moves = words.replace(/\s/g, '');
  if (moves === '' && beginning === null) {
    throw new Error('There is neither a move nor a position.');
  }
  return {tags: others, beginning, moves};
}
