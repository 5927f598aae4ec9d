// Says that there is no connection, in our own words, when a page cannot be fetched. It keeps that one page and what the
// page shows, and nothing else: no call, no song and no page of the product passes through a store of the browser.
const STORE = 'offline-1';
const PAGE = '/offline.html';
const KEPT = [PAGE, '/offline.css', '/offline.js', '/logo.svg'];
/** Where no page of ours is: what is fetched there is left to the browser, as if nobody stood between. */
const OTHERS = /^\/(api|auth|files|images|assets|agenda|embed|webhooks)(\/|$)/;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches.open(STORE).then((store) => store.addAll(KEPT.map((path) => new Request(path, { cache: 'reload' })))),
  );
  // It holds nothing that an open page could miss.
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
