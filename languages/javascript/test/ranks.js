// Prints layer and rank of each board of a file, and the board of these: node ranks.js PITS RULES FILE.

import {readFile} from 'node:fs/promises';
import {Awari} from '../awari.js';

const [pits, rules, file] = process.argv.slice(2);
const game = new Awari(pits, rules);
for (const text of (await readFile(file, 'ascii')).split('\n').slice(0, -1)) {
  const {layer, rank} = game.locate(text.split(' ').map(Number));
  console.log(`${layer}:${rank}:${game.unrank(layer, rank).join(' ')}`);
}
