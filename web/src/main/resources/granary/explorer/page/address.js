// Addresses: where the position is, with ?game=BEGINNING~MOVES. Without moves, the game is left out.

import {placeIn, placeOf} from './source.js';

/**
 * The longest game, in characters, that servers and browsers accept. A longer game loses its variations; if its main line is
 * still too long, the game is left out.
 */
const MAX_GAME = 5000;

/** The address of the position that a tree of moves shows. */
export function addressOf(database, game, tree) {
  const shown = placeOf(database.name, game.toUrl(tree.node.position));
  if (tree.root.children.length === 0) {
    return shown;
  }
  const moves = [tree.toString(), tree.played].find(text => text.length <= MAX_GAME);
  return moves === undefined ? shown : `${shown}${shown.includes('?') ? '&' : '?'}game=${game.toUrl(tree.root.position)}~${moves}`;
}

/** The parts of an address: the database's name, the position and the game. Missing parts are undefined. */
export function partsOf(location) {
  const {name, position} = placeIn(location);
  const [beginning, moves] = new URLSearchParams(location.search).get('game')?.split('~') ?? [];
  return {name, position: position && decoded(position), beginning, moves};
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
