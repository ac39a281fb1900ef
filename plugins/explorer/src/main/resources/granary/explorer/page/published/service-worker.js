// Keeps the page's own files, so that it opens without a connection. `granary publish` writes VERSION and FILES above.

const PREFIX = `granary-page ${registration.scope} `;
const NAME = PREFIX + VERSION;

/** Whether an address is of the page: the scope itself or one of its files, whatever the query. */
const isPage = url => url.href.startsWith(registration.scope) && FILES.includes(url.pathname.slice(new URL(registration.scope).pathname.length));

addEventListener('install', event => event.waitUntil((async () => {
  const cache = await caches.open(NAME);
  await cache.addAll(FILES.map(file => new Request(new URL(file, registration.scope), {cache: 'reload'})));
  await skipWaiting();
})()));

addEventListener('activate', event => event.waitUntil((async () => {
  const old = (await caches.keys()).filter(name => name.startsWith(PREFIX) && name !== NAME);
  await Promise.all(old.map(name => caches.delete(name)));
  await clients.claim();
})()));

addEventListener('fetch', event => {
  if (event.request.method === 'GET' && isPage(new URL(event.request.url))) {
    event.respondWith((async () => {
      const cache = await caches.open(NAME);
      return await cache.match(event.request, {ignoreSearch: true}) ?? fetch(event.request);
    })());
  }
});
