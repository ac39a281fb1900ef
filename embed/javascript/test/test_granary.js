// node test_granary.js CONFORMANCE [DATABASE ...]: runs the tests in node, on files.

import {readdir} from 'node:fs/promises';
import {pathToFileURL} from 'node:url';
import {fetchFile} from '../files.js';
import {run} from './tests.js';

const [conformance, ...further] = process.argv.slice(2).map(directory => pathToFileURL(directory + '/').href);
const entries = await readdir(new URL(conformance), {recursive: true});
const committed = entries.filter(name => /^[^/\\]+.positions\.tsv$/.test(name)).map(name => `${conformance}${name.split(/[/\\]/)[0]}/`);
process.exitCode = await run(conformance, [...committed.sort(), ...further], fetchFile, console.log) === 0 ? 0 : 1;
