// Checks the reader against conformance/, and against further databases that have a table positions.tsv.

import {Awari} from '../awari.js';
import {MissingLayerError, openDatabase, outcome} from '../granary.js';
import {EMPTY, fails, position, refusal, rowsOf, same} from './kit.js';

const HOSTILE = 'hostile/';
const RULES = ['olympiad', 'strict', 'abapa'];
/** Positions that are looked up at once. */
const BATCH = 2000;

export class ConformanceTest {
  /**
   * @param {string} root the address of conformance/
   * @param {string[]} databases addresses of all databases with a table
   */
  constructor(root, databases, fetch) {
    Object.assign(this, {root, databases, fetch});
  }

  #rows(address) {
    return rowsOf(address, this.fetch);
  }

  #open(address) {
    return openDatabase(address, {fetch: this.fetch});
  }

  /** Opens a database in which another file takes the place of one. */
  #openWith(address, replaced, by) {
    const fetch = (asked, options) => this.fetch(asked === address + replaced ? by : asked, options);
    return openDatabase(address, {fetch, pause: 1});
  }

  async everyRowOfTheTablesIsWhatTheDatabaseSays() {
    same(true, this.databases.length > 0, 'databases');
    for (const address of this.databases) {
      const database = await this.#open(address);
      const rows = await this.#rows(address + 'positions.tsv');
      same(true, rows.length > 0, address);
      for (let at = 0; at < rows.length; at += BATCH) {
        const some = rows.slice(at, at + BATCH);
        const boards = some.map(row => position(row.position, database.game));
        const scores = await database.scores(boards);
        for (const [i, row] of some.entries()) {
          const what = `${address} ${row.position}`;
          const {layer, rank} = database.game.locate(boards[i]);
          same([row.layer, row.rank, row.score], [layer, rank, scores[i]].map(String), what);
          same(boards[i].length > 0 ? boards[i] : EMPTY[database.game.name], database.unrank(layer, rank), what);
          if (row.distance !== undefined) {
            same(Number(row.distance), await database.findDistance(boards[i]), what);
          }
          await this.#checkBounds(database, boards[i], row, what);
        }
      }
    }
  }

  /** Without a file of bounds they are the score if endless play is shared; otherwise there are none. */
  async #checkBounds(database, board, row, what) {
    const bounds = await database.findBounds(board);
    if (row.least === undefined && (database.game.name !== 'awari' || database.game.rules === 'abapa')) {
      same(undefined, bounds, what);
      return;
    }
    const seeds = Number(row.layer);
    const [low, high] = row.least === undefined ? Array(2).fill(seeds + Number(row.score)) : [2 * row.least, 2 * row.most];
    same({seeds, least: Math.floor(low / 2), most: Math.ceil(high / 2), isExact: low === high}, bounds, what);
    for (let own = 0; own <= seeds + 2; own += 1 + Math.floor(seeds / 4)) {
      const ahead = own - 1 - seeds;
      const expected = ahead + low > 0 ? 'win' : ahead + high < 0 ? 'loss' : low === high ? 'draw' : 'open';
      same(expected, outcome(bounds, own, 1), what);
    }
  }

  async headersThatLookupsReadTellTheSame() {
    for (const address of this.databases) {
      let requests = 0;
      const fetch = (...words) => {
        requests++;
        return this.fetch(...words);
      };
      const database = await openDatabase(address, {fetch, isLazy: true});
      same(1, requests, address);
      const rows = (await this.#rows(address + 'positions.tsv')).slice(-BATCH);
      const boards = rows.map(row => position(row.position, database.game));
      same(rows.map(row => row.score), (await database.scores(boards)).map(String), address);
    }
  }

  async theTablesAreComplete() {
    for (const address of this.databases.filter(one => one.startsWith(this.root))) {
      const database = await this.#open(address);
      const sizes = database.layers.map(layer => database.size(layer));
      const expected = sizes.map(size => size <= 10000 ? size : Math.floor((size - 1) / 5003) + 1).reduce((a, b) => a + b, 0);
      same(expected, (await this.#rows(address + 'positions.tsv')).length, address);
    }
  }

  async everyHostileFileIsRefusedOrAcceptedAsItsRowSays() {
    const rows = await this.#rows(this.root + HOSTILE + 'reasons.tsv');
    same(true, rows.length > 0, 'hostile files');
    const originals = new Map();
    for (const row of rows) {
      const address = `${this.root}${row.database}/`;
      const found = row['found by'];
      const what = `${row.file}: ${row.reason}`;
      let database;
      const why = await refusal(async () => {
        database = await this.#openWith(address, row.replaces, this.root + HOSTILE + row.file);
      });
      same(found === 'open' ? row.error : undefined, why, what);
      if (why) {
        continue;
      }
      if (!originals.has(address)) {
        originals.set(address, await this.#values(await this.#open(address)));
      }
      const original = originals.get(address);
      const values = await this.#values(database);
      same(found === 'data', [...values.values()].some(layer => layer.includes('damaged')), what);
      for (const [layer, scores] of values) {
        const expected = original.get(layer);
        if (found === 'nothing' || found === 'digest' && row.replaces.includes('compressed')) {
          same(expected, scores, what);
        } else if (found === 'data' && row.reason.includes('turned')) { // not forged, only damaged
          same(true, scores.every((value, i) => value === 'damaged' || value === expected[i]), what);
        }
      }
    }
  }

  async lookupsBesideDamageGiveWhatTheirTableSays() {
    const address = this.root + 'awari-2-strict-damaged/';
    const database = await this.#open(address);
    for (const row of await this.#rows(address + 'lookups.tsv')) {
      let score;
      const why = await refusal(async () => {
        const [found] = await database.scores([position(row.position)]);
        score = Number.isNaN(found) ? 'missing' : String(found);
      });
      same(row.score, why ?? score, row.position);
    }
  }

  /** All values of a database by layer: a number, or why there is none. */
  async #values(database) {
    const values = new Map();
    const all = async (name, layer, ask) => {
      const found = [];
      for (let rank = 0; rank < database.size(layer); rank++) {
        let value;
        const why = await refusal(async () => {
          value = await ask(database.unrank(layer, rank));
        });
        found.push(why ?? value);
      }
      values.set(`${name} ${layer}`, found);
    };
    for (const layer of database.layers) {
      await all('scores', layer, board => database.score(board));
    }
    for (const layer of database.distanceLayers) {
      await all('distances', layer, board => database.findDistance(board));
    }
    for (const layer of database.boundsLayers) {
      await all('bounds', layer, async board => JSON.stringify(await database.findBounds(board)));
    }
    return values;
  }

  async whatIsNoPositionOrNotInTheDatabaseIsAnError() {
    const database = await this.#open(this.root + 'awari-3-abapa/');
    for (const board of [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [1, -1, 0, 0, 0, 0], [59, 0, 0, 0, 0, 0], [0.5, 0.5, 0, 0, 0, 0], Array(6)]) {
      await fails(RangeError, () => database.score(board), board);
      await fails(RangeError, () => database.moves(board), board);
    }
    await fails(MissingLayerError, () => database.score([58, 0, 0, 0, 0, 0]), 'a layer that is not there');
    await fails(MissingLayerError, () => database.moves([58, 0, 0, 0, 0, 0]), 'a layer that is not there');
    same([null], await database.scores([[58, 0, 0, 0, 0, 0]]), 'NaN');
    same(undefined, await database.findDistance([1, 0, 0, 0, 0, 0]), 'no distances');
    same(undefined, await database.findBounds([1, 0, 0, 0, 0, 0]), 'no bounds');
  }

  async whatIsNoArrayIsNoPositionOfAnyGameAndIsShownAsItIs() {
    for (const address of this.databases.filter(one => one.startsWith(this.root))) {
      const database = await this.#open(address);
      const {length} = database.unrank(database.layers.at(-1), 0);
      await fails(RangeError, () => database.score(Array(length)), `${address} holes`);
      for (const wrong of [undefined, null, 5, '1 0 0', '1'.repeat(length)]) {
        for (const method of ['score', 'findDistance', 'findBounds', 'moves', 'line']) {
          const problem = await database[method](wrong).catch(error => error);
          const isRight = problem instanceof RangeError && problem.message.endsWith(`: ${wrong}`);
          same(true, isRight, `${address} ${method} of ${wrong}: ${problem}`);
        }
      }
    }
  }

  async whatIsNoIndexOfALayerIsARangeError() {
    for (const address of this.databases.filter(one => one.startsWith(this.root))) {
      const database = await this.#open(address);
      const layer = database.layers.at(-1);
      const wrong = [[layer, database.size(layer)], [layer, 1e9], [layer, -1], [layer, 0.5], [layer, NaN], [layer], [-1, 0], [0.5, 0],
        [1000, 0], [undefined, 0], ['0', 0]];
      for (const [of, index] of wrong) {
        same(of === layer ? database.size(of) : 0, database.size(of), `${address} size of ${of}`);
        await fails(RangeError, async () => database.unrank(of, index), `${address} ${of} ${index}`);
      }
    }
  }

  async theValueOfTheBestMoveIsThatOfThePosition() {
    for await (const {database, board, row} of this.#positions()) {
      const moves = await database.moves(board);
      const what = `${database.address} ${row.position}`;
      same(Number(row.score), moves.length > 0 ? moves[0].score : database.game.end(board), what);
      if (row.distance !== undefined && moves.length > 0 && row.score !== '0') {
        same(Number(row.distance), moves[0].distance, what);
      }
    }
  }

  async aLineRealizesTheScore() {
    await this.#checkLines(this.fetch);
  }

  /** Then first moves may go in circles. */
  async aLineRealizesTheScoreAlsoWithoutDistances() {
    await this.#checkLines((address, request) =>
      address.includes('distances') ? new Response('', {status: 404}) : this.fetch(address, request));
  }

  async #checkLines(fetch) {
    for await (const {database, board, row} of this.#positions(fetch)) {
      if (database.game.name === 'chexers' && row.score === '-1') {
        continue; // there is no way to the end
      }
      const {moves, end} = await database.line(board);
      const what = `${database.address} ${row.position}`;
      if (database.game.name !== 'awari') {
        same(Math.abs(row.score), moves.length, what);
        continue;
      }
      const last = moves.at(-1)?.board ?? board;
      const legal = database.game.moves(last);
      same(end === 'game-over', legal.length === 0, what);
      const gains = [...moves.map(move => move.captured), ...legal.length === 0 ? [database.game.end(last)] : []];
      same(Number(row.score), gains.reduce((sum, gain, i) => sum + (i % 2 === 0 ? gain : -gain), 0), what);
    }
  }

  /** Goes through the small databases. */
  async *#positions(fetch = this.fetch) {
    for (const address of this.databases.filter(one => one.startsWith(this.root) && !one.endsWith('awari-3-olympiad/'))) {
      const database = await openDatabase(address, {fetch});
      for (const row of await this.#rows(address + 'positions.tsv')) {
        yield {database, board: position(row.position, database.game), row};
      }
    }
  }

  async boardsHaveTheMovesThatWereWorkedOutByHand() {
    for (const row of await this.#rows(this.root + 'awari-moves.tsv')) {
      const board = position(row.board);
      for (const rules of row.rules === 'all' ? RULES : [row.rules]) {
        const game = new Awari(String(board.length / 2), rules);
        const moves = game.moves(board).map(({move, captured, board: after}) => `${move}:${captured}:${after.join(' ')}`);
        same(row.moves, moves.join('; ') || `none: ${game.end(board)}`, row.board);
      }
    }
  }
}
