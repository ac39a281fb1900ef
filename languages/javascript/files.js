// Reads databases from files instead of a server, in node: openDatabase(pathToFileURL(directory), {fetch: fetchFile}).

import {open, stat} from 'node:fs/promises';

/** Answers a request for a URL of the kind `file:` as a web server would. */
export async function fetchFile(address, {headers = {}} = {}) {
  try {
    const url = new URL(address);
    const status = await stat(url); // before it is opened, because opening a pipe would wait
    if (!status.isFile()) {
      return new Response('not a regular file', {status: 403});
    }
    const file = await open(url);
    try {
      return await answer(file, status, headers.Range);
    } finally {
      await file.close();
    }
  } catch (problem) {
    return new Response(problem.message, {status: problem.code === 'ENOENT' ? 404 : 403});
  }
}

async function answer(file, {size, mtimeMs}, range) {
  const [from, to] = range ? range.slice('bytes='.length).split('-').map(Number) : [0, size - 1];
  if (from >= size && range) {
    return new Response('', {status: 416});
  }
  const length = Math.min(to, size - 1) - from + 1;
  const bytes = new Uint8Array(length);
  const {bytesRead} = await file.read(bytes, 0, length, from);
  const headers = {ETag: `"${size}-${mtimeMs}"`};
  if (range) {
    headers['Content-Range'] = `bytes ${from}-${from + length - 1}/${size}`;
  }
  return new Response(bytes.subarray(0, bytesRead), {status: range ? 206 : 200, headers});
}
