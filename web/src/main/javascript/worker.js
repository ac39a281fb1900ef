// The worker of engine.js: loads the engine and does one thing at a time that it is asked for.

import {load} from './runtime.js';

/** The interval at which a search looks whether to stop, in milliseconds. */
const LOOK = 50;
/** The least time between two reports of one depth, in milliseconds. */
const TELL = 250;

let java;

async function open({rules, pits, files, megabytes, wasm, going}) {
  if (!isThere(going)) {
    throw new Error('A search could not be stopped here: the Content-Security-Policy must allow connect-src blob:');
  }
  java = (await load(new Uint8Array(wasm))).exports;
  if (files) {
    for (const [name, bytes] of Object.entries(files)) {
      await java.put(name, new Int8Array(bytes));
    }
  } else {
    await java.begin(pits, rules);
  }
  await java.open(megabytes);
}

/** Whether an object URL still exists, without waiting for a message. */
function isThere(address) {
  try {
    const request = new XMLHttpRequest();
    request.open('GET', address, false);
    request.send();
    return true;
  } catch {
    return false;
  }
}

async function search({position, moves, toWin, depth, millis, nodes, going}, tell) {
  const begun = performance.now();
  let looked = begun;
  let told = begun;
  let last = null;
  const isAsked = visited => {
    const now = performance.now();
    if (now - looked < LOOK) {
      return false;
    }
    looked = now;
    if (last && now - told >= TELL) {
      told = now;
      tell({...last, nodes: visited, millis: now - begun});
    }
    return !isThere(going);
  };
  await java.search(position, moves, toWin, depth, millis, nodes, isAsked, (...found) => {
    const [reached, isExact, visited, probes, took, numbers, scores, bounds, all] = found;
    const lines = [...all];
    const scored = [...numbers].map((move, i) =>
      ({move, score: scores[i], isBound: bounds[i] === 1, line: lines.splice(0, 1 + lines[0]).slice(1)}));
    last = {depth: reached, isExact, nodes: visited, probes, millis: took, moves: scored, line: scored[0]?.line ?? []};
    tell(last);
  });
}

async function answer({id, open: options, search: sought}) {
  try {
    await (options ? open(options) : search(sought, found => postMessage({id, found})));
    postMessage({id});
  } catch (problem) {
    postMessage({id, problem: problem.message || String(problem)});
  }
}

let last = Promise.resolve();

addEventListener('message', ({data}) => {
  last = last.then(() => answer(data));
});
