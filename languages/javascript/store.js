// The parts of files that are in memory, and how answers are read from them. What is computed from a database is a function that
// runs without waiting: it asks for parts, and for those that are missing it goes on with NaN. Then all of these are fetched at once,
// and it runs again, until nothing is missing. So every answer takes as few round trips as it can.

import {DamagedFileError} from './errors.js';

/** The most bytes that are asked for in one request. */
const REQUEST = 1 << 20;
/** The most bytes between two parts that are worth a request of their own. */
const GAP = 1 << 14;

const REMEDY = 'damaged on the server or on the way; copy the file there again, or run granary repair';

/** Consecutive bytes of a file that are fetched and checked together. */
class Part {
  /** Undefined until they have arrived. */
  bytes;
  /** A promise while they are fetched. */
  arrival;
  /** The number of readings that use it; no part that is used leaves the memory. */
  pins = 0;
  isChecked = false;
  /** Whether it was damaged, and asked for again. */
  isFresh = false;

  constructor(file, from, length) {
    Object.assign(this, {file, from, length});
  }
}

/** One run of a function, and all parts that it has used. */
class Reading {
  missing = new Set();
  held = new Set();
  #store;

  constructor(store) {
    this.#store = store;
  }

  /** @returns {Uint8Array | undefined} bytes that nobody checks; undefined when they are missing */
  bytes(file, from, length) {
    return this.#part(file, from, length).bytes;
  }

  /**
   * @param {(bytes: Uint8Array) => string | undefined} check returns what is wrong; undefined when nothing is
   * @param {[number, number]} [beside] offset and length of other bytes that the check reads, fetched again with the first if they differ
   * @returns {Uint8Array | undefined} bytes that were checked; undefined when they are missing
   */
  checked(file, from, length, check, beside) {
    const part = this.#part(file, from, length);
    if (!part.isChecked) {
      const other = beside && this.#part(file, ...beside);
      if (!part.bytes || other && !other.bytes) {
        return undefined;
      }
      const wrong = check(part.bytes);
      if (wrong !== undefined) {
        const isLast = part.isFresh;
        for (const one of other ? [part, other] : [part]) {
          this.#store.drop(one);
          one.isFresh = !isLast;
          this.missing.add(one);
        }
        if (isLast) {
          throw new DamagedFileError(file.address, from, `${length} bytes that have their checksum`, wrong, REMEDY);
        }
        return undefined;
      }
      part.isChecked = true;
    }
    return part.bytes;
  }

  #part(file, from, length) {
    let part = file.parts.get(from);
    if (!part) {
      part = new Part(file, from, length);
      file.parts.set(from, part);
    }
    if (!this.held.has(part)) {
      this.held.add(part);
      part.pins++;
      this.#store.touch(part);
    }
    if (!part.bytes) {
      this.missing.add(part);
    }
    return part;
  }
}

export class Store {
  #requests;
  #most;
  #total = 0;
  /** The parts that are in memory, the one that was used last at the end. */
  #order = new Set();

  /** @param {number} most the most bytes that are kept when nobody uses them */
  constructor(requests, most) {
    this.#requests = requests;
    this.#most = most;
  }

  /**
   * @template T
   * @param {(reading: Reading) => T} compute
   * @param {boolean} [keeps] whether what it reads stays in memory for ever
   * @returns {Promise<T>} what it returns when nothing is missing
   */
  async read(compute, keeps = false) {
    const reading = new Reading(this);
    try {
      for (;;) {
        const answer = compute(reading);
        if (reading.missing.size === 0) {
          return answer;
        }
        await this.#fetch([...reading.missing]);
        reading.missing.clear();
      }
    } finally {
      for (const part of keeps ? [] : reading.held) {
        part.pins--;
      }
      this.#trim();
    }
  }

  /** Notes that a part is used. */
  touch(part) {
    if (this.#order.delete(part)) {
      this.#order.add(part);
    }
  }

  /** Forgets the bytes of a part. */
  drop(part) {
    if (this.#order.delete(part)) {
      this.#total -= part.length;
      part.bytes = undefined;
      part.isChecked = false;
    }
  }

  #trim() {
    for (const part of this.#order) {
      if (this.#total <= this.#most) {
        break;
      }
      if (part.pins === 0) {
        this.drop(part);
        part.file.parts.delete(part.from);
      }
    }
  }

  /** Fetches parts, neighbours in one request. */
  async #fetch(parts) {
    const wanted = parts.filter(part => !part.arrival).sort((a, b) => a.from - b.from);
    for (const file of new Set(wanted.map(part => part.file))) {
      let run = [];
      for (const part of wanted.filter(one => one.file === file)) {
        const last = run.at(-1);
        const isNext = last && part.from - last.from - last.length <= GAP && part.from + part.length - run[0].from <= REQUEST;
        if (last && !isNext) {
          this.#begin(file, run);
          run = [];
        }
        run.push(part);
      }
      this.#begin(file, run);
    }
    await Promise.all(parts.map(part => part.arrival));
  }

  #begin(file, run) {
    const arrival = this.#ask(file, run);
    for (const part of run) {
      part.arrival = arrival;
    }
  }

  async #ask(file, run) {
    const from = run[0].from;
    try {
      const bytes = await this.#requests.range(file, from, run.at(-1).from + run.at(-1).length - from, run.some(part => part.isFresh));
      for (const part of run) {
        part.bytes = bytes.slice(part.from - from, part.from - from + part.length);
        this.#order.add(part);
        this.#total += part.length;
      }
    } catch (problem) {
      if (!problem.isAbsent || file.version !== undefined) {
        throw problem;
      }
      file.isAbsent = true;
    } finally {
      for (const part of run) {
        part.arrival = undefined;
      }
    }
  }
}
