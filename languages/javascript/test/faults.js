// Servers and networks that fail, and how much is asked of those that do not.

import {DamagedFileError, DatabaseError, MissingLayerError, ReadFaultError, UnsupportedDatabaseError, openDatabase} from '../granary.js';
import {fails, same} from './kit.js';

const PACKED = 'awari-6-olympiad/';
const COMPRESSED = 'awari-2-strict-compressed/';
const BOARDS = {[PACKED]: [0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0], [COMPRESSED]: [3, 1, 0, 6]};
const RUNS = 1000;

const withHeaders = (response, bytes, headers) =>
  new Response(bytes, {status: response.status, headers: {...Object.fromEntries(response.headers), ...headers}});

async function altered(response, change) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return withHeaders(response, change(bytes), {});
}

/** What goes wrong with an answer, and whether asking again helps. `null` stands for what depends on the byte. */
const FAULTS = {
  'no connection': {mayPass: true, make: () => Promise.reject(new TypeError('connection reset'))},
  'status 500': {mayPass: true, make: () => new Response('', {status: 500})},
  'status 503 with a pause': {mayPass: true, make: () => new Response('', {status: 503, headers: {'Retry-After': '0'}})},
  'status 503 until a date': {mayPass: true, make: () => new Response('', {status: 503, headers: {'Retry-After': 'Tue, 31 Dec 2999 23:59:59 GMT'}})},
  'status 429 with a long pause': {mayPass: false, make: () => new Response('', {status: 429, headers: {'Retry-After': '3600'}})},
  'status 403': {mayPass: false, make: () => new Response('', {status: 403})},
  'status 404': {mayPass: false, make: () => new Response('', {status: 404})},
  'status 416': {mayPass: false, make: () => new Response('', {status: 416})},
  'a cut body': {mayPass: true, make: response => altered(response, bytes => bytes.subarray(0, bytes.length - 1))},
  'a longer body': {mayPass: true, make: response => altered(response, bytes => Uint8Array.of(...bytes, 0))},
  'another range': {mayPass: true, make: (response, bytes) => withHeaders(response, bytes, {'Content-Range': 'bytes 1-2/3'})},
  'no range': {mayPass: false, make: async response => {
    const headers = Object.fromEntries(response.headers);
    delete headers['content-range'];
    return new Response(await response.arrayBuffer(), {status: response.status, headers});
  }},
  'another version': {mayPass: false, make: async response => withHeaders(response, await response.arrayBuffer(), {ETag: '"other"'})},
  'an altered byte': {mayPass: true, make: (response, random) => altered(response, bytes => {
    bytes[Math.floor(random() * bytes.length)] ^= 1 << Math.floor(8 * random());
    return bytes;
  })},
};

/** Random numbers from a seed, as splitmix32. */
function randomOf(seed) {
  return () => {
    seed = seed + 0x9e3779b9 | 0;
    let z = seed ^ seed >>> 16;
    z = Math.imul(z, 0x21f0aaad);
    z = Math.imul(z ^ z >>> 15, 0x735a2d97);
    return ((z ^ z >>> 15) >>> 0) / 2 ** 32;
  };
}

export class FaultsTest {
  #answered = new Map();

  constructor(root, databases, fetch) {
    Object.assign(this, {root, ask: fetch});
  }

