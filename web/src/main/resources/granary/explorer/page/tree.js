// The moves of a game as a tree: the main line first, and variations from it.

/** More moves than in any real game. Longer texts are refused. */
const MAX_MOVES = 5000;

/** A position in the tree, with the server's answer and the value. */
class Node {
  /** The server's answer about the position, or null. */
  answer = null;
  /** The value of the position, or null. */
  value = null;
  isGuess = false;
  children = [];
  /** The child that was shown last. */
  next = null;

  constructor(position, parent, code, name) {
    this.position = position;
    this.parent = parent;
    this.code = code;
    this.name = name;
  }

  /** The positions from the beginning to this one. */
  get path() {
    const path = [];
    for (let node = this; node; node = node.parent) {
      path.unshift(node);
    }
    return path;
  }

  get isVariation() {
    return this.path.some(node => node.parent && node.parent.children[0] !== node);
  }
}

export class Tree {
  /** The tags of a game's record, such as the names of the players. */
  tags = {};

  constructor(position) {
    this.root = new Node(position, null, '', '');
    /** The position that is shown. */
    this.node = this.root;
  }

  /** The line that is shown: from the beginning through the current position to the end. */
  get trail() {
    const trail = this.node.path;
    for (let node = this.node; node.children.length > 0; trail.push(node)) {
      node = node.next ?? node.children[0];
    }
    return trail;
  }

  /** Adds a move to a node, unless the node has it already, and returns the node after the move. */
  add(parent, code, name, position) {
    let child = parent.children.find(one => one.code === code);
    if (!child) {
      child = new Node(position, parent, code, name);
      parent.children.push(child);
    }
    return child;
  }

  show(node) {
    this.node = node;
    for (let one = node; one.parent; one = one.parent) {
      one.parent.next = one;
    }
  }

  /** A node, or its last ancestor that is still in the tree. */
  standing(node) {
    const {path} = node;
    const gone = path.findIndex(one => one.parent && !one.parent.children.includes(one));
    return gone < 0 ? node : path[gone].parent;
  }

  /** Removes a node and its descendants. */
  remove(node) {
    const {parent} = node;
    parent.children = parent.children.filter(child => child !== node);
    parent.next = null;
    this.show(parent);
  }

  /** Makes the line through a node the main line. */
  promote(node) {
    for (let one = node; one.parent; one = one.parent) {
      first(one);
    }
  }

  /**
   * The moves as text: the main line, with the alternatives to each move behind it in parentheses, each to its end. A star
   * follows the move that is shown.
   */
  toString() {
    const mark = node => node === this.node ? [node.code, '*'] : [node.code];
    const lines = node => node.children.length === 0 ? [[]] : node.children.flatMap(child => lines(child).map(line => [...mark(child), ...line]));
    const signs = this.node === this.root ? ['*'] : [];
    for (let node = this.root; node.children.length > 0; node = node.children[0]) {
      const [main, ...others] = node.children;
      signs.push(...mark(main));
      for (const other of others) {
        for (const line of lines(other)) {
          signs.push('(', ...mark(other), ...line, ')');
        }
      }
    }
    return joined(signs);
  }

  /** The moves to the position that is shown, as text. */
  get played() {
    return joined(this.node.path.slice(1).map(node => node.code));
  }

  /**
   * Plays the moves of a text from the root. Without a star, shows the end of the main line.
   *
   * @param legal the legal moves of a position, each with its code, its name and the position after the move
   */
  read(text, legal) {
    const signs = text.match(/[A-Za-z]|\d+|[^\s.]/g) ?? [];
    if (signs.length > MAX_MOVES) {
      throw new Error(`A game has at most ${MAX_MOVES} moves.`);
    }
    const open = [];
    let node = this.root;
    let shown = null;
    for (const sign of signs) {
      if (sign === '(' && node.parent) {
        open.push(node);
        node = node.parent;
      } else if (sign === ')' && open.length > 0) {
        node = open.pop();
      } else if (sign === '*') {
        shown = node;
      } else {
        const move = legal(node.position).find(one => one.code === sign);
        if (!move) {
          throw new Error(`Move ${node.path.length}, “${sign}”, is not legal.`);
        }
        node = this.add(node, move.code, move.name, move.position);
        if (open.length === 0) {
          first(node);
        }
      }
    }
    if (open.length > 0) {
      throw new Error('A variation is not closed.');
    }
    this.show(shown ?? node);
  }
}

/** Moves a node before its siblings. */
function first(node) {
  const {children} = node.parent;
  children.unshift(...children.splice(children.indexOf(node), 1));
}

/** Joins move codes, with a dot between numbers. */
function joined(signs) {
  return signs.map((sign, i) => /\d$/.test(signs[i - 1]) && /^\d/.test(sign) ? '.' + sign : sign).join('');
}
