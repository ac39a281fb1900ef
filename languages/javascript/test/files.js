// What only file systems have: files that are missing or no files.

import {execFileSync} from 'node:child_process';
import {cp, mkdir, mkdtemp, rm, symlink} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {fetchFile} from '../files.js';
import {openDatabase} from '../granary.js';
import {refusal, same} from './kit.js';

const MAKE = {
  missing: () => {},
  directory: path => mkdir(path),
  pipe: path => execFileSync('mkfifo', [path]),
  loop: path => symlink(path, path),
};

export class FilesTest {
  constructor(root) {
    this.root = root;
  }

  async filesThatAreMissingOrNoFilesAreRefused() {
    const names = ['granary.manifest', 'layer-001.granary', 'layer-001.distances.granary', 'layer-001.bounds.granary'];
    for (const name of names) {
      const original = name.includes('bounds') ? 'awari-2-abapa' : 'awari-4-strict';
      for (const [kind, make] of Object.entries(MAKE)) {
        const directory = await mkdtemp(join(tmpdir(), 'granary-'));
        try {
          await cp(fileURLToPath(this.root + original), directory, {recursive: true});
          await rm(join(directory, name));
          await make(join(directory, name));
          let database;
          const why = await refusal(async () => {
            database = await openDatabase(pathToFileURL(directory), {fetch: fetchFile, pause: 1});
          });
          const absent = name.includes('layer') ? undefined : 'unsupported'; // some layers may be copied alone
          same(kind === 'missing' ? absent : 'unreadable', why, `${name}, ${kind}`);
          same(database && name === 'layer-001.granary' ? [1] : [], database?.missing ?? [], name);
        } finally {
          await rm(directory, {recursive: true});
        }
      }
    }
  }

  async aNameThatIsNoAddressIsSaidSo() {
    for (const name of ['db', '/data/db', '', 'C:\\db']) {
      const problem = await openDatabase(name, {fetch: fetchFile}).catch(error => error);
      same(true, problem instanceof TypeError && problem.message.startsWith(`'${name}' is not an address`), `'${name}': ${problem}`);
    }
  }
}
