// What the page asks of an engine, whether it runs at the server or in the browser. A database has one as its `engine`, or null where
// there is none for its game.

/** Positions to visit for each move of a game that is analysed, and milliseconds where only time can be limited. */
const ANALYSED = {nodes: 500_000, millis: 1000};

/**
 * An engine. A record is a game to search the last position of: `board`, where it begins, as in an address; `moves`, the codes of the
 * moves from there.
 */
export class Engine {
  /** Why it cannot run, in a sentence, or null. */
  obstacle = null;

  /**
   * Searches a position, deeper and deeper, until a limit is reached, nothing more is to be found, or the signal is given. Yields
   * `{found, state}` for each depth, and at the end: `found` as answers of the API are, without a category, and null as long as there is
   * nothing; `state` is "loading", "searching", "finished" when there is nothing more to find within the limits, or "stopped". Throws a Problem.
   *
   * @param record a game
   * @param limits `depth` and `millis`, both may be missing; `toWin` asks for a move to win by: only the first of the moves has a score
   *     to rely on
   * @param signal ends the search; the last that is yielded is what it has found
   */
  async *search(record, limits, signal) {
    throw new Error('an engine searches');
  }

  /** What a search finds in the end. */
  async best(record, limits, signal) {
    let last = null;
    for await (const {found} of this.search(record, limits, signal)) {
      last = found ?? last;
    }
    return last;
  }

  /**
   * Judges the moves of a game, one after another. Yields of each: `ply`, from 0; `lost`, the seeds that it loses against the best;
   * `best`, the best move; and `score`, `exact`, `depth` of the position before it.
   *
   * @param positions those of the game, the first and that after each move, each with `board`
   * @param recordAt the record that leads to the position of a ply
   * @param database looks positions up that it holds
   */
  async *analyse(positions, recordAt, database, signal) {
    for (let ply = 0; ply + 1 < positions.length && !signal.aborted; ply++) {
      const {board} = positions[ply];
      const isHeld = database.layers.includes(board.reduce((a, b) => a + b, 0));
      const {moves, score, exact = true, depth = 0} = isHeld ? await database.position(board) : await this.best(recordAt(ply), ANALYSED, signal);
      const next = String(positions[ply + 1].board);
      const made = moves.find(move => String(move.board) === next);
      yield {ply, lost: moves[0].score - made.score, best: moves[0], score, exact, depth};
    }
  }
}
