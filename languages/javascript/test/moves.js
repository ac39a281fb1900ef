// Prints the moves of boards, as moves.c and moves.py: node moves.js DIRECTORY FILE. With `lines` behind, a tab and the line of play, too.

import {readFile} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';
import {fetchFile} from '../files.js';
import {openDatabase} from '../granary.js';

const [directory, file, lines] = process.argv.slice(2);
const database = await openDatabase(pathToFileURL(directory), {fetch: fetchFile, pause: 1});
for (const text of (await readFile(file, 'ascii')).split('\n').slice(0, -1)) {
  const board = text.split(' ').map(Number);
  const moves = (await database.moves(board)).map(({pit, captured, board: after, score, distance = -1}) =>
    `${pit}:${captured}:${after.join(' ')}:${score}:${distance}`);
  const answer = [moves.join('; ') || 'none'];
  if (lines) {
    answer.push((await database.line(board)).moves.map(move => move.pit).join(' '));
  }
  console.log(answer.join('\t'));
}
