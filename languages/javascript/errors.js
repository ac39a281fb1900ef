// What can be wrong with a database or the server that has it.

export class DatabaseError extends Error {
  /**
   * @param {string} address the file
   * @param {number} offset the byte it is about; below 0 when it is about the whole file
   * @param {string} expected
   * @param {string} actual
   * @param {string} likely the likely cause, and what helps
   */
  constructor(address, offset, expected, actual, likely) {
    super(`${address}${offset < 0 ? '' : `, byte ${offset}`}: expected ${expected}, found ${actual} (${likely})`);
    this.name = new.target.name;
    Object.assign(this, {address, offset, expected, actual, likely});
  }
}

/** The server does not have a file. */
export class AbsentFileError extends DatabaseError {}

/** The server or the network failed, or the server answers what no reader can use. */
export class ServerError extends DatabaseError {}

/** A file is another one than before. */
export class ChangedFileError extends DatabaseError {}

/** The database does not have a layer that an answer needs; `layer` is its number. */
export class MissingLayerError extends DatabaseError {}
