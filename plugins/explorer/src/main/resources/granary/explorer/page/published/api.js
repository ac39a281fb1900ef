// The answers of a server's API, from published files: the database's own, read in parts by their reader, and in explorer/ what
// would take all of it. Nothing is asked of any program.

import {Problem} from '../problem.js';
import {MissingLayerError, openDatabase} from '../reader/granary.js';
import {keptFetch} from './kept.js';

/** Where the database and the page are. */
const ROOT = new URL('../../', import.meta.url);

async function json(name) {
  const address = new URL('explorer/' + name, ROOT);
  const response = await keptFetch(address.href).catch(() => {
    throw new Problem(0, `${address} cannot be read; is there a connection?`);
  });
  if (!response.ok) {
    throw new Problem(response.status, `${address}: status ${response.status}`);
  }
  return response.json();
}

/** The answer of the reader; what it throws becomes a problem. */
async function read(answer) {
  try {
    return await answer;
  } catch (problem) {
    throw new Problem(problem instanceof MissingLayerError ? 404 : problem instanceof RangeError ? 400 : 503, problem.message);
  }
}

/** The one database here. */
export async function databases() {
  const [description, reader] = await Promise.all([json('database.json'), read(openDatabase(ROOT, {fetch: keptFetch}))]);
  navigator.serviceWorker?.register(new URL('service-worker.js', ROOT));
  return [new Database(description, reader)];
}

const categoryOf = score => score > 0 ? 'win' : score < 0 ? 'loss' : 'draw';

/** The board with the other side to move. */
const turned = board => [...board.slice(board.length / 2), ...board.slice(0, board.length / 2)];

/** A member that is left out where there is no distance. */
const distanceOf = distance => distance === undefined ? {} : {distance};

const moveOf = ({move, captured, score, distance, board}) => ({pit: move, captured, score, ...distanceOf(distance), board});

export class Database {
  #reader;
  #layers = new Map();

  constructor(description, reader) {
    Object.assign(this, description);
    this.#reader = reader;
  }

  async #scored(board) {
    const [score, distance] = await Promise.all([this.#reader.score(board), this.#reader.findDistance(board)]);
    const layer = this.#reader.game.locate(board).layer;
    return {board, [this.unit]: layer, score, ...distanceOf(distance), category: categoryOf(score)};
  }

  /** Score, distance and moves, best first. */
  async position(board) {
    const [scored, otherToMove, moves] = await read(Promise.all([
      this.#scored(board), this.#reader.score(turned(board)), this.#reader.moves(board),
    ]));
    return {...scored, otherToMove, moves: moves.map(move => ({...moveOf(move), category: categoryOf(move.score)}))};
  }

  /** The scores of many boards; undefined for a board without a score. */
  async scores(boards) {
    return (await read(this.#reader.scores(boards))).map(score => Number.isNaN(score) ? undefined : score);
  }

  /** Best play to the end or a repetition. */
  async line(board) {
    const [scored, {end, moves}] = await read(Promise.all([this.#scored(board), this.#reader.line(board)]));
    return {...scored, end, moves: moves.map(moveOf)};
  }

  /** What is published of a layer: its counts and its examples. */
  #layer(layer) {
    if (!this.#layers.has(layer)) {
      const answer = json(`layer-${String(layer).padStart(3, '0')}.json`);
      this.#layers.set(layer, answer);
      answer.catch(() => this.#layers.delete(layer));
    }
    return this.#layers.get(layer);
  }

  async statistics(layer) {
    const {examples, ...statistics} = await this.#layer(layer);
    return statistics;
  }

  /** A position of a given kind; `value` is its score or its distance, for kinds that need one. */
  async example(layer, kind, value) {
    if (kind === 'random') {
      return read(this.#scored(this.#reader.random(layer)));
    }
    const {examples} = await this.#layer(layer);
    const found = kind === 'longest' ? Object.values(examples.distance).at(-1) : value === undefined ? examples[kind] : examples[kind]?.[value];
    if (!found?.length) {
      throw new Problem(404, `no example of layer ${layer} is published for ${kind} ${value ?? ''}`.trim());
    }
    return read(this.#scored(this.#reader.at(layer, found[Math.floor(Math.random() * found.length)])));
  }

  /** The files, each with its address. */
  async files() {
    const {files} = await json('files.json');
    return files.map(file => ({...file, address: new URL(file.name, ROOT).href}));
  }
}
