// The engine that runs in this browser. It is loaded when it is first wanted, and gets as many packed layers as it may have.

import {Engine} from '../engine.js';
import {legalMoves, sum} from '../games/sowing.js';
import {obstacle} from '../granary-browser/obstacle.js';
import {Problem} from '../problem.js';
import {keptFetch} from './kept.js';

/** The most bytes of layers that it gets: all to 16 seeds. */
const MOST_BYTES = 20 << 20;
/** How long layers are waited for, in milliseconds. Those that come later are there the next time. */
const PATIENCE = 4000;
/** The longest search, in milliseconds. */
const LONGEST = 600_000;
const PACKED = /^layer-\d+\.granary$/;
const MANIFEST = 'granary.manifest';

export class PageEngine extends Engine {
  #rules;
  #files;
  #opened = null;

  /**
   * @param rules the rule set
   * @param files the list of the database's files, each with `name`, `bytes` and `address`
   */
  constructor(rules, files) {
    super();
    this.#rules = rules;
    this.#files = files;
    this.obstacle = obstacle();
  }

  /** Loads the engine and its layers, so that they are there without a connection. */
  async prepare() {
    await (this.#opened ??= this.#open());
  }

  async #open() {
    const [{openEngine}, files] = await Promise.all([import('../granary-browser/engine.js'), fetched(await this.#files())]);
    return openEngine({files});
  }

  async *search(record, {depth, millis = LONGEST, nodes, toWin = false} = {}, signal) {
    try {
      if (!this.#opened) {
        this.#opened = this.#open();
        yield {found: null, state: 'loading'};
      }
      const engine = await this.#opened;
      const position = this.#positionOf(record);
      for await (const found of engine.search(record.board, {moves: record.moves, depth, millis, nodes, toWin, signal})) {
        yield {found: this.#answer(position, found), state: 'searching'};
      }
      yield {found: null, state: signal?.aborted ? 'stopped' : 'finished'};
    } catch (problem) {
      this.#opened = null; // what is read anew may be whole
      throw new Problem(503, problem.message);
    }
  }

  /** The position at the end of a record, and how many seeds its mover is ahead. */
  #positionOf({board, moves}) {
    const fields = board.split('-');
    const pits = fields.slice(0, -3).map(Number);
    const taken = fields.slice(-3, -1).map(Number);
    let side = fields.at(-1) === 'S' ? 0 : 1;
    let now = side === 0 ? pits : [...pits.slice(pits.length / 2), ...pits.slice(0, pits.length / 2)];
    for (const letter of moves) {
      const pit = letter.charCodeAt(0) - (side === 0 ? 'A' : 'a').charCodeAt(0);
      const move = legalMoves(now, this.#rules).find(one => one.pit === pit);
      taken[side] += move.captured;
      now = move.board;
      side = 1 - side;
    }
    return {board: now, ahead: taken[side] - taken[1 - side]};
  }

  /** What a search has found, in the form of the API's answers: scores count from the position on. */
  #answer({board, ahead}, {depth, isExact, nodes, millis, moves, line}) {
    const legal = legalMoves(board, this.#rules);
    const scored = moves.map(one => ({...legal.find(({pit}) => pit === one.move), score: one.score / 100 - ahead, line: one.line}));
    return {board, seeds: sum(board), score: scored[0]?.score, exact: isExact, depth, nodes, millis, moves: scored, line};
  }
}

/** Manifest and packed layers, the lowest first, as many as there is room and time for: by name the bytes. */
async function fetched(files) {
  const signal = AbortSignal.timeout(PATIENCE);
  const bytesOf = async ({address}, request) => {
    const response = await keptFetch(address, request);
    if (!response.ok) {
      throw new Problem(response.status, `${address}: status ${response.status}`);
    }
    return response.arrayBuffer();
  };
  const all = {[MANIFEST]: await bytesOf(files.find(({name}) => name === MANIFEST))};
  let room = MOST_BYTES;
  for (const file of files.filter(({name}) => PACKED.test(name))) {
    room -= file.bytes;
    if (room < 0 || signal.aborted) {
      break;
    }
    try {
      all[file.name] = await bytesOf(file, {signal});
    } catch (problem) {
      console.info(`the engine has no layers from ${file.name} on: ${problem.message}`);
      break;
    }
  }
  return all;
}
