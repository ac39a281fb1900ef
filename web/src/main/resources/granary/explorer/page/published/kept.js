// Keeps what was fetched of the database in the browser, for later and for when there is no connection. What is kept is known by
// address, version and range. The first request for a file in a session always goes to the host: its answer tells the version, and
// from then on parts of that version are taken from here. Without a connection, those of the version that came last are. The reader
// compares chunks with their checksums wherever they come from, and asks with `cache: 'reload'` for one that is damaged.

/** The most answers kept, of 64 KiB each or some more. */
const MOST = 2000;
/** The number of answers that are added before those beyond the most are removed, the oldest first. */
const BETWEEN = 100;
const NAME = 'granary-answers ' + new URL('../../', import.meta.url);

/** By address what is kept: key, version and range of each answer. Read at first, and then noted along. */
const kept = new Map();
/** By address the version that the host has. */
const versions = new Map();
/** Null where the browser keeps nothing, as over HTTP without encryption. */
const ready = load().catch(() => null);
let added = 0;

/** Bytes of parts of files that were asked for since nothing was under way, and those that have come. */
export const traffic = {asked: 0, come: 0, requests: 0};

function goesOut(bytes) {
  if (traffic.requests++ === 0) {
    Object.assign(traffic, {asked: 0, come: 0});
  }
  traffic.asked += bytes;
}

function hasCome(bytes) {
  traffic.requests--;
  traffic.come += bytes;
}

async function load() {
  const cache = await caches.open(NAME);
  (await cache.keys()).forEach(({url}) => note(url));
  return cache;
}

function note(key) {
  const url = new URL(key);
  const {version, from, to} = Object.fromEntries(url.searchParams);
  url.search = '';
  const range = from === '' ? null : [Number(from), Number(to)];
  kept.set(url.href, [...kept.get(url.href) ?? [], {key, version, range}]);
}

/** A key of the cache, which takes addresses only. */
function keyOf(address, version, range) {
  const key = new URL(address);
  key.search = new URLSearchParams({version, from: range?.[0] ?? '', to: range?.[1] ?? ''});
  return key.href;
}

const rangeOf = request => new Headers(request.headers).get('Range')?.match(/(\d+)-(\d+)/)?.slice(1).map(Number);

const versionOf = ({headers}) => headers.get('ETag') ?? headers.get('Last-Modified') ?? '';

/** As `fetch`, of addresses without a query. */
export async function keptFetch(address, request = {}) {
  const range = rangeOf(request);
  const isKnown = range && versions.has(address) && request.cache !== 'reload';
  const known = isKnown && await find(address, range, versions.get(address));
  if (known) {
    return known;
  }
  let response;
  let body;
  const bytes = range ? range[1] - range[0] + 1 : 0;
  goesOut(bytes);
  try {
    // The browser's own cache would let parts of a file pass one after another only.
    response = await fetch(address, range ? {...request, cache: 'no-store'} : request);
    body = response.status === (range ? 206 : 200) ? await response.arrayBuffer() : null;
  } catch (failure) {
    const last = request.signal?.aborted ? null : await find(address, range, undefined);
    if (last) {
      return last;
    }
    if (!navigator.onLine) {
      return Response.error(); // its status, 0, keeps the reader from asking again and again
    }
    throw failure;
  } finally {
    hasCome(bytes);
  }
  if (!body) {
    return response;
  }
  const {headers, status} = response;
  versions.set(address, versionOf(response));
  keep(keyOf(address, versionOf(response), range), body, headers)
    .catch(problem => console.info(`nothing more is kept: ${problem.message}`));
  return new Response(body, {status, headers});
}

async function keep(key, body, headers) {
  const cache = await ready;
  if (!cache) {
    return;
  }
  await cache.put(key, new Response(body, {headers})); // whole, because a cache takes no other answers
  note(key);
  if (++added % BETWEEN === 0) {
    const keys = await cache.keys();
    const old = Math.max(0, keys.length - MOST);
    await Promise.all(keys.slice(0, old).map(one => cache.delete(one)));
    kept.clear();
    keys.slice(old).forEach(({url}) => note(url));
  }
}

/** An answer put together from those kept of a version, the last unless told, or null. */
async function find(address, range, version) {
  const cache = await ready;
  const pieces = kept.get(address) ?? [];
  const wanted = version ?? pieces.at(-1)?.version;
  const usable = pieces.filter(one => one.version === wanted && (range || !one.range));
  if (!cache || usable.length === 0) {
    return null;
  }
  if (!range) {
    return await cache.match(usable.at(-1).key) ?? null;
  }
  const [from, to] = range;
  const body = new Uint8Array(to - from + 1);
  let headers;
  let length;
  for (let at = from; at <= to;) {
    const piece = usable.find(one => !one.range || (one.range[0] <= at && one.range[1] >= at));
    const response = piece && await cache.match(piece.key);
    const whole = await response?.blob();
    const first = piece?.range?.[0] ?? 0;
    if (!whole || whole.size <= at - first) {
      return null;
    }
    const bytes = new Uint8Array(await whole.slice(at - first, to + 1 - first).arrayBuffer());
    body.set(bytes, at - from);
    at += bytes.length;
    headers = new Headers(response.headers);
    length = headers.get('Content-Range')?.split('/')[1] ?? whole.size;
  }
  headers.set('Content-Range', `bytes ${from}-${to}/${length}`);
  headers.set('Content-Length', body.length);
  return new Response(body, {status: 206, headers});
}
