// A pass over the whole game: what each position is worth, which moves lost seeds, a summary of each player, and a walk from one mistake to
// the next.

import {capital, h, id, plural} from '../dom.js';
import {isGuess, told} from '../results.js';
import {advise, answered, changed, events, go, inTurn, learn, now, recordOf, say, session} from '../session.js';

/** The limits of a search for each move. */
const LIMITS = {nodes: 500_000, millis: 1000};

/**
 * Classes of moves by the seeds that they lose at least, worst first. Less is within what a search errs. Where bounds decide, a move that gives up a
 * certain win or draw is a mistake even if no seed is certainly lost.
 */
const CLASSES = [
  {least: 4.5, sign: '??', name: 'blunder', many: 'blunders'},
  {least: 2.5, sign: '?', name: 'mistake', many: 'mistakes'},
  {least: 0.75, sign: '?!', name: 'inaccuracy', many: 'inaccuracies'},
];

/** The pass that is going on, or null: the tree, and what stops it. */
let going = null;

const classOf = ({judged}) => judged && CLASSES.find(({least, name}) => judged.lost >= least || (judged.isGivenUp && name === 'mistake'));

/** The loss of a move, in words. */
const lostBy = ({isGivenUp, isGuess: isAbout, lost, most}) => [
  isGivenUp && `gave up a certain ${isGivenUp}`,
  most > 0 && `lost ${isAbout ? 'about ' : most > lost ? `${Math.round(lost)} to ` : ''}${plural(Math.round(most), 'seed')}`,
].filter(Boolean).join(', ');

/** The loss of a move, compared with the best ones: seeds of what was certain, at least and at most, and the certain result that it gave up. */
function compared(made, moves) {
  if (moves.some(({lead}) => !lead)) {
    const lost = moves[0].score - made.score;
    return {lost, most: lost, isGuess: isGuess(made) || Boolean(made.lead)};
  }
  const certain = Math.max(...moves.map(({lead}) => lead[0]));
  const [low, high] = made.lead;
  return {lost: Math.max(0, certain - high), most: certain - low, isGivenUp: Math.sign(low) < Math.sign(certain) && (certain > 0 ? 'win' : 'draw')};
}

/** The sign of a move that lost seeds, with an explanation, or nothing. */
export function judgement(node) {
  const {judged} = node;
  const kind = classOf(node);
  return kind && h('span', {
    class: 'lost',
    title: `${capital(kind.name)}: ${lostBy(judged)}; ${judged.isGuess ? 'better seems' : 'best was'} ${judged.best}`,
  }, `${kind.sign} ${judged.isGuess ? '≈' : ''}${judged.lost > 0 ? `−${Math.round(judged.lost)}` : ''}`);
}

async function analyse() {
  const {database, game, tree} = session;
  const {trail} = tree;
  const mine = {tree, abort: new AbortController()};
  const {signal} = mine.abort;
  going = mine;
  session.isJudging = true;
  changed();
  let words = 'The analysis has stopped.';
  try {
    for (let ply = 0; ply + 1 < trail.length && !signal.aborted; ply++) {
      const [node, next] = [trail[ply], trail[ply + 1]];
      await answered(node);
      if (node.answer.isBeyond && !node.answer.exact && !(node.answer.nodes >= LIMITS.nodes)) {
        const found = await database.engine.best(recordOf(node), LIMITS, signal);
        if (signal.aborted) {
          break;
        }
        learn(node, found);
      }
      const {moves} = node.answer;
      const made = moves.find(move => String(move.board) === String(next.position.board));
      next.judged = {
        ...compared(made, moves), move: moves[0],
        best: `${game.moveName(moves[0], node.position.side)} (${told(moves[0])})`,
      };
      if (next.value === null) {
        next.value = game.value(node.position, made);
        next.isGuess = next.judged.isGuess;
      }
      id('record-note').textContent = `Move ${ply + 1} of ${trail.length - 1} is judged.`;
      changed();
    }
    if (!signal.aborted) {
      const mistakes = trail.filter(classOf).length;
      const lost = mistakes === 0 ? `No move lost a seed${trail.some(node => node.judged?.most > node.judged?.lost) ? ' for certain' : ''}` : `${plural(mistakes, 'move')} lost seeds${trail.some(node => node.judged?.isGivenUp) ? ' or a certain result' : ''}`;
      words = `${lost}${trail.some(node => node.judged?.isGuess) ? ', as far as the engine sees' : ''}.`;
    }
  } catch (problem) {
    words = problem.message;
  }
  going = null;
  session.isJudging = false;
  if (session.tree === tree) {
    changed();
    tell(words);
  }
}

function tell(words) {
  id('record-note').textContent = words;
  say(words);
}

/** The next move of the line if it is a mistake, or undefined. */
function mistake() {
  const {trail} = session.tree;
  const next = trail[trail.indexOf(now()) + 1];
  return next && classOf(next) ? next : undefined;
}

/** Goes to the position before the next mistake of the line, the first one after the last. */
async function next() {
  const {trail} = session.tree;
  const at = trail.indexOf(now());
  const mistakes = trail.filter(classOf);
  const node = mistakes.find(one => trail.indexOf(one) > at + 1) ?? mistakes[0];
  session.riddle = node.parent;
  await (go(node.parent) ?? changed());
  tell(`${node.name} ${lostBy(node.judged)} here. Find a better move.`);
}

function solve() {
  const {judged} = mistake();
  session.riddle = null;
  advise(now(), judged.move);
  tell(`${judged.isGuess ? 'Better seems' : 'Best is'} ${judged.best}.`);
}

/** The losses of each player's moves, once they are judged. */
function summaries() {
  const {game, tree} = session;
  return game.players.map((player, side) => {
    const judged = tree.trail.filter(node => node.judged && node.parent.position.side === side);
    const kinds = CLASSES.map(kind => [judged.filter(node => classOf(node) === kind).length, kind])
      .filter(([number]) => number > 0).map(([number, {name, many}]) => plural(number, name, many));
    const lost = Math.round(judged.filter(classOf).reduce((sum, node) => sum + node.judged.lost, 0));
    const about = judged.some(node => node.judged.isGuess) ? 'about ' : judged.some(node => node.judged.most > node.judged.lost) ? 'at least ' : '';
    return judged.length > 0 && h('li', {}, h('b', {}, `${player}: `),
      kinds.length > 0 ? `${kinds.join(', ')}; lost ${about}${plural(lost, 'seed')} in ${plural(judged.length, 'move')}` : 'no mistakes');
  });
}

function draw() {
  const {database, game, match, trouble, tree} = session;
  if (going && (going.tree !== tree || match || trouble)) {
    going.abort.abort();
  }
  const hasMoves = !trouble && !match && tree.root.children.length > 0;
  const isOver = hasMoves && Boolean(game.ending?.(tree.trail.map(node => node.position), database));
  id('analyse').hidden = !hasMoves || !database.engine || Boolean(database.engine.obstacle);
  id('analyse').textContent = going ? 'Stop' : 'Analyse this game';
  id('analyse').classList.toggle('primary', isOver);
  id('play-button').classList.toggle('primary', !isOver);
  id('next-mistake').hidden = !hasMoves || !tree.trail.some(classOf);
  id('solution').hidden = !hasMoves || !mistake();
  id('summary').replaceChildren(...hasMoves && game.isDuel && !going ? summaries().filter(Boolean) : []);
}

id('analyse').addEventListener('click', () => going ? going.abort.abort() : analyse());
id('next-mistake').addEventListener('click', () => inTurn(next));
id('solution').addEventListener('click', solve);
events.addEventListener('changed', draw);
