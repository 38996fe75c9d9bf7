// Keeps the files of `make demo`, so that it opens without a network. `FILES` and `VERSION` are written by scripts/make-demo.

const FILES = [], VERSION = "";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => {
  const clean = async () => { for (const name of await caches.keys()) if (name.startsWith("demo ") && name !== VERSION) await caches.delete(name); };
  event.waitUntil(clean().then(() => self.clients.claim()));
});
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  event.respondWith(caches.open(VERSION).then((cache) => cache.match(event.request, { ignoreSearch: true, ignoreVary: true })).then((kept) => kept ?? fetch(event.request)));
});
