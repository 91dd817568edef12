// Quincunx, a chess-variant engine. Copyright (C) 2026 The Quincunx authors. SPDX-License-Identifier: GPL-3.0-or-later

/*
 * Keeps the page for when its server is out of reach. What is kept is shown at once; a newer one is fetched behind it
 * and shown at the next visit. Only files of the page itself are kept.
 */
const CACHE = 'quincunx-2', FILES = ['./', 'manifest.webmanifest', 'icon.svg', '@ENGINE@'];
/** Engines and networks, whose names say what they hold: they never change, and are kept when they were wanted. */
const PART = /^(@PARTS@)-[0-9a-f]{12}\.gz$/;

self.addEventListener('install', event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', event => {
  event.waitUntil(caches.keys().then(names => Promise.all(names.filter(name => name.startsWith('quincunx-') && name !== CACHE).map(name => caches.delete(name))))
    .then(() => self.clients.claim()));
});

async function refresh(cache, key, url) {
  const answer = await fetch(url, { cache: 'no-cache' });
  if (answer.ok && answer.type === 'basic') await cache.put(key, answer.clone());
  return answer;
}

/** One of another content is not wanted any more. */
async function keepPart(cache, key, request) {
  const answer = await fetch(request);
  if (!answer.ok || answer.type !== 'basic') return answer;
  await cache.put(key, answer.clone());
  for (const other of await cache.keys()) {
    const name = other.url.slice(self.registration.scope.length);
    if (name !== key && PART.test(name) && PART.exec(name)[1] === PART.exec(key)[1]) await cache.delete(other);
  }
  return answer;
}

self.addEventListener('fetch', event => {
  const { request } = event, scope = new URL(self.registration.scope), url = new URL(request.url);
  const key = request.mode === 'navigate' && (url.pathname === scope.pathname || url.pathname === scope.pathname + 'index.html') ? './' : url.pathname.slice(scope.pathname.length);
  if (request.method !== 'GET' || url.origin !== scope.origin || !(FILES.includes(key) || PART.test(key))) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE), kept = await cache.match(key);
    if (PART.test(key)) return kept || keepPart(cache, key, request);
    const fresh = refresh(cache, key, request.url);
    if (!kept) return fresh;
    event.waitUntil(fresh.catch(() => {}));
    return kept;
  })());
});
