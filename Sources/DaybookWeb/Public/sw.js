// Opens the app without a server: the page and what it names are kept, and the newest is used when there is a network.

const NAME = "daybook";
/// How long the server may take before the kept page is shown, in milliseconds.
const PATIENCE = 3000;

const assetsOf = (html) => [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map((match) => match[1]);

/// One after the other: each takes out what only others need.
let keeping = Promise.resolve();
const keep = (response) => keeping = keeping.catch(() => {}).then(() => store(response));

/// Keeps a page and its assets as one: never a page without what it needs, nor somebody else's, as of a network that asks
/// to sign in.
async function store(response) {
  const html = await response.clone().text();
  if (!html.includes('id="wasm"')) return;
  const cache = await caches.open(NAME);
  const paths = assetsOf(html);
  const missing = [];
  for (const path of paths) if (!await cache.match(path)) missing.push(path);
  await cache.addAll(missing);
  // What bears a sum of its bytes in its address never changes; an icon may, and nobody waits for it.
  cache.addAll(paths.filter((path) => !missing.includes(path) && !/\.\d+-\d+\./.test(path))).catch(() => {});
  await cache.put("/", response);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname !== "/" && !paths.includes(pathname)) await cache.delete(request);
  }
}

self.addEventListener("install", (event) => {
  // Without a session the answer is no page of the app.
  event.waitUntil(fetch("/").then((response) => response.ok ? keep(response) : undefined).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function page(event) {
  const kept = await caches.match("/");
  const fetching = fetch(event.request);
  const whole = fetching.then((response) => response.ok && keep(response.clone()));
  // However late it comes.
  event.waitUntil(whole.catch(() => {}));
  if (!kept) return fetching;
  // A new version is shown once it is here as a whole: until then its page would be dead. What is here stays in reach when
  // the session has ended; the app then says so.
  const fetched = whole.then(() => fetching).then((response) => response.status >= 400 ? kept : response);
  const late = new Promise((resolve) => { setTimeout(() => resolve(kept), PATIENCE); });
  // Where there is no room to keep it, it is shown all the same.
  return Promise.race([fetched.catch((error) => error.name === "QuotaExceededError" ? fetching : kept), late]);
}

/// Signing in and out. Without the server nobody does: the app stays, and says that it can't be reached.
async function session(request) {
  try {
    const response = await fetch(request);
    // Somebody has signed in: the kept page may be another's.
    if (response.type === "opaqueredirect") await (await caches.open(NAME)).delete("/");
    return response;
  } catch {
    return Response.redirect("/", 303);
  }
}

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  if (mode === "navigate" && ["/login", "/logout"].includes(pathname)) event.respondWith(session(event.request));
  if (method !== "GET") return;
  if (mode === "navigate") {
    if (pathname === "/") event.respondWith(page(event));
  } else if (!pathname.startsWith("/v1/") && !pathname.startsWith("/api/")) {
    event.respondWith(caches.match(event.request, { ignoreVary: true }).then((kept) => kept ?? fetch(event.request)));
  }
});
