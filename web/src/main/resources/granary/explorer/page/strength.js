// The strength of the computer: how far it looks ahead above the database, and how often it errs.

/** The longest that a move takes, in milliseconds, on any machine. */
const MILLIS = 2000;

/**
 * From weak to strong: the limits of a search, and the slack: the computer hardly avoids moves that lose no more seeds than this.
 */
export const LEVELS = [
  {name: 'Beginner', limits: {depth: 1, millis: MILLIS}, slack: 3},
  {name: 'Casual', limits: {depth: 2, millis: MILLIS}, slack: 1.5},
  {name: 'Club', limits: {depth: 5, millis: MILLIS}, slack: 0.6},
  {name: 'Strong', limits: {depth: 9, millis: MILLIS}, slack: 0.2},
  {name: 'Best it can', limits: {millis: MILLIS, toWin: true}, slack: 0},
];

/**
 * Chooses a move. The more a move loses compared with the best, the less often it is chosen.
 *
 * @param moves best first
 * @param loss how much a move loses compared with the best
 * @param random a number from 0 to 1
 */
export function choose(moves, loss, slack, random) {
  const weights = moves.map((move, i) => slack === 0 ? (i === 0 ? 1 : 0) : Math.exp(-loss(move, moves[0]) / slack));
  let rest = random * weights.reduce((a, b) => a + b, 0);
  return moves.find((move, i) => (rest -= weights[i]) < 0) ?? moves[0];
}
