// Section 4: the manifest.

import {crc32c, text} from './crc.js';
import {DamagedFileError, UnsupportedDatabaseError} from './errors.js';
import {GAMES} from './games.js';

const MOST = 1 << 20;
/** The number of words that follow a first word. */
const WORDS = {game: 1, parameter: 2, scores: 3, distances: 3, compressed: 3, bounds: 3};

/** @returns {number | undefined} a number of at most that many digits */
const number = (word, digits) => /^(0|[1-9][0-9]*)$/.test(word) && word.length <= digits ? Number(word) : undefined;

/**
 * @returns {Promise<{game, listed}>} the game, and what is listed: `scores`, `distances`, `compressed` and `bounds` are Maps by layer of `length`
 *   and `digest`
 */
export async function readManifest(address, requests) {
  try {
    return parse(address, await requests.whole(address, MOST + 1));
  } catch (problem) {
    throw problem.isAbsent
      ? new UnsupportedDatabaseError(address, -1, 'a manifest', problem.actual, 'no database is there; check the spelling')
      : problem;
  }
}

function parse(address, bytes) {
  const need = (condition, expected, actual) => {
    if (!condition) {
      throw new DamagedFileError(address, -1, expected, actual, 'no manifest, or damaged; copy it again or run granary repair');
    }
  };
  const know = (condition, expected, actual) => {
    if (!condition) {
      throw new UnsupportedDatabaseError(address, -1, expected, actual, 'written by another Granary, or edited by hand');
    }
  };
  need(bytes.length <= MOST, `at most ${MOST} bytes`, 'more');
  const content = new TextDecoder('latin1').decode(bytes);
  const printable = line => `'${line.slice(0, 30).replace(/[^ -~]/g, '?')}'`;
  const lines = content.split('\n');
  need(lines[0].startsWith('granary '), 'a manifest', 'something else');
  need(lines.length > 2 && lines.at(-1) === '', 'a line feed at the end', 'none');
  const last = lines.at(-2);
  const checksum = `checksum ${text(crc32c(bytes.subarray(0, bytes.length - last.length - 1)))}`;
  need(last === checksum, checksum, printable(last));
  know(lines[0] === 'granary 4', "the first line 'granary 4'", printable(lines[0]));
  need(/^[ -~\n]*$/.test(content), 'lines of printable ASCII', 'another byte');

  const games = [];
  const parameters = new Map();
  const listed = {scores: new Map(), distances: new Map(), compressed: new Map(), bounds: new Map()};
  for (const line of lines.slice(1, -2)) {
    const [first, ...words] = line.split(' ');
    need(first !== 'granary' && first !== 'checksum', 'other lines', `a second line '${first}'`);
    if (!Object.hasOwn(WORDS, first)) {
      continue;
    }
    need(words.length === WORDS[first], `${WORDS[first]} words after '${first}'`, `'${line}'`);
    if (first === 'game') {
      games.push(words[0]);
    } else if (first === 'parameter') {
      need(!parameters.has(words[0]), 'each parameter once', `a second line '${line}'`);
      parameters.set(...words);
    } else {
      const layer = number(words[0], 9);
      const length = number(words[1], 18);
      need(layer !== undefined && length !== undefined && /^[0-9a-f]{64}$/.test(words[2]), 'layer, length and digest', `'${line}'`);
      need(!listed[first].has(layer), 'each file once', `a second line '${line}'`);
      listed[first].set(layer, {length, digest: words[2]});
    }
  }

  need(games.length === 1, 'one game', games.join(', ') || 'none');
  know(Object.hasOwn(GAMES, games[0]), `a game of ${Object.keys(GAMES).join(', ')}`, games[0]);
  const Game = GAMES[games[0]];
  const isComplete = parameters.size === Game.parameters.length && Game.parameters.every(name => parameters.has(name));
  know(isComplete, `the parameters ${Game.parameters.join(', ')}`, [...parameters.keys()].join(', ') || 'none');
  const values = Game.parameters.map(name => parameters.get(name));
  const identity = [games[0], ...Game.parameters.map(name => `${name}=${parameters.get(name)}`)].join(' ');
  know(Game.accepts(...values), `a game of ${games[0]}`, identity);
  const game = Object.assign(new Game(...values), {name: games[0], identity, parameters: Object.fromEntries(parameters)});

  for (const [quantity, files] of Object.entries(listed)) {
    need(files.size === 0 || quantity === 'scores' || games[0] === 'awari', 'scores alone', `${quantity} of ${games[0]}`);
    for (const layer of files.keys()) {
      const isThere = layer <= game.topLayer && (quantity !== 'compressed' || layer > 0 && game.pits <= 6);
      need(isThere, `a layer of ${identity}`, `${quantity} of layer ${layer}`);
      need(quantity !== 'compressed' || !listed.scores.has(layer), `layer ${layer} packed or compressed`, 'both');
      const hasScores = listed.scores.has(layer) || listed.compressed.has(layer);
      need(hasScores, `scores of layer ${layer}`, `${quantity} without scores`);
    }
  }
  return {game, listed};
}
