// All tests, in node or in a browser: files are read by a `fetch`, from addresses of any kind.

import {ConformanceTest} from './conformance.js';
import {FaultsTest} from './faults.js';
import {LargeFilesTest} from './large.js';
import {LineTest} from './line.js';

/** The tests that run anywhere. */
export const EVERYWHERE = [ConformanceTest, FaultsTest, LargeFilesTest, LineTest];

/**
 * @param {object[]} classes
 * @param {string} root the address of conformance/
 * @param {string[]} databases addresses of all databases with a table positions.tsv
 * @param {typeof globalThis.fetch} fetch
 * @returns {{name: string, run: () => Promise<void>}[]} the tests, named after the property that they check
 */
export const tests = (classes, root, databases, fetch) => classes.flatMap(Test =>
  Object.getOwnPropertyNames(Test.prototype)
    .filter(name => name !== 'constructor')
    .map(name => ({name, run: () => new Test(root, databases, fetch)[name]()})));
