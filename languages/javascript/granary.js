// Reads Granary databases from web servers: see README.md. The files are described in format-spec.md; sections are its own.

import {MissingLayerError} from './errors.js';
import {layersOf} from './layers.js';
import {bestLine, MOST_POSITIONS} from './line.js';
import {readManifest} from './manifest.js';
import {pairs} from './packed.js';
import {Requests} from './requests.js';
import {Store} from './store.js';

export * from './errors.js';

/**
 * Opens a database: its manifest, and then the headers of all files at once unless told otherwise.
 *
 * @param {string | URL} address of the directory; a slash is added at the end if it has none
 * @param {object} [options]
 * @param {number} [options.cacheBytes] the most bytes of data that are kept in memory, 64 MiB unless told
 * @param {boolean} [options.isLazy] whether each header is read by the first lookup that needs it: a round trip more then, but fewer
 *   requests at opening, of which browsers send six at a time to a server without HTTP/2
 * @param {typeof fetch} [options.fetch] asks the server
 * @param {number} [options.timeout] how many milliseconds an answer may take, 30,000 unless told
 * @param {number} [options.pause] milliseconds before a request is repeated for the first time, 250 unless told; each time twice as long
 * @returns {Promise<Database>}
 * @throws {DatabaseError} when a file is damaged or does not belong to the others, or cannot be read
 * @throws {TypeError} when it is no address
 */
