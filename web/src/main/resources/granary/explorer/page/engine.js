// The engine that runs in this browser, for awari. It is loaded when it is first wanted, and gets as many packed layers as it may have. A
// database of awari has one as its `engine`, others null.

import {sum} from './games/simple.js';
import {obstacle} from './granary-browser/obstacle.js';
import {whole} from './granary-browser/whole.js';
import {Problem} from './problem.js';

/** The most bytes of layers that it gets: scores to 16 seeds, or scores and bounds to 14. */
const MOST_BYTES = 20 << 20;
/** The longest wait for layers, in milliseconds. Those that come later are there the next time. */
const PATIENCE = 4000;
/** A page that nobody has seen for so long, in milliseconds, searches no more. */
const UNSEEN = 600_000;
/** The script that opens the engine, and its digest. */
const OPENER = new URL('./granary-browser/engine.js', import.meta.url);
const DIGEST = '@engine.js@';
const PACKED = /^layer-(\d+)(\.bounds)?\.granary$/;
const MANIFEST = 'granary.manifest';

/**
 * An engine. A record is a game to search the last position of: `board`, where it begins, as in an address; `moves`, the codes of the
 * moves from there.
 */
export class Engine {
  #game;
  #files;
  #get;
  #opened = null;
  /** The options of requests for layers. */
  #request = {};

  /**
   * @param game the reader's
   * @param files the list of the database's files, each with `name`, `bytes` and `address`
   * @param get reads them, as `fetch`
   */
  constructor(game, files, get) {
    this.#game = game;
    this.#files = files;
    this.#get = get;
    /** Why it cannot run here, in a sentence, or null. */
    this.obstacle = obstacle();
  }

  /** Loads the engine and its layers, so that they are there without a connection. */
  async prepare() {
    await this.#engine();
  }

  /** The engine, opened once, unless it fails. */
  #engine() {
    if (!this.#opened) {
      const opened = this.#open();
      this.#opened = opened;
      opened.catch(() => this.#drop(opened));
    }
    return this.#opened;
  }

  async #open() {
    const workers = keeper();
    const isKept = Boolean(workers?.controller);
    const [files] = await Promise.all([this.#fetched(await this.#files()), whole(OPENER, DIGEST)]);
    const {openEngine} = await import(OPENER);
    const engine = await openEngine({files});
    if (!isKept && workers?.controller) {
      fetchAgain(); // it began while the engine was fetched
    } else if (!isKept) {
      workers?.addEventListener('controllerchange', fetchAgain, {once: true});
    }
    return engine;
  }

  /** Manifest and packed layers with their bounds, the lowest first, as many as there is room and time for: by name the bytes. */
  async #fetched(files) {
    const signal = AbortSignal.timeout(PATIENCE);
    const bytesOf = async ({address}, limit) => {
      const response = await this.#get(address, {...this.#request, ...limit});
      if (!response.ok) {
        throw new Problem(response.status, `${address}: status ${response.status}`);
      }
      return response.arrayBuffer();
    };
    const all = {[MANIFEST]: await bytesOf(files.find(({name}) => name === MANIFEST))};
    let room = MOST_BYTES;
    const layerOf = ({name}) => Number(PACKED.exec(name)[1]);
    for (const file of files.filter(({name}) => PACKED.test(name)).sort((a, b) => layerOf(a) - layerOf(b))) {
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

  /** Closes an engine that failed. What is read again, past what is kept, may be whole. */
  #drop(opened) {
    if (this.#opened === opened) {
      this.#opened = null;
      this.#request = {cache: 'reload'};
    }
    opened.then(engine => engine.close(), () => {});
  }

  /**
   * Searches a position, deeper and deeper, until a limit is reached, nothing more is to be found, or the signal is given. Yields
   * `{found, state}` for each depth, and at the end: `found` as answers about positions are, without a category, and null as long as there is
   * nothing; `state` is "loading", "searching", "finished" when there is nothing more to find within the limits, or "stopped". Throws a Problem.
   *
   * @param record a game
   * @param limits `depth`, `millis` and `nodes`, all may be missing; `toWin` asks for a move to win by: only the first of the moves has a score
   *     to rely on
   * @param signal ends the search; the last that is yielded is what it has found
   */
  async *search(record, {depth, millis, nodes, toWin = false} = {}, signal) {
    const isOpened = Boolean(this.#opened);
    const opened = this.#engine();
    try {
      if (!isOpened) {
        yield {found: null, state: 'loading'};
      }
      const engine = await opened;
      const position = this.#positionOf(record);
      let seen = performance.now();
      for await (const found of engine.search(record.board, {moves: record.moves, depth, millis, nodes, toWin, signal})) {
        const now = performance.now();
        seen = document.hidden ? seen : now;
        if (now - seen > UNSEEN) {
          break;
        }
        yield {found: this.#answer(position, found), state: 'searching'};
      }
      yield {found: null, state: signal?.aborted ? 'stopped' : 'finished'};
    } catch (problem) {
      this.#drop(opened);
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
      const move = this.#game.moves(now).find(one => one.pit === pit);
      taken[side] += move.captured;
      now = move.board;
      side = 1 - side;
    }
    return {board: now, ahead: taken[side] - taken[1 - side]};
  }

  /** The result of a search, in the form of the API's answers: scores count from the position on. */
  #answer({board, ahead}, {depth, isExact, nodes, millis, moves, line}) {
    const legal = this.#game.moves(board);
    const scored = moves.map((one, i) => ({...legal.find(({pit}) => pit === one.move), score: one.score / 100 - ahead, exact: isExact && i === 0, line: one.line}));
    return {board, seeds: sum(board), score: scored[0]?.score, exact: isExact, depth, nodes, millis, moves: scored, line};
  }

  /** The last result of a search. */
  async best(record, limits, signal) {
    let last = null;
    for await (const {found} of this.search(record, limits, signal)) {
      last = found ?? last;
    }
    return last;
  }
}

/** The service workers, which keep the page, or null where the browser keeps nothing. */
export function keeper() {
  try {
    return navigator.serviceWorker ?? null;
  } catch {
    return null;
  }
}

/** Fetches the engine's files once more, for a service worker that began after them and is to keep them. */
function fetchAgain() {
  const folder = new URL('.', OPENER).href;
  const names = performance.getEntriesByType('resource').map(({name}) => name).filter(name => name.startsWith(folder));
  new Set(names).forEach(name => fetch(name).catch(problem => console.info(`the engine is not kept: ${problem.message}`)));
}
