// Runs all tests, in node or in a browser: files are read by a `fetch`, from addresses of any kind.

import {ConformanceTest} from './conformance.js';
import {FaultsTest} from './faults.js';
import {LargeFilesTest} from './large.js';

/**
 * @param {string} root the address of conformance/
 * @param {string[]} databases addresses of all databases with a table positions.tsv
 * @param {typeof globalThis.fetch} fetch
 * @param {(line: string) => void} report is told what was run and what failed
 * @returns {Promise<number>} how many failed
 */
export async function run(root, databases, fetch, report) {
  let failed = 0;
  let count = 0;
  for (const Test of [ConformanceTest, FaultsTest, LargeFilesTest]) {
    for (const name of Object.getOwnPropertyNames(Test.prototype).filter(name => name !== 'constructor')) {
      const begin = performance.now();
      count++;
      try {
        await new Test(root, databases, fetch)[name]();
        report(`passed ${name}, ${Math.round(performance.now() - begin)} ms`);
      } catch (problem) {
        failed++;
        report(`FAILED ${name}: ${problem.stack}`);
      }
    }
  }
  report(`${count} tests, ${failed} failed`);
  return failed;
}
