// Keeps the app itself at hand, so that a reload without a network shows the last good day instead of an error page.
// It never touches /api or /desk: what the practice says is always asked afresh.
const SHELL = 'frontdesk-shell';
const MOST_ASSETS = 80;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function keep(request, response) {
  const cache = await caches.open(SHELL);
  await cache.put(request, response);
  const keys = await cache.keys();
  const assets = keys.filter((key) => new URL(key.url).pathname.startsWith('/assets/'));
  await Promise.all(assets.slice(0, Math.max(0, assets.length - MOST_ASSETS)).map((key) => cache.delete(key)));
}

async function page(request) {
  try {
    const response = await fetch(request);
    if (response.ok) await keep('/', response.clone());
    return response;
  } catch (error) {
    const kept = await caches.match('/');
    if (kept) return kept;
    throw error;
  }
}

async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await keep(request, response.clone());
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (request.mode === 'navigate' && !/^\/(api|desk|docs|metrics)(\/|$)/.test(url.pathname)) {
    event.respondWith(page(request));
  }
});