  /** Asks for a file or a range of it, once: a thousand faults are to be made, and not a thousand requests for each. */
  async #fetch(address, request) {
    const key = `${address} ${request?.headers?.Range}`;
    if (!this.#answered.has(key)) {
      const response = await this.ask(address, request);
      this.#answered.set(key, {status: response.status, headers: response.headers, bytes: await response.arrayBuffer()});
    }
    const {status, headers, bytes} = this.#answered.get(key);
    return new Response(bytes, {status, headers});
  }

  /** Opens a database; each answer goes through a function that may change it. */
  #open(name, change, options = {}) {
    const fetch = async (address, request) => change(await this.#fetch(address, request), address, request);
    return openDatabase(this.root + name, {fetch, pause: 1, ...options});
  }

  async #answers(name) {
    const database = await this.#open(name, response => response);
    return JSON.stringify([await database.score(BOARDS[name]), await database.moves(BOARDS[name])]);
  }

  async whatMayPassIsAskedForAgainAndNothingElseIs() {
    for (const name of [PACKED, COMPRESSED]) {
      const expected = await this.#answers(name);
      for (const [what, {mayPass, make}] of Object.entries(FAULTS)) {
        for (const times of [1, Infinity]) {
          let left = 0;
          const random = randomOf(1);
          const database = await this.#open(name, response => left-- > 0 ? make(response, random) : response);
          left = times;
          let found;
          try {
            found = JSON.stringify([await database.score(BOARDS[name]), await database.moves(BOARDS[name])]);
          } catch (problem) {
            if (!(problem instanceof DatabaseError)) {
              throw problem;
            }
            found = 'refused';
          }
          same(mayPass && times === 1 ? expected : 'refused', found, `${name} ${what} ${times}`);
        }
      }
    }
  }

  async aThousandFaultsEndInTheRightScoresOrInAnError() {
    const random = randomOf(RUNS);
    const expected = {[PACKED]: await this.#answers(PACKED), [COMPRESSED]: await this.#answers(COMPRESSED)};
    const makers = Object.values(FAULTS).map(fault => fault.make);
    const counts = {right: 0, refused: 0};
    for (let run = 0; run < RUNS; run++) {
      const name = random() < 0.5 ? PACKED : COMPRESSED;
      const often = random() ** 3;
      let found;
      let database;
      try {
        database = await this.#open(name, response =>
          random() < often ? makers[Math.floor(random() * makers.length)](response, random) : response, {pause: 0});
        found = JSON.stringify([await database.score(BOARDS[name]), await database.moves(BOARDS[name])]);
      } catch (problem) {
        if (!(problem instanceof DatabaseError)) {
          throw new Error(`run ${run}`, {cause: problem});
        }
        counts.refused++;
        continue;
      }
      // Distances whose file was not there count as left away.
      const isWhole = name === COMPRESSED || database.distanceLayers.includes(3);
      same(isWhole ? expected[name] : expected[name].replaceAll(/,"distance":\d+/g, ''), found, `run ${run}`);
      counts.right++;
    }
    same(true, counts.right > 0 && counts.refused > 0, JSON.stringify(counts));
  }

  async eachKindOfFailureHasItsError() {
    const failing = kind => address => address.includes('layer-002') ? FAULTS[kind].make : response => response;
    const opened = kind => this.#open(PACKED, (response, address) => failing(kind)(address)(response));
    await fails(ReadFaultError, () => opened('status 403'), '403');
    await fails(ReadFaultError, () => opened('status 500'), '500');
    await fails(ReadFaultError, () => opened('no range'), 'no range');
    let isOther = false;
    const database = await this.#open(PACKED, response => isOther ? FAULTS['another version'].make(response) : response);
    isOther = true;
    await fails(ReadFaultError, () => database.score(BOARDS[PACKED]), 'another version');
    await fails(UnsupportedDatabaseError, () => this.#open(PACKED, FAULTS['status 404'].make), 'no manifest');
    const secret = await openDatabase('https://user:secret@host/').catch(problem => problem);
    same(true, secret instanceof TypeError && !secret.message.includes('secret'), 'a password is not shown');
    isOther = false;
    same(2, await database.score([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]), 'asked for again');
  }

  async layersThatAreNotThereLeaveTheOthers() {
    for (const isLazy of [false, true]) {
      const change = (response, address) => address.includes('layer-003.granary') ? FAULTS['status 404'].make() : response;
      const database = await this.#open(PACKED, change, {isLazy});
      same(2, await database.score([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]), 'a layer that is there');
      same([null], await database.scores([BOARDS[PACKED]]), 'NaN');
      await fails(MissingLayerError, () => database.score(BOARDS[PACKED]), 'a layer that is not there');
      same(isLazy ? [] : [3], database.missing, 'missing');
      const moves = await database.knownMoves([0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0]);
      same([[5, 2, true], [4, 0, false]], moves.map(({pit, captured, score}) => [pit, captured, score !== undefined]), 'moves');
      same(isLazy, database.layers.includes(3), 'layers');
    }
  }

  /** A unit is told from others without regard to case, and a server may not know the length. */
  async rangesInOtherSpellingsAreTaken() {
    for (const spelling of [range => range.replace('bytes', 'Bytes'), range => range.replace(/\d+$/, '*')]) {
      const database = await this.#open(PACKED, response => {
        const headers = new Headers(response.headers);
        if (headers.has('Content-Range')) {
          headers.set('Content-Range', spelling(headers.get('Content-Range')));
        }
        return new Response(response.body, {status: response.status, headers});
      });
      same(2, await database.score([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]), 'a score');
    }
  }

  async distancesThatAreNotThereWereLeftAway() {
    const board = BOARDS[PACKED];
    for (const isLazy of [false, true]) {
      let isGone = true;
      const change = (response, address) => isGone && address.includes('003.distances') ? FAULTS['status 404'].make() : response;
      const database = await this.#open(PACKED, change, {isLazy});
      same(undefined, await database.findDistance(board), 'a distance');
      same([undefined, undefined], (await database.moves(board)).map(move => move.distance), 'moves');
      isGone = false;
      const whole = await this.#open(PACKED, change, {isLazy, cacheBytes: 0});
      same(true, await whole.findDistance(board) >= 0, 'a distance');
      isGone = true;
      await fails(ReadFaultError, () => whole.findDistance(board), 'a file that is gone');
    }
  }

  async smallFilesMayComeWholeAndLongOnesMustNot() {
    const whole = async (response, address) => {
      const all = await this.#fetch(address);
      return new Response(await all.arrayBuffer(), {status: 200, headers: response.headers});
    };
    const database = await this.#open(PACKED, whole);
    same(2, await database.score([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0]), 'a small file');
    const long = () => this.#open('awari-3-olympiad/', (response, address) => address.endsWith('manifest') ? response : whole(response, address));
    await fails(ReadFaultError, long, 'a long file');
    for (const change of [bytes => bytes.subarray(1), bytes => Uint8Array.of(...bytes, 0)]) {
      const other = async (response, address) =>
        address.endsWith('manifest') ? response : altered(await whole(response, address), change);
      await fails(DamagedFileError, () => this.#open(PACKED, other), 'a file of another length');
    }
  }

  /** Answers come in rounds of 50 ms, so requests that are sent at once are one round. */
  async aLookupTakesAsFewRoundTripsAsItCan() {
    for (const [name, most] of [[PACKED, 1], [COMPRESSED, 2]]) {
      let rounds = 0;
      let asked = 0;
      let waiting = [];
      // Answers to none before the answers to all have come.
      const fetch = async (address, request) => {
        rounds += asked++ === 0 ? 1 : 0;
        const response = await this.#fetch(address, request);
        await new Promise(end => setTimeout(end)); // the others are asked for by now
        await new Promise(end => {
          waiting.push(end);
          if (waiting.length === asked) {
            waiting.forEach(one => one());
            [asked, waiting] = [0, []];
          }
        });
        return response;
      };
      const database = await this.#open(name, null, {fetch});
      same(true, rounds <= 2, `${rounds} round trips to open ${name}`);
      rounds = 0;
      const [score, moves, others] = await Promise.all([
        database.score(BOARDS[name]), database.moves(BOARDS[name]), database.scores([BOARDS[name], BOARDS[name]])]);
      same([score, score], others, name);
      same(true, moves.length > 0 && rounds <= most, `${rounds} round trips to look up ${name}`);
      rounds = 0;
      await database.moves(BOARDS[name]);
      same(0, rounds, `round trips of what is in memory, ${name}`);
    }
  }

  async whatIsReadStaysInMemoryUntilItIsUsedAlsoWithoutRoomForData() {
    for (const name of [PACKED, COMPRESSED]) {
      const asked = [];
      const note = (response, address, request) => {
        asked.push(`${address} ${request.headers.Range}`);
        return response;
      };
      const database = await this.#open(name, note, {cacheBytes: 0});
      const found = await Promise.all([database.score(BOARDS[name]), database.moves(BOARDS[name])]);
      same(await this.#answers(name), JSON.stringify(found), name);
      same([...new Set(asked)], asked, name);
      const before = asked.length;
      await database.score(BOARDS[name]);
      same(name === PACKED, asked.length > before, `asked for again, ${name}: decoded halves of blocks are remembered`);
    }
  }
}
