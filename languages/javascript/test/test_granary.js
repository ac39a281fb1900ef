// node test_granary.js CONFORMANCE [DATABASE ...]: runs the tests in node, on files.

import {readdir} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';
import {fetchFile} from '../files.js';
import {FilesTest} from './files.js';
import {EVERYWHERE, tests} from './tests.js';

const [conformance, ...further] = process.argv.slice(2).map(directory => pathToFileURL(directory + '/').href);
const entries = await readdir(new URL(conformance), {recursive: true});
const committed = entries.filter(name => /^[^/\\]+.positions\.tsv$/.test(name)).map(name => `${conformance}${name.split(/[/\\]/)[0]}/`);
let failed = 0;
for (const {name, run} of tests([...EVERYWHERE, FilesTest], conformance, [...committed.sort(), ...further], fetchFile)) {
  const begin = performance.now();
  try {
    await run();
    console.log(`passed ${name}, ${Math.round(performance.now() - begin)} ms`);
  } catch (problem) {
    failed++;
    console.log(`FAILED ${name}:`, problem);
  }
}
console.log(`${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
