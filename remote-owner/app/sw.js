// Opens the space without network, and shows its notifications. The page puts into the cache what it has loaded
// (`src/offline/keep-for-offline.ts`). No answer of the backend passes here.
const CACHE = 'espace';
const PAGE = '/espace';
const RELEASES = '/r/';
const PATIENCE_MS = 3000;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', (event) => {
  // The page is requested while the browser starts this script.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});

self.addEventListener('fetch', (event) => {
  const { origin, pathname, searchParams } = new URL(event.request.url);
  if (origin !== self.location.origin) return;
  const isPage = event.request.mode === 'navigate' && pathname === PAGE && !searchParams.has('release');
  if (isPage) event.respondWith(openPage(event));
  else if (pathname.startsWith(RELEASES)) event.respondWith(fetchOr(event.request, pathname));
});

const kept = async (path) => (await caches.open(CACHE)).match(path, { ignoreVary: true });

// The network comes first, so that each release and each rollback counts at once.
async function openPage(event) {
  const answer = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(event.request));
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)).then(() => kept(PAGE));
  try {
    const first = await Promise.race([answer, late.then((page) => page ?? answer)]);
    return first.status >= 500 ? ((await kept(PAGE)) ?? first) : first;
  } catch (error) {
    const page = await kept(PAGE);
    if (page) return page;
    throw error;
  }
}

// The browser's own cache answers for files that it has: they never change.
async function fetchOr(request, path) {
  try {
    return await fetch(request);
  } catch (error) {
    const file = await kept(path);
    if (file) return file;
    throw error;
  }
}

self.addEventListener('push', (event) => {
  const { title, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { tag: url, data: url, lang: 'fr' }));
});

// The next opening of the space tells the site the new address: this script has no session.
self.addEventListener('pushsubscriptionchange', (event) => {
  const { oldSubscription, newSubscription } = event;
  if (newSubscription || !oldSubscription) return;
  event.waitUntil(self.registration.pushManager.subscribe(oldSubscription.options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openAt(event.notification.data));
});

async function openAt(url) {
  const windows = await self.clients.matchAll({ type: 'window' });
  const open = windows.find(({ url: shown }) => new URL(shown).pathname === PAGE);
  if (!open) return self.clients.openWindow(url);
  await open.focus();
  return open.navigate(url);
}
