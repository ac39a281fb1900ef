// Keeps the page's own files, so that it opens without a connection, and those of the engine once they were wanted. `granary publish`
// writes VERSION, FILES and LATER above, the files with their digests: the browser refuses other bytes.

const PREFIX = `granary-page ${registration.scope} `;
const NAME = PREFIX + VERSION;

/** The digest of an address among some files of the page, whatever the query, or undefined; the scope itself is the file without a name. */
const digestOf = (files, url) => url.href.startsWith(registration.scope) ? files[url.pathname.slice(new URL(registration.scope).pathname.length)] : undefined;

addEventListener('install', event => event.waitUntil((async () => {
  const cache = await caches.open(NAME);
  const isWanted = await caches.match(new URL(Object.keys(LATER)[0], registration.scope)); // an older version was
  await cache.addAll(Object.entries({...FILES, ...isWanted ? LATER : {}})
    .map(([file, integrity]) => new Request(new URL(file, registration.scope), {cache: 'reload', integrity})));
  await skipWaiting();
})()));

addEventListener('activate', event => event.waitUntil((async () => {
  const old = (await caches.keys()).filter(name => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.map(name => caches.delete(name)));
  await clients.claim();
})()));

addEventListener('fetch', event => {
  const {request} = event;
  const url = new URL(request.url);
  const integrity = digestOf(LATER, url);
  if (request.method === 'GET' && (integrity || digestOf(FILES, url))) {
    event.respondWith((async () => {
      const cache = await caches.open(NAME);
      const kept = request.cache === 'reload' ? null : await cache.match(request, {ignoreSearch: true});
      if (kept) {
        return kept;
      }
      const response = await fetch(integrity ? new Request(url, {cache: request.cache, integrity}) : request);
      if (integrity && response.ok) {
        await cache.put(request, response.clone());
      }
      return response;
    })());
  }
});
