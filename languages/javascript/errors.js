// The errors of a database or of the server that has it. The subclasses differ by the remedy.

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

/** The database does not have a layer that an answer needs; `layer` is its number. Build it, or copy its file. */
export class MissingLayerError extends DatabaseError {}

/** A file is damaged, or is not the one that belongs there. Repair the database, or copy the file again. */
export class DamagedFileError extends DatabaseError {}

/** There is no database, or one of another version or an unknown game. Use another address or program. */
export class UnsupportedDatabaseError extends DatabaseError {}

/** The server or the network failed, a file was replaced or removed, or the server answers what no reader can use. Try again. */
export class ReadFaultError extends DatabaseError {}
