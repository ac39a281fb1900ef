// Questions to the server. What is answered from the files is asked with their fingerprint, so that the browser may keep it.

const ROOT = '/api/v1/databases';

export class Problem extends Error {
  constructor(status, body) {
    super(body.detail ?? 'the server does not answer');
    this.status = status;
  }
}

async function ask(path, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  let response;
  try {
    response = await fetch(ROOT + path + (query ? '?' + query : ''));
  } catch {
    throw new Problem(0, {});
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new Problem(response.status, body);
  }
  return body;
}

export const databases = async () => (await ask('')).databases;

/** A board of an answer as it stands in URLs. */
export const text = board => board.map(word => Array.isArray(word) ? word.join(',') : word).join('_');

export class Database {
  constructor(description) {
    Object.assign(this, description);
  }

  #lasting(what, board) {
    return ask(`/${this.name}/${what}`, {board: text(board), v: this.fingerprint});
  }

  position(board) {
    return this.#lasting('position', board);
  }

  moves(board) {
    return this.#lasting('moves', board);
  }

  line(board) {
    return this.#lasting('line', board);
  }

  /** Has the engine search for some milliseconds. */
  searchFrom(board, millis) {
    return ask(`/${this.name}/search`, {board: text(board), millis});
  }

  statistics(layer) {
    return ask(`/${this.name}/layers/${layer}/statistics`, {v: this.fingerprint});
  }

  example(layer, kind, score) {
    return ask(`/${this.name}/layers/${layer}/example`, score === undefined ? {kind} : {kind, score});
  }
}
