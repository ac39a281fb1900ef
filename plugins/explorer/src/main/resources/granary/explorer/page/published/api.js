// The answers of a server's API, from published files: the database's own, read in parts by their reader, and in explorer/ what
// would take all of it. Nothing is asked of any program.

import {Problem} from '../problem.js';
import {MissingLayerError, openDatabase} from '../reader/granary.js';
import {PageEngine} from './engine.js';
import {keptFetch} from './kept.js';

/** Where the database and the page are. */
const ROOT = new URL('../../', import.meta.url);

async function json(name, absent) {
  const address = new URL('explorer/' + name, ROOT);
  const response = await keptFetch(address.href).catch(() => {
    throw new Problem(0, `${address} cannot be read; is there a connection?`);
  });
  if (!response.ok) {
    throw new Problem(response.status, response.status === 404 && absent || `${address}: status ${response.status}`);
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
  const [description, reader] = await Promise.all([json('database.json'), read(openDatabase(ROOT, {fetch: keptFetch, isLazy: true}))]);
  navigator.serviceWorker?.register(new URL('service-worker.js', ROOT))
    .catch(problem => console.info(`the page is not kept: ${problem.message}`));
  const database = new Database(description, reader);
  if (database.engine && !database.engine.obstacle && navigator.serviceWorker) {
    const prepare = () => navigator.serviceWorker.ready.then(() => database.engine.prepare())
      .catch(problem => console.info(`the engine is not kept: ${problem.message}`));
    addEventListener('appinstalled', prepare);
    if (matchMedia('(display-mode: standalone)').matches) {
      prepare();
    }
  }
  return [database];
}

const bySign = even => score => score > 0 ? 'win' : score < 0 ? 'loss' : even;

/** What a score means, in a word, by game. */
const CATEGORIES = {
  awari: bySign('draw'),
  chain: bySign('end'),
  chomp: bySign('end'),
  chexers: score => score > 0 ? 'solvable' : score < 0 ? 'unsolvable' : 'solved',
};

/** The board of awari with the other side to move. */
const turned = board => [...board.slice(board.length / 2), ...board.slice(0, board.length / 2)];

/** A member that is left out where there is no distance. */
const distanceOf = distance => distance === undefined ? {} : {distance};

/** A move without what the reader tells besides. */
function moveOf({move, captured, distance, ...described}) {
  return {...described, ...('pit' in described ? {captured} : {}), ...distanceOf(distance)};
}

export class Database {
  #reader;
  #layers = new Map();

  constructor(description, reader) {
    Object.assign(this, description);
    this.#reader = reader;
    this.engine = this.game === 'awari' ? new PageEngine(this.parameters.rules, () => this.files()) : null;
  }

  #category(score) {
    return CATEGORIES[this.game](score);
  }

  async #scored(board) {
    const [score, distance] = await Promise.all([this.#reader.score(board), this.#reader.findDistance(board)]);
    const {layer} = this.#reader.game.locate(board);
    return {board, [this.unit]: layer, score, ...distanceOf(distance), category: this.#category(score)};
  }

  /** Score, distance and moves, best first. */
  async position(board) {
    const isAwari = this.game === 'awari';
    const [scored, moves, otherToMove] = await read(Promise.all([
      this.#scored(board), this.#reader.moves(board), isAwari && this.#reader.score(turned(board)),
    ]));
    return {
      ...scored,
      ...(isAwari ? {otherToMove} : {}),
      moves: moves.map(move => ({...moveOf(move), category: this.#category(move.score)})),
    };
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
      const answer = json(`layer-${String(layer).padStart(3, '0')}.json`, `Of layer ${layer}, no counts and no examples were published here.`);
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
    const found = kind === 'longest' ? this.#longest(examples) : value === undefined ? examples[kind] : examples[kind]?.[value];
    if (!found?.length) {
      throw new Problem(404, `no example of layer ${layer} is published for ${kind} ${value ?? ''}`.trim());
    }
    return read(this.#scored(this.#reader.at(layer, found[Math.floor(Math.random() * found.length)])));
  }

  /** The positions with the longest distance, which the score is in some games. */
  #longest({score, distance = {}}) {
    const most = by => Math.max(...Object.keys(by).map(value => Math.abs(value)));
    return this.tellsDistance ? [score[most(score)], score[-most(score)]].flatMap(some => some ?? []) : distance[most(distance)];
  }

  /** The files, each with its address. */
  async files() {
    const {files} = await json('files.json');
    return files.map(file => ({...file, address: new URL(file.name, ROOT).href}));
  }
}
