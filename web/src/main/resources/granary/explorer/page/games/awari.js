// Awari: south's pits A to F from left to right, north's a to f above them from right to left; sowing goes anticlockwise.

import {capital, magnitude, plural, signed} from '../dom.js';
import {Awari} from '../reader/awari.js';
import {isGuess, range} from '../results.js';
import {Board} from './awari-board.js';
import {absolute, letterOf, SIDES} from './awari-notation.js';
import {rulesOf} from './rules.js';
import {sum} from './simple.js';

const OPEN = 'Open: it depends on which position repeats';

/** The certain outcome of a game, by the signs of the mover's least and greatest lead at its end: a word, a category, and names of groups of moves. */
const OUTCOMES = new Map([
  ['1 1', {word: 'wins', category: 'win', group: 'Winning', gain: 'Gaining seeds'}],
  ['0 1', {word: 'open', category: 'open', group: 'Open: at least a draw', gain: 'Open: even or gaining'}],
  ['0 0', {word: 'draws', category: 'draw', group: 'Drawing', gain: 'Even'}],
  ['-1 1', {word: 'open', category: 'open', group: OPEN, gain: OPEN}],
  ['-1 0', {word: 'open', category: 'open', group: 'Open: at most a draw', gain: 'Open: losing or even'}],
  ['-1 -1', {word: 'loses', category: 'loss', group: 'Losing', gain: 'Losing seeds'}],
]);

const keyOf = lead => lead.map(Math.sign).join(' ');

/** The seeds that the mover has taken, less those of the other side. */
const ahead = ({side, taken}) => taken[side] - taken[1 - side];

/** Whether the stores belong to the game, and are not those of a board that was set up without. */
const hasStores = ({board, taken}) => sum(taken) > 0 || sum(board) === 4 * board.length;

