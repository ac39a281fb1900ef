// What only file systems have: files that are missing or no files.

import {execFileSync} from 'node:child_process';
import {cp, mkdir, mkdtemp, rm, symlink} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {fetchFile} from '../files.js';
import {openDatabase} from '../granary.js';
import {isRefused, same} from './kit.js';

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
          const refused = await isRefused(() => openDatabase(pathToFileURL(directory), {fetch: fetchFile, pause: 1}));
          // Distances and bounds that are not there were left away.
          same(kind !== 'missing' || !/distances|bounds/.test(name), refused, `${name}, ${kind}`);
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
