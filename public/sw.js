// Caches the app itself, so that it keeps working without a connection and across releases. It never caches /api or
// /desk: the data of the practice is always requested from the server. The build (vite.config.ts) inserts RELEASE above,
// the name of this release and its files, so that each release has a different worker. All languages are cached, so that
// the same worker serves the page after it is reloaded in another language.

const PREFIX = 'frontdesk-';
const OWN = PREFIX + RELEASE.name;
/** How many earlier releases stay cached: a tab uses the files with which it was loaded until it is reloaded. */
const EARLIER_KEPT = 2;
/** How long to wait for the server before the cached page is used: a machine that is off may never respond. */
const PATIENCE_MS = 4000;
/** The paths of the gateway, the practice API and files, which are not screens of the app. */
const NO_SCREEN = /^\/(api|desk|docs|metrics|healthz|readyz)(\/|$)|\.(txt|tar\.gz)$/;

async function install() {
  const cache = await caches.open(OWN);
  // All or nothing: a release that is cached only in part would not work.
  await cache.addAll([new Request('/', { cache: 'no-cache' }), '/favicon.svg', ...RELEASE.files]);
  await self.skipWaiting();
}

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  await Promise.all(others.slice(0, -EARLIER_KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The newest page if the server responds, otherwise the cached one. */
async function screen(request) {
  const kept = await caches.match('/', { cacheName: OWN });
  if (!kept) return fetch(request);
  const fresh = fetch(request).then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  );
  return Promise.race([fresh, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, kept))]);
}

/** A file named by its content: it is the same in every release that has it. */
async function asset(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(asset(request));
  else if (request.mode === 'navigate' && !NO_SCREEN.test(pathname)) event.respondWith(screen(request));
});
