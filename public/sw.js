// Caches the app itself, so that it works through a lost connection and a new release. It never touches
// /api or /desk: what the practice says is always asked afresh. RELEASE, the name of this release and its files, is put above by
// the build (vite.config.ts), which makes each release another worker. It keeps every language, so that choosing another one, for
// which the page is loaded anew, does not bring another worker just then.

const PREFIX = 'frontdesk-';
const OWN = PREFIX + RELEASE.name;
/** A tab goes on with the files that it began with until it is reloaded, so those of earlier releases stay for a while. */
const EARLIER_KEPT = 2;
/** A server that is there answers sooner; a machine that is off may not even refuse. */
const PATIENCE_MS = 4000;
/** Paths of the gateway and the practice API, and files, which are no screens of the app. */
const NO_SCREEN = /^\/(api|desk|docs|metrics|healthz|readyz)(\/|$)|\.(txt|tar\.gz)$/;

async function install() {
  const cache = await caches.open(OWN);
  // All or nothing: a release that is kept in part would be a broken one.
  await cache.addAll([new Request('/', { cache: 'no-cache' }), '/favicon.svg', ...RELEASE.files]);
  await self.skipWaiting();
}

async function activate() {
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== OWN);
  await Promise.all(others.slice(0, -EARLIER_KEPT).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The newest page while the server answers, else the kept one. */
async function screen(request) {
  const kept = await caches.match('/', { cacheName: OWN });
  if (!kept) return fetch(request);
  const fresh = fetch(request).then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  );
  return Promise.race([fresh, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, kept))]);
}

/** A file that is named by its content: whichever release it is of, it is the same everywhere. */
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