export async function openDatabase(address, options = {}) {
  const base = String(address).replace(/\/*$/, '/');
  requireAddress(String(address));
  const requests = new Requests(options);
  const store = new Store(requests, options.cacheBytes ?? 64 << 20);
  const {game, listed} = await readManifest(base + 'granary.manifest', requests);
  return new Database(base, game, store, await layersOf(base, game, listed, store, options.isLazy ?? false));
}

/** Refuses a name that is no address: in a page, every name is one. */
function requireAddress(name) {
  let url;
  try {
    url = new URL(/^[a-z]:/i.test(name) ? '' : name, globalThis.document?.baseURI ?? globalThis.location?.href); // one letter is a drive
  } catch {
    throw new TypeError(`'${name}' is not an address; pathToFileURL of node makes one of a directory`);
  }
  if (url.username || url.password) {
    throw new TypeError('addresses with a user name or password are not read');
  }
}

/**
 * A move with its value.
 *
 * @typedef {object} Move
 * @property {number} [pit] of awari, 0 the mover's first; also called `move`. Other games have members of their own: `group`, `taken`,
 *   `smaller`, `larger`; `row`, `column`; `fromQ`, `fromR`, `toQ`, `toR`, the last two unless the piece leaves the board
 * @property {number} captured the seeds captured
 * @property {number[]} board after the move, as the next mover sees it
 * @property {number} score for the mover, with the seeds captured
 * @property {number} [distance] plies to the next capture or the end, this move included, 0 at score 0; undefined where the
 *   database has none
 */

/**
 * What the mover gets of the seeds on a board, whatever endless play is worth. It holds where no earlier position can repeat: at the start
 * of a game, and after a capture.
 *
 * @typedef {object} Bounds
 * @property {number} seeds on the board
 * @property {number} least what the mover can force
 * @property {number} most what the opponent cannot force; one more than the least where both share an odd seed
 * @property {boolean} isExact whether the result is the same whatever endless play is worth
 */

/**
 * @param {Bounds} bounds
 * @param {number} ownStore the seeds that the mover has captured
 * @param {number} opponentsStore the seeds that the opponent has captured
 * @returns {'win' | 'loss' | 'draw' | 'open'} how the game ends; open: it depends on the position that repeats
 */
export function outcome({seeds, least, most, isExact}, ownStore, opponentsStore) {
  const ahead = ownStore - opponentsStore - seeds;
  const [atLeast, atMost] = isExact ? [least + most, least + most] : [2 * least, 2 * most];
  return ahead + atLeast > 0 ? 'win' : ahead + atMost < 0 ? 'loss' : atLeast === atMost ? 'draw' : 'open';
}

/** A table; undefined when the database does not have it, or the server not the file, as far as that is known. */
function here(table) {
  return table?.isAbsent ? undefined : table;
}

/** The bounds of a pair, in a layer. */
function ofPair(seeds, pair) {
  let both = 0;
  while (pairs(both) <= pair) {
    both++;
  }
  const least = pair - pairs(both - 1);
  return {seeds, least, most: seeds - both + least, isExact: both === seeds};
}

/**
 * A database. A position is an array as JSON has it everywhere in Granary: of awari the seeds in all pits, the mover's first, in the order of
 * sowing. All methods that return promises reject with DatabaseError, and with RangeError for what is no
 * position.
 */
export class Database {
  #store;
  #scores;
  #distances;
  #bounds;
  #missing;

  constructor(address, game, store, {scores, distances, bounds, missing}) {
    /** The address of its directory. */
    this.address = address;
    /**
     * The game: `identity`, `name`, `parameters`, `topLayer`, `size(layer)`; of awari also `pits` a side, `rules`, `cells`, and
     * `moves(board)`, `end(board)` (the score without a legal move), `locate(board)`.
     */
    this.game = game;
    /** The layers that it has scores of, ascending. */
    this.layers = [...scores.keys()].sort((a, b) => a - b);
    /** The layers that are listed, and whose files of scores are not there, ascending; without `isLazy`, which leaves it empty. */
    this.missing = [...missing.keys()].sort((a, b) => a - b);
    this.#missing = missing;
    /** The layers that it has distances of, ascending. */
    this.distanceLayers = [...distances.keys()].sort((a, b) => a - b);
    /** The layers that it has bounds of, ascending. */
    this.boundsLayers = [...bounds.keys()].sort((a, b) => a - b);
    this.#store = store;
    this.#scores = scores;
    this.#distances = distances;
    this.#bounds = bounds;
  }

  /** Whether it has distances of any layer. */
  get hasDistances() {
    return this.#distances.size > 0;
  }

  /** @returns {number} of positions in a layer, 0 where the game has no such layer */
  size(layer) {
    return Number.isInteger(layer) && layer >= 0 && layer <= this.game.topLayer ? this.game.size(layer) : 0;
  }

  /**
   * @returns {number[]} the position of a rank, 0 to size(layer) - 1, in a layer
   * @throws {RangeError} when the game has no such layer or rank
   */
  unrank(layer, rank) {
    if (!Number.isInteger(rank) || rank < 0 || rank >= this.size(layer)) {
      throw new RangeError(`no position ${rank} of layer ${layer}`);
    }
    return this.game.unrank(layer, rank);
  }

  /** @returns {number[]} any position of a layer, all with the same probability */
  random(layer) {
    return this.unrank(layer, Math.floor(Math.random() * this.size(layer)));
  }

  /** @returns {Promise<number>} the score of a position for the mover */
  async score(board) {
    return this.#store.read(reading => this.#score(board, reading));
  }

  /**
   * Looks up many positions at once, in one round trip as a rule.
   *
   * @returns {Promise<number[]>} a score for each; NaN where the database lacks a layer
   */
  async scores(boards) {
    const lacking = new Set(); // known at once; looked up again, what they also need might be damaged and asked for without end
    return this.#store.read(reading => boards.map(board => {
      if (lacking.has(board)) {
        return NaN;
      }
      try {
        return this.#score(board, reading);
      } catch (problem) {
        if (!(problem instanceof MissingLayerError)) {
          throw problem;
        }
        lacking.add(board);
        return NaN;
      }
    }));
  }

  /** @returns {Promise<number | undefined>} plies to the next capture or the end; undefined where the database has none */
  async findDistance(board) {
    const {layer, rank} = this.game.locate(board);
    return this.#store.read(reading => here(this.#distances.get(layer))?.value(rank, reading));
  }

  /**
   * @returns {Promise<Bounds | undefined>} what the mover gets of the seeds. Where the database has no bounds of the layer, they are the score
   *   under `olympiad` and `strict`, whose endless play is shared; otherwise undefined
   */
  async findBounds(board) {
    const {layer, rank} = this.game.locate(board);
    return this.#store.read(reading => {
      const table = here(this.#bounds.get(layer));
      if (table) {
        return ofPair(layer, table.value(rank, reading) || 0); // NaN while it is fetched
      }
      const isShared = this.game.name === 'awari' && this.game.rules !== 'abapa';
      if (!isShared || !this.#scores.has(layer)) {
        return undefined;
      }
      const twice = layer + this.#score(board, reading);
      return {seeds: layer, least: Math.floor(twice / 2), most: Math.ceil(twice / 2), isExact: true};
    });
  }

  /** @returns {Promise<Move[]>} the legal moves, best first: by score, then by progress, then by number */
  async moves(board) {
    return this.#store.read(reading => this.#moves(board, reading));
  }

  /** @returns {Promise<Move[]>} the moves that keep the score; otherwise as moves() */
  async bestMoves(board) {
    const moves = await this.moves(board);
    return moves.filter(move => move.score === moves[0].score);
  }

  /** As moves(); where the database lacks a layer that a move leads to, that stands at the end, without score and distance. */
  async knownMoves(board) {
    return this.#store.read(reading => this.#knownMoves(board, reading));
  }

  /**
   * Returns best play of both sides: the side that gains plays to the nearest capture that it can force, the other to the farthest. Where
   * awari has no distances, that takes looking ahead for each capture.
   *
   * @param {number} [most] how many positions are looked up ahead at most; if they are not enough, the line may go in circles
   * @returns {Promise<{moves: Move[], end: 'game-over' | 'repetition' | 'limit'}>} until the game is over or a position repeats, or there
   *     are 1000 moves
   */
  async line(board, most = MOST_POSITIONS) {
    return bestLine(this, board, most);
  }

  /** As moves(), of many positions at once. */
  async allMoves(boards) {
    return this.#store.read(reading => boards.map(board => this.#moves(board, reading)));
  }

  #score(board, reading) {
    const {layer, rank} = this.game.locate(board);
    if (rank === undefined) { // the opening row of Chain is not stored
      const scores = this.game.moves(board).map(move => this.game.value(0, this.#score(move.board, reading)));
      return scores.reduce((a, b) => this.game.order(b) > this.game.order(a) ? b : a);
    }
    const table = this.#scores.get(layer);
    if (!table || table.isAbsent) {
      const held = this.layers.length === 0 ? 'none' : this.layers.join(', ');
      const name = table?.name ?? this.#missing.get(layer);
      const likely = name ? `${name} is listed, but not there; copy it again or run granary repair` : 'not built';
      const problem = new MissingLayerError(this.address, -1, `scores of layer ${layer}`, `layers ${held}`, likely);
      throw Object.assign(problem, {layer});
    }
    return table.value(rank, reading, other => this.#score(other, reading));
  }

  #scoreOrNone(board, reading) {
    try {
      return this.#score(board, reading);
    } catch (problem) {
      if (problem instanceof MissingLayerError) {
        return undefined;
      }
      throw problem;
    }
  }

  #knownMoves(board, reading) {
    this.game.locate(board);
    const legal = this.game.moves(board);
    const known = legal.filter(move => this.#scoreOrNone(move.board, reading) !== undefined);
    return [...this.#moves(board, reading, known), ...legal.filter(move => !known.includes(move))];
  }

  #moves(board, reading, chosen) {
    const {layer} = this.game.locate(board);
    const distances = here(this.#distances.get(layer));
    const moves = (chosen ?? this.game.moves(board)).map(move => {
      const score = this.game.value(move.captured, this.#score(move.board, reading));
      const at = distances && this.game.locate(move.board);
      // Looked up for drawn moves, too: whether it is one is not known before the score has come.
      const after = !distances ? undefined : at.layer === layer ? 1 + distances.value(at.rank, reading) : 1;
      return {...move, score, distance: score === 0 && at?.layer === layer ? 0 : after};
    });
    const progress = ({score, distance = 0}) => score > 0 ? -distance : score < 0 ? distance : 0;
    return moves.sort((a, b) => this.game.order(b.score) - this.game.order(a.score) || progress(b) - progress(a));
  }
}
