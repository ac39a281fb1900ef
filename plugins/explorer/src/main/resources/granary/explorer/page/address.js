// Addresses: /explore/NAME/POSITION?game=BEGINNING~MOVES. The game may be left out, and is where there are no moves.

/** What servers and browsers accept. The variations of a longer game are left out, and a line that is longer still is, too. */
const MAX_GAME = 5000;

/** The address of what a tree of moves shows. */
export function addressOf(database, game, tree) {
  const shown = `/explore/${database.name}/${game.toUrl(tree.node.position)}`;
  if (tree.root.children.length === 0) {
    return shown;
  }
  const moves = [tree.toString(), tree.played].find(text => text.length <= MAX_GAME);
  return moves === undefined ? shown : `${shown}?game=${game.toUrl(tree.root.position)}~${moves}`;
}

/** What an address says: the database's name, the position and the game, each undefined when it is not told. */
export function partsOf({pathname, search}) {
  const [, place, name, position] = pathname.split('/');
  if (place !== 'explore' || !name) {
    return {};
  }
  const [beginning, moves] = new URLSearchParams(search).get('game')?.split('~') ?? [];
  return {name, position: position && decoded(position), beginning, moves};
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
