// Granary's engine for a page of yours. It runs in a worker, as WebAssembly with garbage collection.
//
//   import {openEngine} from './granary-browser/engine.js';
//
//   const engine = await openEngine({rules: 'abapa'});
//   for await (const found of engine.search('4-4-4-4-4-4-4-4-4-4-4-4-0-0-S', {moves: 'FeDb', millis: 1000})) {
//     console.log(found.depth, found.moves[0].move, found.moves[0].score, found.line);
//   }

import {obstacle} from './obstacle.js';
import {whole} from './whole.js';

export {obstacle};

/** The digests of what it is made of. */
const PARTS = {'engine.wasm': '@engine.wasm@', 'runtime.js': '@runtime.js@', 'worker.js': '@worker.js@'};

/**
 * Starts an engine.
 *
 * @param rules `olympiad`, `popular` or `abapa`; of a database, its own count
 * @param pits a side's, 6 unless told
 * @param files of a database: by name an ArrayBuffer, `granary.manifest` and the packed layers that lookups are to find; those that are
 *     not here are searched
 * @param megabytes for the tables of each kind of search
 * @throws Error with a sentence when the engine cannot run here, cannot be loaded, or a file is damaged
 */
export async function openEngine({rules = 'abapa', pits = 6, files = null, megabytes = 16} = {}) {
  if (obstacle()) {
    throw new Error(obstacle());
  }
  // The worker loads the scripts once more, from where they are now kept.
  const [wasm] = await Promise.all(Object.entries(PARTS).map(([name, digest]) => whole(new URL(name, import.meta.url), digest)));
  const engine = new Engine();
  try {
    await engine.open({rules, pits, files, megabytes, wasm});
  } catch (problem) {
    engine.close();
    throw problem;
  }
  return engine;
}

class Engine {
  #worker = new Worker(new URL('worker.js', import.meta.url), {type: 'module'});
  /** By number the receiver of each question that the worker has not answered. */
  #asked = new Map();
  #count = 0;
  /** Why it answers no more, or null. */
  #problem = null;

  constructor() {
    this.#worker.onmessage = ({data}) => this.#asked.get(data.id)?.(data);
    this.#worker.onerror = event => {
      event.preventDefault();
      this.#fail(`The engine cannot be loaded: ${event.message ?? 'its worker does not start'}.`);
    };
  }

  #fail(problem) {
    this.#problem ??= problem;
    this.#asked.forEach(hear => hear({problem: this.#problem}));
  }

  /** Asks the worker, and yields what it finds until it is done. It answers one question after another. */
  async *#ask(question) {
    if (this.#problem) {
      throw new Error(this.#problem);
    }
    const id = this.#count++;
    const heard = [];
    let wake = null;
    this.#asked.set(id, answer => {
      heard.push(answer);
      wake?.();
    });
    this.#worker.postMessage({id, ...question});
    try {
      while (true) {
        while (heard.length > 0) {
          const {found, problem} = heard.shift();
          if (problem) {
            throw new Error(problem);
          }
          if (!found) {
            return;
          }
          yield found;
        }
        await new Promise(done => {
          wake = done;
        });
      }
    } finally {
      this.#asked.delete(id);
    }
  }

  async open(options) {
    const going = URL.createObjectURL(new Blob(['.']));
    try {
      for await (const nothing of this.#ask({open: {...options, going}}));
    } finally {
      URL.revokeObjectURL(going);
    }
  }

  /**
   * Searches a position, deeper and deeper, until a limit is reached, nothing more is to be found, or the signal is given. Yields what each
   * depth has found, the last again while it searches, with what was visited so far, and the whole in the end: `depth`; `isExact`, whether the
   * first score is final and certain; `nodes`, `probes`, `millis`; `moves`, best first; and `line`, that of the best. Each move has `move`, the
   * number of its pit; `score`, hundredths of a seed for the player to move, with what was taken, and if `toWin`, 10,000 or more for a certain
   * win; `isBound`, whether the move may be worth less; and `line`, the numbers of the moves that are expected after it. One search goes on at
   * a time; others wait.
   *
   * @param position pits of south, those of north in the order of sowing, stores, S or N: 4-4-4-4-4-4-4-4-4-4-4-4-0-0-S
   * @param moves letters of moves from there, capitals for south
   * @param toWin whether to search for the best move, which goes deepest, or to score all moves, by plain minimax
   * @throws Error with a sentence when the position or a move is impossible, or a file is damaged
   */
  async *search(position, {moves = '', toWin = true, depth = 100, millis = Infinity, nodes = Infinity, signal} = {}) {
    // A worker that searches hears no messages. It looks now and then whether there is still something at this address.
    const going = URL.createObjectURL(new Blob(['.']));
    const stop = () => URL.revokeObjectURL(going);
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) {
      stop();
    }
    try {
      yield* this.#ask({search: {position, moves, toWin, depth, millis, nodes, going}});
    } finally {
      stop();
      signal?.removeEventListener('abort', stop);
    }
  }

  /** Ends the worker. Searches that go on or wait end with an error, and so does each that follows. */
  close() {
    this.#worker.terminate();
    this.#fail('The engine was closed.');
  }
}