export const awari = {
  id: 'awari',
  players: SIDES,
  setsUpPits: true,
  isDuel: true,

  layer: sum,

  start: database => database.opening && {board: database.opening, side: 0, taken: [0, 0]},

  toUrl: position => [...absolute(position), ...position.taken, position.side === 0 ? 'S' : 'N'].join('-'),

  fromUrl(text, database) {
    const cells = 2 * Number(database.parameters.pits);
    const fields = text.trim().split(/\s*[-_,]\s*|\s+/);
    const side = /^[sS]$/.test(fields.at(-1)) ? 0 : /^[nN]$/.test(fields.at(-1)) ? 1 : null;
    const numbers = side === null ? fields : fields.slice(0, -1);
    const wrong = numbers.find(field => !/^\d{1,3}$/.test(field));
    if (wrong !== undefined) {
      throw new Error(wrong === '' ? 'Between two separators there is no number of seeds.' : `“${wrong}” is not a number of seeds.`);
    }
    if (numbers.length !== cells && numbers.length !== cells + 2) {
      throw new Error(`A position is ${cells} numbers, those of the side to move first; or ${cells + 2} numbers and S or N. There are ${numbers.length}.`);
    }
    const pits = numbers.slice(0, cells).map(Number);
    const taken = numbers.length > cells ? numbers.slice(cells).map(Number) : [0, 0];
    const complaint = this.complaint(database, pits, taken);
    if (complaint) {
      throw new Error(complaint);
    }
    return {board: absolute({board: pits, side: side ?? 0}), side: side ?? 0, taken};
  },

  /** Why the position is impossible, or null. */
  complaint(database, pits, taken) {
    const seeds = sum(pits);
    const all = seeds + sum(taken);
    const most = 4 * pits.length;
    return seeds > database.topLayer ? `A board has at most ${database.topLayer} seeds, not ${seeds}.`
      : sum(taken) > 0 && all > most ? `The seeds on the board and those taken are ${all}; a game has ${most}.`
        : null;
  },

  moves: (position, database) => rulesOf(Awari, database).moves(position.board),

  after(position, move) {
    const taken = [...position.taken];
    taken[position.side] += move.captured;
    return {board: move.board, side: 1 - position.side, taken};
  },

  code: (move, moves, side) => letterOf(side, move.pit),
  moveName: (move, side) => letterOf(side, move.pit),
  moveNote: move => move.captured ? `takes ${move.captured}` : '',

  /** The move for a key, if the key stands for one. */
  ofKey(key, moves) {
    const pit = /^[a-h]$/i.test(key) ? key.toUpperCase().charCodeAt(0) - 65 : /^[1-8]$/.test(key) ? Number(key) - 1 : -1;
    return moves.find(move => move.pit === pit);
  },

  /**
   * An answer about a position as its reader may take it. Under `abapa` a score is an estimate, and loses its category. Where bounds are known,
   * they decide: `lead` has the mover's least and greatest lead at the end of the game, `outcome` the word for it, and the moves stand in that order. A
   * move back to one of the positions before, those since the last capture, ends the game. `isFromHere` says that there are such positions.
   */
  judge(position, answer, database, before = []) {
    const game = rulesOf(Awari, database);
    if (game.rules !== 'abapa' || answer.moves?.length === 0) {
      return answer;
    }
    const seeds = sum(position.board);
    const judged = one => {
      const {least, most} = one;
      if (least === undefined) {
        return game.moves(one.board ?? position.board).length === 0 ? one : {...one, category: undefined};
      }
      const lead = [2 * least - seeds + ahead(position), 2 * most - seeds + ahead(position)];
      const {category, gain, group, word} = OUTCOMES.get(keyOf(lead));
      return {...one, category, lead, outcome: word, heading: hasStores(position) ? group : gain};
    };
    const played = move => {
      const repeats = before.some(one => one.side !== position.side && String(one.board) === String(move.board));
      const own = sum(move.board.slice(move.board.length / 2));
      return judged({...move, distance: undefined, ...(repeats ? {least: own, most: own, repeats} : {})});
    };
    const order = [...OUTCOMES.keys()];
    const place = ({lead, score}) => lead ? order.indexOf(keyOf(lead)) : order.length + (score === undefined);
    return {
      ...judged(answer), isFromHere: before.length > 0,
      ...(answer.moves && {moves: answer.moves.map(played).sort((one, other) => place(one) - place(other))}),
    };
  },

  /** The score that a move gives away, compared with the best. */
  loss: (move, best) => best.score - move.score,

  /** The headings of moves by result: a player who gains from here on may have lost already. */
  groups: {loss: 'Losing seeds'},

  /** The end of a game with these positions: what each side has, and why. Null when the game is not over. */
  ending(positions, database) {
    const now = positions.at(-1);
    const game = rulesOf(Awari, database);
    const total = sum(now.board) + sum(now.taken);
    const own = sum(now.board.slice(0, now.board.length / 2));
    const rows = now.side === 0 ? [own, sum(now.board) - own] : [sum(now.board) - own, own];
    const with_ = more => now.taken.map((taken, side) => taken + more[side]);
    if (game.moves(now.board).length === 0) {
      const gain = (sum(now.board) + game.end(now.board)) / 2;
      const rest = sum(now.board) - gain;
      return {has: with_(now.side === 0 ? [gain, rest] : [rest, gain]), why: `${SIDES[now.side]} cannot move`};
    }
    if (positions.slice(0, -1).some(one => one.side === now.side && one.board.join() === now.board.join())) {
      return {has: with_(game.rules === 'abapa' ? rows : [0, 0]), why: 'The position was there before'};
    }
    const most = now.taken.findIndex(taken => taken * 2 > total);
    return most < 0 ? null : {has: now.taken, most, why: `${SIDES[most]} has more than half of the seeds`};
  },

  /** The value in the history: south's lead at the end of the game, the least and the greatest. */
  value(position, {lead, score}) {
    const [low, high] = lead ?? [score + ahead(position), score + ahead(position)];
    return position.side === 0 ? [low, high] : [0 - high, 0 - low];
  },
  valueNote([low, high]) {
    const note = value => magnitude(value) === '0' ? 'even' : `${SIDES[value > 0 ? 0 : 1]} ahead by ${magnitude(value)}`;
    return low === high ? note(low) : `from ${note(low)} to ${note(high)}`;
  },
  axis: ['South', 'North'],
  scoreTitle: 'Score for the mover',

  verdict(position, answer) {
    const mover = SIDES[position.side];
    const other = SIDES[1 - position.side];
    if (answer.moves.length === 0) {
      const lead = answer.score + position.taken[position.side] - position.taken[1 - position.side];
      const total = sum(position.board) + sum(position.taken);
      return {title: 'The game is over', detail: `${mover} cannot move: ${(total + lead) / 2} to ${(total - lead) / 2} for ${mover}.`};
    }
    if (answer.lead) {
      const gets = `gets ${range(answer.least, answer.most, ' to ')} of the ${plural(sum(position.board), 'seed')}`;
      const own = position.taken[position.side];
      const said = hasStores(position) ? `${answer.outcome}, ${range(own + answer.least, own + answer.most, ' to ')}` : gets;
      return {title: `${mover} to move: ${said}`, detail: [
        hasStores(position) && `${mover} ${gets} on the board.`,
        answer.category === 'open' && 'Open: it depends on which position repeats.',
        answer.isFromHere && 'Counted from here: a position that the game has seen may change it.',
      ].filter(Boolean).join(' ')};
    }
    if (isGuess(answer)) {
      return {title: `${mover} to move: about ${signed(answer.score)}`,
        detail: 'Under abapa the score is an estimate, because it depends on which position repeats. The database holds no bounds here.'};
    }
    const gains = Math.abs(answer.score);
    const who = answer.score > 0 ? mover : other;
    const title = answer.score === 0 ? `${mover} to move: even` : `${mover} to move: ${who} gains ${plural(gains, 'seed')}`;
    const parts = answer.score === 0 ? ['neither side gains from here'] : [];
    if (answer.distance > 0) {
      parts.push(answer.distance === 1 ? 'this move captures or ends the game' : `${answer.distance} plies to the next capture in best play`);
    }
    if (sum(position.taken) > 0) {
      const ends = this.value(position, answer);
      parts.push(ends[0] === 0 ? 'level in the end' : `${this.valueNote(ends)} in the end`);
    }
    return {title, detail: parts.length === 0 ? '' : capital(parts.join('; ')) + '.'};
  },

  /**
   * The meaning of a move for the whole game, for the mover, once seeds were taken. The seeds of each side in the end are certain if the
   * move ends the game; if play may be endless, some may stay on the board.
   */
  outcome(position, move, database) {
    const {side, taken} = position;
    if (!hasStores(position)) {
      return '';
    }
    if (move.lead) {
      return `${move.repeats ? 'ends the game: ' : ''}${move.outcome}, ${range(taken[side] + move.least, taken[side] + move.most, ' to ')}`;
    }
    const lead = move.score + ahead(position);
    const total = sum(position.board) + sum(taken);
    const isLast = rulesOf(Awari, database).moves(move.board).length === 0;
    const [own, other] = [(total + lead) / 2, (total - lead) / 2];
    const result = lead === 0 ? 'draws' : lead > 0 ? 'wins' : 'loses';
    return isLast ? `${result} ${own} to ${other}` : lead === 0 ? result : `${result} by ${Math.abs(lead)}`;
  },

  /** Why neither side wants to move, in positions of mutual zugzwang. */
  zugzwang({board, side}, answer) {
    const {lead, score, otherToMove} = answer;
    const hasBoth = sum(board.slice(0, board.length / 2)) > 0 && sum(board.slice(board.length / 2)) > 0;
    if (!hasBoth || !(score + otherToMove < 0)) {
      return null;
    }
    const about = lead || isGuess(answer);
    const sign = about ? '≈' : '';
    return `Zugzwang: ${SIDES[side]} has ${sign}${signed(score)} here, but would have ${sign}${signed(-otherToMove)} if it were ${SIDES[1 - side]}’s turn. `
      + `Having to move costs ${about ? 'about ' : ''}${plural(-otherToMove - score, 'seed')}.`;
  },

  board: () => new Board(),
};
