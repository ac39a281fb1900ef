// Asks a web server for bytes of files. An answer is used only if it is what was asked for: the range, the length of the file, and
// its version (ETag or Last-Modified).

import {DamagedFileError, ReadFaultError} from './errors.js';

/** The most requests that are under way at a time. */
const AT_ONCE = 64;
/** The most times that a request is sent. */
const TRIES = 5;
/** The longest that a server may make us wait, in milliseconds. */
const PATIENCE = 60_000;
/** The longest file that is taken whole from a server that does not give ranges of it. */
const SMALL = 1 << 20;

const PASSING = [408, 425, 429, 500, 502, 503, 504];

/** A file of the database. */
export class RemoteFile {
  /** The identity of its version, once an answer has come. */
  version;
  /** The parts that are in memory or wanted, by offset: see store.js. */
  parts = new Map();

  isAbsent = false;

  /**
   * @param {number} length as the manifest lists it
   */
  constructor(address, length) {
    this.address = address;
    this.length = length;
  }
}

/** The fault of an answer. */
class Fault extends Error {
  /** @param {'passing' | 'length' | 'absent' | 'changed' | 'refused'} kind */
  constructor(kind, message, pause = 0) {
    super(message);
    this.kind = kind;
    this.pause = pause;
  }
}

export class Requests {
  #fetch;
  #timeout;
  #pause;
  #free = AT_ONCE;
  #waiting = [];

  constructor({fetch = globalThis.fetch, timeout = 30_000, pause = 250} = {}) {
    this.#fetch = (...words) => fetch(...words);
    this.#timeout = timeout;
    this.#pause = pause;
  }

  /** @returns {Promise<Uint8Array>} a small file, as it is now */
  whole(address, most) {
    return this.#ask({address, most, cache: 'no-cache'});
  }

  /**
   * @param {RemoteFile} file
   * @param {boolean} isFresh whether to ask past the caches between here and the server
   * @returns {Promise<Uint8Array>} bytes of the file
   */
  range(file, from, length, isFresh) {
    // Browsers would let ranges of one file pass one after another, to keep each in their cache.
    return this.#ask({address: file.address, file, from, length, cache: isFresh ? 'reload' : 'no-store'});
  }

  async #ask(request) {
    for (let tries = 1; ; tries++) {
      if (this.#free > 0) {
        this.#free--;
      } else {
        await new Promise(turn => this.#waiting.push(turn));
      }
      let fault;
      try {
        return await this.#send(request);
      } catch (problem) {
        fault = problem;
      } finally {
        const next = this.#waiting.shift();
        if (next) {
          next();
        } else {
          this.#free++;
        }
      }
      const wait = Math.max(fault.pause ?? 0, this.#pause * 2 ** (tries - 1) * (0.5 + Math.random()));
      if (!['passing', 'length'].includes(fault.kind) || tries === TRIES || wait > PATIENCE) {
        throw fault instanceof Fault ? this.#error(request, fault, tries, wait) : fault;
      }
      await new Promise(done => setTimeout(done, wait));
    }
  }

  #error({address, file, from, length}, fault, tries, wait) {
    if (fault.kind === 'length') {
      return new DamagedFileError(address, -1, `a file of ${file.length} bytes`, fault.message, 'cut, or of another database; copy the file there again');
    }
    const likely = {
      absent: 'not there, or not copied with the others',
      changed: 'the file was replaced while the database was open; open it again',
      refused: 'docs/http.md tells what a server must answer',
      passing: wait > PATIENCE
        ? `the server is busy (Retry-After: ${Math.ceil(wait / 1000)} s); try again later`
        : `the server or the network failed ${tries} times; try again later`,
    }[fault.kind];
    const expected = file ? `${length} bytes of the file of ${file.length}` : 'the file';
    const problem = new ReadFaultError(address, file ? from : -1, expected, fault.message, likely);
    return Object.assign(problem, {isAbsent: fault.kind === 'absent'});
  }

  async #send(request) {
    const {address, file, from, length, cache} = request;
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), this.#timeout);
    try {
      const headers = file ? {Range: `bytes=${from}-${from + length - 1}`} : {};
      const response = await this.#fetch(address, {headers, cache, signal: abort.signal});
      checkStatus(response, file);
      if (!file) {
        return await bytesOf(response, request.most, 'refused');
      }
      const isWhole = response.status === 200;
      checkRange(response, request, isWhole);
      const bytes = await bytesOf(response, isWhole ? file.length : length, isWhole ? 'length' : 'passing', true);
      return isWhole ? bytes.slice(from, from + length) : bytes;
    } catch (problem) {
      if (problem instanceof Fault) {
        throw problem;
      }
      throw new Fault('passing', abort.signal.aborted ? 'no answer in time' : `no answer: ${problem.cause?.message ?? problem.message}`);
    } finally {
      clearTimeout(timer);
      abort.abort(); // ends what is left of an answer that is not wanted
    }
  }
}

function checkStatus({status, headers}, file) {
  if (status === 404 || status === 410) {
    throw new Fault('absent', `status ${status}`);
  }
  if (status === 416 && file && file.version === undefined) {
    throw new Fault('length', 'one without these bytes');
  }
  if (status === 412 || status === 416) {
    throw new Fault('changed', `status ${status}`);
  }
  if (status !== 200 && status !== 206) {
    throw new Fault(PASSING.includes(status) ? 'passing' : 'refused', `status ${status}`, pauseOf(headers));
  }
}

/** Returns the milliseconds that a server asks to wait (Retry-After); 0 if it names none in seconds. */
function pauseOf(headers) {
  const seconds = (headers.get('Retry-After') ?? '').trim();
  return /^[0-9]{1,9}$/.test(seconds) ? 1000 * Number(seconds) : 0;
}

function checkRange({headers}, {file, from, length}, isWhole) {
  if (isWhole) {
    if (file.length > SMALL) {
      throw new Fault('refused', 'the whole file: the server does not answer range requests');
    }
  } else {
    const range = headers.get('Content-Range');
    if (range === null) {
      throw new Fault('refused', 'no Content-Range, or one that the server does not let pages of other hosts see');
    }
    const [, first, last, all] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i.exec(range) ?? [];
    if (all !== undefined && all !== '*' && Number(all) !== file.length) {
      throw new Fault('length', `${all} bytes`);
    }
    if (Number(first) !== from || Number(last) !== from + length - 1) {
      throw new Fault('passing', `the range '${range}' instead of 'bytes ${from}-${from + length - 1}/${file.length}'`);
    }
  }
  const version = headers.get('ETag')?.replace(/^W\//, '') ?? headers.get('Last-Modified') ?? 'none';
  file.version ??= version;
  if (file.version !== version) {
    throw new Fault('changed', `another version, ${version}`);
  }
}

/** The body of an answer: at most a number of bytes, or exactly that number; what kind of fault another number is. */
async function bytesOf(response, most, fault, isExact = false) {
  const bytes = new Uint8Array(most);
  const reader = response.body?.getReader();
  let length = 0;
  for (let next; reader && !(next = await reader.read()).done; length += next.value.length) {
    if (length + next.value.length > most) {
      throw new Fault(fault, `more than ${most} bytes`);
    }
    bytes.set(next.value, length);
  }
  if (isExact && length < most) {
    throw new Fault(fault, `${length} bytes of ${most}`);
  }
  return isExact ? bytes : bytes.slice(0, length);
}
