// What the tests have in common.

import {DamagedFileError, MissingLayerError, ReadFaultError, UnsupportedDatabaseError} from '../granary.js';

export function same(expected, actual, what) {
  if (JSON.stringify(expected) !== JSON.stringify(actual)) {
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(actual)}`);
  }
}

/** Reads a position of a table. There one number is a group of Chain in play, not the opening row. */
export function position(text, game) {
  const words = text === '' ? [] : text.split(' ').map(word => word.includes(',') ? word.split(',').map(Number) : Number(word));
  return game?.name === 'chain' && words.length === 1 ? ['free', ...words] : words;
}

/** The word that stands for a position without chips or pieces. */
export const EMPTY = {chain: [0], chexers: ['none']};

const WORDS = new Map([
  [MissingLayerError, 'missing'], [DamagedFileError, 'damaged'], [UnsupportedDatabaseError, 'unsupported'], [ReadFaultError, 'unreadable'],
]);

/** Returns why an action is refused, in the words of reasons.tsv; undefined if it is not. Any other error is one of the reader. */
export async function refusal(action) {
  try {
    await action();
    return undefined;
  } catch (problem) {
    if (WORDS.has(problem.constructor)) {
      return WORDS.get(problem.constructor);
    }
    throw problem;
  }
}

export async function fails(Kind, action, what) {
  let problem;
  try {
    await action();
  } catch (thrown) {
    problem = thrown;
  }
  same(Kind.name, problem?.constructor.name, what);
}

/** Reads a table: an object for each line. */
export async function rowsOf(address, fetch) {
  const response = await fetch(address);
  const [names, ...lines] = (await response.text()).split('\n').slice(0, -1).map(line => line.split('\t'));
  return lines.map(line => Object.fromEntries(names.map((name, i) => [name, line[i]])));
}
