// The rules that the page plays by are those of the reader.

const made = new Map();

/** The game of a database, of a class of the reader. It is made once, because that of Chomp counts its positions. */
export function rulesOf(Game, {parameters}) {
  const values = Game.parameters.map(name => parameters[name]);
  const key = [Game.name, ...values].join(' ');
  if (!made.has(key)) {
    made.set(key, new Game(...values));
  }
  return made.get(key);
}
