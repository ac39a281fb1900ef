// The answers of a server's API, from published files: the database's own, read in parts by their reader, and in explorer/ what
// would take all of it. Nothing is asked of any program.

import {Engine, keeper} from '../engine.js';
import {rulesOf} from '../games/rules.js';
import {Problem} from '../problem.js';
import {Awari} from '../reader/awari.js';
import {crc32c, text} from '../reader/crc.js';
import {keptFetch, traffic} from './kept.js';

/** The address of the database and the page. */
const ROOT = new URL('../../', import.meta.url);
const CHECKSUM = ',"checksum":"';

/** A file in explorer/. Its last member is the checksum of all before it; one that does not fit is asked for once more. */
async function json(name, absent, request = {}) {
  const address = new URL('explorer/' + name, ROOT);
  const response = await keptFetch(address.href, request).catch(() => {
    throw new Problem(0);
  });
  if (!response.ok) {
    throw new Problem(response.status, response.status === 404 && absent || `${address}: status ${response.status}`);
  }
  const written = await response.text();
  const content = written.slice(0, Math.max(0, written.lastIndexOf(CHECKSUM)));
  if (content && written.slice(content.length) === `${CHECKSUM}${text(crc32c(new TextEncoder().encode(content)))}"}`) {
    return JSON.parse(content + '}');
  }
  if (request.cache) {
    throw new Problem(503, `${address} is damaged: its checksum does not fit. Whoever published it can copy it there again.`);
  }
  return json(name, absent, {cache: 'reload'});
}


const kilobytes = bytes => Math.ceil(bytes / 1024);

/** The one database here. */
export async function databases() {
  const description = await json('database.json');
  const workers = keeper();
  workers?.register(new URL('service-worker.js', ROOT))
    .catch(problem => console.info(`the page is not kept: ${problem.message}`));
  const database = new Database(description);
  if (database.engine && !database.engine.obstacle && workers) {
    const prepare = () => workers.ready.then(() => database.engine.prepare())
      .catch(problem => console.info(`the engine is not kept: ${problem.message}`));
    addEventListener('appinstalled', prepare);
    if (matchMedia('(display-mode: standalone)').matches) {
      prepare();
    }
  }
  return [database];
}

const bySign = (more, none, less) => score => score > 0 ? more : score < 0 ? less : none;

/** The meaning of a score in a word, by game. */
const CATEGORIES = {
  awari: bySign('gain', 'even', 'loss'),
  chain: bySign('win', 'end', 'loss'),
  chomp: bySign('win', 'end', 'loss'),
  chexers: bySign('solvable', 'solved', 'unsolvable'),
};

/** The board of awari with the other side to move. */
const turned = board => [...board.slice(board.length / 2), ...board.slice(0, board.length / 2)];

/** The members of bounds, of a position or of a move to it that captures; none if the database has no bounds. */
async function bounded(reader, board, captured) {
  const bounds = reader.boundsLayers.length > 0 && await reader.findBounds(board);
  if (!bounds) {
    return {};
  }
  const {seeds, least, most} = bounds;
  const all = seeds + captured;
  return captured === undefined ? {least, most} : {least: all - most, most: all - least};
}

/** A move without the other members that the reader gives it. */
function moveOf({move, captured, ...described}) {
  return {...described, ...('pit' in described ? {captured} : {})};
}

export class Database {
  #opened = null;
  #layers = new Map();

  constructor(description) {
    Object.assign(this, description);
    this.#reader().catch(() => {}); // who asks first is told
    this.engine = this.game === 'awari' ? new Engine(rulesOf(Awari, this), () => this.files(), keptFetch) : null;
  }

  /** The reader, which a board to play on does not wait for. */
  async #reader() {
    try {
      return await (this.#opened ??= import('../reader/granary.js').then(({openDatabase}) => openDatabase(ROOT, {fetch: keptFetch, isLazy: true})));
    } catch (problem) {
      this.#opened = null; // what is read again may be whole
      throw problem;
    }
  }

  /** An answer of the reader; what it throws becomes a problem. */
  async #read(answer) {
    try {
      return await answer(await this.#reader());
    } catch (problem) {
      const isLost = problem.actual?.startsWith('no answer') || problem.actual === 'status 0';
      throw new Problem(isLost ? 0 : {MissingLayerError: 404, RangeError: 400}[problem.name] ?? 503, problem.message);
    }
  }

  /** The reason why an answer waits, in a sentence. */
  loading() {
    const {asked, come} = traffic;
    return asked > come ? `Reading the database: ${kilobytes(come)} of ${kilobytes(asked)} KB.` : 'Opening the database.';
  }

  #category(score) {
    return CATEGORIES[this.game](score);
  }

  async #scored(reader, board) {
    const [score, distance, bounds] = await Promise.all([reader.score(board), reader.findDistance(board), bounded(reader, board)]);
    const {layer} = reader.game.locate(board);
    return {board, [this.unit]: layer, score, distance, ...bounds, category: this.#category(score)};
  }

  /** The moves, and the members of their bounds. */
  async #moves(reader, board) {
    const moves = await reader.knownMoves(board);
    return [moves, await Promise.all(moves.map(move => bounded(reader, move.board, move.captured)))];
  }

  /** Score, distance, bounds and moves, best first. */
  async position(board) {
    const isAwari = this.game === 'awari';
    const [scored, [moves, bounds], others] = await this.#read(reader => Promise.all([
      this.#scored(reader, board), this.#moves(reader, board), reader.scores(isAwari ? [turned(board)] : []),
    ]));
    const [otherToMove] = others.filter(score => !Number.isNaN(score));
    return {
      ...scored,
      ...(otherToMove === undefined ? {} : {otherToMove}),
      moves: moves.map((move, i) => ({...moveOf(move), ...(move.score === undefined ? {} : {category: this.#category(move.score), ...bounds[i]})})),
    };
  }

  /** The scores and bounds of many boards; no score for a board without one. */
  async positions(boards) {
    const [scores, bounds] = await this.#read(reader => Promise.all([
      reader.scores(boards), Promise.all(boards.map(board => bounded(reader, board))),
    ]));
    return scores.map((score, i) => Number.isNaN(score) ? {} : {score, category: this.#category(score), ...bounds[i]});
  }

  /** Best play to the end or a repetition. */
  async line(board) {
    const [scored, {end, moves}] = await this.#read(reader => Promise.all([this.#scored(reader, board), reader.line(board)]));
    return {...scored, end, moves: moves.map(moveOf)};
  }

  /** The published counts and examples of a layer. */
  #layer(layer) {
    if (!this.#layers.has(layer)) {
      const name = `layer-${String(layer).padStart(3, '0')}.json`;
      const answer = json(name, `No counts and no examples were published for layer ${layer}.`).then(found => {
        if (found.layer !== layer) {
          throw new Problem(503, `explorer/${name} is the file of layer ${found.layer}. Whoever published it can copy the right one there.`);
        }
        return found;
      });
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
      return this.#read(reader => this.#scored(reader, reader.random(layer)));
    }
    const {examples} = await this.#layer(layer);
    const found = kind === 'longest' ? this.#longest(examples) : value === undefined ? examples[kind] : examples[kind]?.[value];
    if (!found?.length) {
      throw new Problem(404, `no example of layer ${layer} is published for ${kind} ${value ?? ''}`.trim());
    }
    return this.#read(reader => this.#scored(reader, reader.unrank(layer, found[Math.floor(Math.random() * found.length)])));
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
