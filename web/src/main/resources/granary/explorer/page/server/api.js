// All requests of the page to its server. Other modules use only `databases` and the class Database. Requests for data from
// files carry the fingerprint of the files, so that the browser can cache the answers.

import {Engine} from '../engine.js';
import {rulesOf} from '../games/rules.js';
import {Awari} from '../reader/awari.js';
import {ask, posted, ROOT} from './ask.js';

/** The most positions in one request. */
const BATCH = 1000;

export const databases = async () => (await ask('')).databases.map(description => new Database(description));

/** A board of an answer in the form that URLs use. */
const text = board => board.map(word => Array.isArray(word) ? word.join(',') : word).join('_');

/** The OpenAPI description of the API. */
export async function description() {
  return (await fetch('/api/v1/openapi.json')).json();
}

export class Database {
  constructor(description) {
    Object.assign(this, description);
    this.engine = this.game === 'awari' ? new Engine(rulesOf(Awari, this), () => this.files(), (...request) => fetch(...request)) : null;
  }

  #lasting(what, parameters = {}) {
    return ask(`/${this.name}/${what}`, {...parameters, v: this.fingerprint});
  }

  /** Score, distance, bounds and moves, best first. */
  position(board) {
    return this.#lasting('position', {board: text(board)});
  }

  /** The scores and bounds of many boards; no score for a board without one. */
  async positions(boards) {
    const all = [];
    for (let at = 0; at < boards.length; at += BATCH) {
      const {positions} = await ask(`/${this.name}/positions`, {}, posted({boards: boards.slice(at, at + BATCH)}));
      all.push(...positions);
    }
    return all;
  }

  /** Best play to the end or a repetition. */
  line(board) {
    return this.#lasting('line', {board: text(board)});
  }

  statistics(layer) {
    return this.#lasting(`layers/${layer}/statistics`);
  }

  /** A position of a given kind; `value` is its score or its distance, for kinds that need one. */
  example(layer, kind, value) {
    return ask(`/${this.name}/layers/${layer}/example`, value === undefined ? {kind} : {kind, [kind]: value});
  }

  /** The files, each with its address. */
  async files() {
    const {files} = await this.#lasting('files');
    return files.map(file => ({...file, address: `${ROOT}/${this.name}/files/${file.name}?v=${this.fingerprint}`}));
  }
}
