// Lines where no distances are known, on a graph of best moves that has circles. (Few positions of small databases have such.)

import {bestLine} from '../line.js';
import {same} from './kit.js';

/** By position: its layer, and its moves in the order of the database: the position after each, its score. The winner moves at even ones. */
const GRAPH = {
  0: {layer: 5, moves: [[1, 2], [3, 2], [5, 2], [9, 1]]},
  1: {layer: 5, moves: [[0, -2]]}, // round in a circle
  2: {layer: 5, moves: [[7, 2]]},
  3: {layer: 5, moves: [[2, -2]]}, // the long way: 3 2 7 8
  4: {layer: 5, moves: [[7, 2]]},
  5: {layer: 5, moves: [[6, -2], [8, -3]]}, // the short way, if the loser gives nothing away
  6: {layer: 5, moves: [[1, 2], [9, 2]]},
  7: {layer: 5, moves: [[8, -2], [4, -2]]}, // the loser may stay in the layer for a move
  8: {layer: 5, moves: [[9, 2]]},
  9: {layer: 3, moves: []},
};

const database = {
  game: {tellsDistance: false, locate: ([position]) => ({layer: GRAPH[position].layer})},
  async moves([position]) {
    return GRAPH[position].moves.map(([after, score]) => ({board: [after], score}));
  },
  async allMoves(boards) {
    return Promise.all(boards.map(board => this.moves(board)));
  },
};

export class LineTest {
  async theWinnerTakesTheShortestWayToACapture() {
    const {moves, end} = await bestLine(database, [0], 100);
    same([[[5], [6], [9]], 'game-over'], [moves.map(move => move.board), end], 'line');
  }

  async aLineHasNoMoreMovesThanItMay() {
    const {moves, end} = await bestLine(database, [0], 100, 2);
    same([[[5], [6]], 'limit'], [moves.map(move => move.board), end], 'line');
  }

  async withTooFewPositionsTheFirstMoveIsPlayed() {
    const {moves, end} = await bestLine(database, [0], 1);
    same([[[1], [0]], 'repetition'], [moves.map(move => move.board), end], 'line');
  }
}
