// Serves the page from what was stored when it was last loaded, so that it opens
// without a network. A new version is stored whole beside the old one, which goes
// when no window uses it any more.

const VERSION = 'sokoscope-VERSION_HERE';
const FILES = ['FILES_HERE'];

self.addEventListener('install', (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: 'reload' }));
  event.waitUntil(caches.open(VERSION).then((store) => store.addAll(fresh)));
});

self.addEventListener('activate', (event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('sokoscope-') && name !== VERSION);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  const find = async () => {
    const store = await caches.open(VERSION);
    const wanted = event.request.mode === 'navigate' ? './' : event.request;
    return (await store.match(wanted, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(find());
});
