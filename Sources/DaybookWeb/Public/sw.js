// Opens the app without a server: the page and what it names are kept, and the newest is used when there is a network.

const NAME = "daybook", SHARED = "daybook-shared";
/// How long the server may take before the kept page is shown, in milliseconds.
const PATIENCE = 3000;

/// Finds a file that is kept of the app; a file that waits is no part of it.
const keptAt = async (request, options) => (await caches.open(NAME)).match(request, options);
const missingOf = async (paths) => {
  const kept = await Promise.all(paths.map((path) => keptAt(path)));
  return paths.filter((_, index) => !kept[index]);
};
const assetsOf = (html) => [...html.matchAll(/(?:href|src|data-rest)="(\/[^"]+)"/g)].map((match) => match[1]);

/// The texts of languages that a page names, by their addresses. They are kept once somebody used them.
const textsOf = (html) => [...html.matchAll(/content="(\/[^"]+\.txt)"/g)].map((match) => match[1]);
const nameOf = (path) => path.split(".")[0];

/// How long the files of a page may take, in milliseconds.
const PATIENCE_WITH_FILES = 60000;

let keeping = Promise.resolve(), signIns = 0;
/// One after the other: each takes out what only others need.
function keep(response) {
  const before = signIns;
  return keeping = keeping.catch(() => {}).then(() => store(response, () => before === signIns));
}

/// Keeps a page and its assets as one: never a page without what it needs, nor somebody else's, as of a network that asks
/// to sign in.
async function store(response, isSameAccount) {
  const html = await response.clone().text();
  if (!html.includes('id="wasm"')) return;
  const cache = await caches.open(NAME);
  const used = (await cache.keys()).map(({ url }) => nameOf(new URL(url).pathname));
  used.push("/" + html.match(/<html lang="([^"]+)"/)?.[1]);
  const paths = [...assetsOf(html), ...textsOf(html).filter((path) => used.includes(nameOf(path)))];
  const missing = await missingOf(paths);
  const signal = AbortSignal.timeout(PATIENCE_WITH_FILES);
  await cache.addAll(missing.map((path) => new Request(path, { signal })));
  // A file that bears a sum of its bytes in its address never changes; an icon may, and nobody waits for it.
  cache.addAll(paths.filter((path) => !missing.includes(path) && !/\.\d+-\d+\./.test(path))).catch(() => {});
  if (!isSameAccount()) return;
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
  const kept = await keptAt("/");
  const fetching = fetch(event.request);
  const whole = fetching.then((response) => response.ok && keep(response.clone()));
  // However late it comes.
  event.waitUntil(whole.catch(() => {}));
  if (!kept) return fetching;
  const fetched = fetching.then(async (response) => {
    // A file that is here stays in reach when the session has ended; the app then says so.
    if (response.status >= 500 || response.status === 401) return kept;
    const html = await response.clone().text();
    if (html.includes('id="wasm"') && (await missingOf(assetsOf(html))).length) {
      // A new version is shown once it is here as a whole: until then its page would be dead. Where there is no room to
      // keep it, it is shown all the same.
      try { await whole; } catch (error) { if (["TypeError", "AbortError", "TimeoutError"].includes(error.name)) return kept; }
    }
    return response;
  });
  const late = new Promise((resolve) => { setTimeout(() => resolve(kept), PATIENCE); });
  return Promise.race([fetched.catch(() => kept), late]);
}

/// Signing in and out. Without the server nobody does: the app stays, and says that it can't be reached.
async function session(request) {
  try {
    const response = await fetch(request);
    // Somebody has signed in: the kept page may be another's.
    if (response.type === "opaqueredirect") {
      signIns += 1;
      await (await caches.open(NAME)).delete("/");
    }
    return response;
  } catch {
    return Response.redirect("/", 303);
  }
}

/// A file that another program shares with the installed app: it is kept until the page has opened and asks about it. Any website
/// can send one as well. Where from, a worker knows as far as the website lets the browser tell.
async function share(request) {
  const file = await request.formData().then((form) => form.get("file"), () => {});
  if (file instanceof File) {
    const from = request.referrer.startsWith("http") ? new URL(request.referrer).origin : "";
    const headers = { "x-name": encodeURIComponent(file.name), "x-from": from === self.location.origin ? "" : encodeURIComponent(from) };
    await (await caches.open(SHARED)).put("/share", new Response(file, { headers }));
  }
  return Response.redirect("/#/money", 303);
}

self.addEventListener("push", (event) => event.waitUntil(remind(event.data.json())));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(answer(event.notification, event.action));
});
self.addEventListener("notificationclose", (event) => event.waitUntil(deal(event.notification.data, {})));

/// Shows a reminder. A page that is seen shows it by itself; a browser wants something shown in any case.
async function remind({ id, at, title, day, texts: [done, later] }) {
  const data = { id, at, title, day, texts: [done, later] };
  const actions = done && later ? [{ action: "done", title: done }, { action: "later", title: later }] : [];
  const isSeen = (await self.clients.matchAll({ type: "window" })).some((page) => page.visibilityState === "visible");
  await self.registration.showNotification(title, { body: day, tag: id, icon: "/icon-192.png", data, actions, silent: isSeen });
  if (isSeen) for (const shown of await self.registration.getNotifications({ tag: id })) shown.close();
}

async function answer({ data }, action) {
  const snoozedUntil = new Date(Date.now() + 3600000).toISOString();
  const wish = action === "done" ? { completed: true } : action === "later" ? { snoozedUntil } : {};
  if (!action) await self.clients.openWindow(`/#/todo/${data.id}`).catch(() => {});
  // Without the server it stays, for another time.
  if (!await deal(data, wish) && action) await remind(data);
}

/// The time on clocks here at a moment: one without a zone is silent by that, wherever the person goes.
const local = (at) => new Date(at - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16);

/// Tells the server what a person did about a reminder, so that it is silent elsewhere.
const deal = ({ id, at }, wish) => fetch(`/api/v1/todos/${id}/reminded`, { method: "POST", body: JSON.stringify({ at, local: local(new Date(at)), ...wish }) })
  .then(({ ok, status }) => ok || status === 404, () => false);

/// A file that isn't kept. The texts of a language are, from now on.
async function fetched({ request }) {
  const response = await fetch(request);
  if (request.url.endsWith(".txt") && response.ok) (await caches.open(NAME)).put(request, response.clone()).catch(() => {});
  return response;
}

self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (origin !== self.location.origin) return;
  if (mode === "navigate" && ["/login", "/logout"].includes(pathname)) event.respondWith(session(event.request));
  if (mode === "navigate" && method === "POST" && pathname === "/share") event.respondWith(share(event.request));
  if (method !== "GET") return;
  if (mode === "navigate") {
    if (pathname === "/") event.respondWith(page(event));
  } else if (!pathname.startsWith("/v1/") && !pathname.startsWith("/api/")) {
    event.respondWith(keptAt(event.request, { ignoreVary: true }).then((kept) => kept ?? fetched(event)));
  }
});
