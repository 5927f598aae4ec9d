// Shows our own offline page when a page cannot be fetched. The cache contains only that page and its files: API
// responses, songs and pages of the product are never stored in it.
const STORE = 'offline-1';
const PAGE = '/offline.html';
const KEPT = [PAGE, '/offline.css', '/offline.js', '/logo.svg'];
/** Addresses without pages of ours. The browser fetches them as if this service worker did not exist. */
const OTHERS = /^\/(api|auth|files|images|assets|agenda|embed|webhooks)(\/|$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(STORE).then((store) => store.addAll(KEPT.map((path) => new Request(path, { cache: 'reload' })))),
  );
  // Safe, because open pages use nothing from the cache.
  void self.skipWaiting();
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== STORE).map((name) => caches.delete(name)))),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || OTHERS.test(pathname)) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept(PAGE)));
  else if (KEPT.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)));
});

async function kept(path) {
  return (await caches.match(path, { cacheName: STORE })) ?? Response.error();
}
