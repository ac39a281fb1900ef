// Keeps the page's own files, so that it opens without a connection, and those of the engine once they were wanted. `granary publish`
// writes VERSION, FILES and LATER above.

const PREFIX = `granary-page ${registration.scope} `;
const NAME = PREFIX + VERSION;

/** Whether an address is one of some files of the page, whatever the query; the scope itself is the file without a name. */
const isOf = (files, url) => url.href.startsWith(registration.scope) && files.includes(url.pathname.slice(new URL(registration.scope).pathname.length));

addEventListener('install', event => event.waitUntil((async () => {
  const cache = await caches.open(NAME);
  const isWanted = await caches.match(new URL(LATER[0], registration.scope)); // an older version was
  await cache.addAll([...FILES, ...isWanted ? LATER : []].map(file => new Request(new URL(file, registration.scope), {cache: 'reload'})));
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
  const isLater = isOf(LATER, url);
  if (request.method === 'GET' && (isLater || isOf(FILES, url))) {
    event.respondWith((async () => {
      const cache = await caches.open(NAME);
      const kept = request.cache === 'reload' ? null : await cache.match(request, {ignoreSearch: true});
      if (kept) {
        return kept;
      }
      const response = await fetch(request);
      if (isLater && response.ok) {
        await cache.put(request, response.clone());
      }
      return response;
    })());
  }
});
