// Keeps what was fetched of the database, to answer from there without a connection. With one, everything is asked for again, so
// that a new version is never mixed with an old one: an answer is kept under its address, version and range, and only answers of
// the version that came last are given. The reader compares blocks with their checksums wherever they come from.

/** The most answers kept, of 64 KiB each or some more. */
const MOST = 2000;
/** How many answers are added before those beyond the most are removed, the oldest first. */
const BETWEEN = 100;
const NAME = 'granary-answers ' + new URL('../../', import.meta.url);

let added = 0;

const rangeOf = request => new Headers(request.headers).get('Range')?.match(/(\d+)-(\d+)/)?.slice(1).map(Number);

const versionOf = response => response.headers.get('ETag') ?? response.headers.get('Last-Modified') ?? '';

/** A key of the cache, which takes addresses only. */
function keyOf(address, version, range) {
  const key = new URL(address);
  key.search = new URLSearchParams({version, from: range?.[0] ?? '', to: range?.[1] ?? ''});
  return key.href;
}

/** As `fetch`; an answer of an earlier time where the network fails. */
export async function keptFetch(address, request = {}) {
  const range = rangeOf(request);
  let response;
  try {
    // The browser's own cache would let parts of a file pass one after another only.
    response = await fetch(address, range ? {...request, cache: 'no-store'} : request);
  } catch (failure) {
    const kept = request.signal?.aborted || !globalThis.caches ? null : await find(address, range);
    if (kept) {
      return kept;
    }
    throw failure;
  }
  const {headers, status} = response;
  if (!globalThis.caches || status !== (range ? 206 : 200)) {
    return response;
  }
  const body = await response.arrayBuffer();
  // A cache takes whole answers only: this one is the whole of its key.
  keep(keyOf(address, versionOf(response), range), new Response(body, {headers}))
    .catch(problem => console.info(`nothing more is kept: ${problem.message}`));
  return new Response(body, {status, headers});
}

async function keep(key, response) {
  const cache = await caches.open(NAME);
  await cache.put(key, response);
  if (++added % BETWEEN === 0) {
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map(old => cache.delete(old)));
  }
}

/** An answer put together from those kept of the last version, or null. */
async function find(address, range) {
  const cache = await caches.open(NAME);
  const all = (await cache.keys(address, {ignoreSearch: true})).map(({url}) => ({url, is: new URL(url).searchParams}));
  const version = all.at(-1)?.is.get('version');
  const kept = all.filter(({is}) => is.get('version') === version);
  if (!range) {
    const whole = kept.find(({is}) => is.get('from') === '');
    return whole ? cache.match(whole.url) : null;
  }
  const [from, to] = range;
  const body = new Uint8Array(to - from + 1);
  let headers;
  for (let at = from; at <= to;) {
    const piece = kept.find(({is}) => is.get('from') !== '' && Number(is.get('from')) <= at && Number(is.get('to')) >= at);
    const response = piece && await cache.match(piece.url);
    if (!response) {
      return null;
    }
    const bytes = new Uint8Array(await response.arrayBuffer()).subarray(at - Number(piece.is.get('from')));
    body.set(bytes.subarray(0, to + 1 - at), at - from);
    at += bytes.length;
    ({headers} = response);
  }
  headers = new Headers(headers);
  headers.set('Content-Range', headers.get('Content-Range').replace(/\d+-\d+/, `${from}-${to}`));
  headers.set('Content-Length', body.length);
  return new Response(body, {status: 206, headers});
}
