// The browser's side of the app: it applies patches, forwards events, keeps bytes and speaks HTTP.
// What the app is about, only the WebAssembly knows. docs/web.md describes the messages.

const root = document.getElementById("app");
const nodes = [null, root];
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
let wasm, tags, attributes, events;

// MARK: Memory

const bytesAt = (pointer, length) => new Uint8Array(wasm.memory.buffer, pointer, length);
const copyAt = (pointer, length) => bytesAt(pointer, length).slice();
const textAt = (pointer, length) => decoder.decode(bytesAt(pointer, length));

/// Hands bytes or a text to the app; answers their length in bytes.
function give(value) {
  if (typeof value === "string") {
    if (value === "") return 0;
    const room = value.length * 3;
    return encoder.encodeInto(value, bytesAt(wasm.reserve(room), room)).written;
  }
  if (value.length) bytesAt(wasm.reserve(value.length), value.length).set(value);
  return value.length;
}

const concat = (parts) => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) { whole.set(part, offset); offset += part.length; }
  return whole;
};
const said = (error) => String(error?.message ?? error);
const u32 = (value) => new Uint8Array(new Uint32Array([value]).buffer);

// MARK: Patches

let renderIsDue = false;
let afterRender = [];

function changed() {
  if (renderIsDue) return;
  renderIsDue = true;
  queueMicrotask(render);
}

function render() {
  renderIsDue = false;
  const pointer = wasm.render();
  if (!pointer) return;
  const [words, wordCount, text, textLength] = new Uint32Array(wasm.memory.buffer, pointer, 4);
  if (wordCount) apply(new Int32Array(wasm.memory.buffer, words, wordCount), textAt(text, textLength));
  const tasks = afterRender;
  afterRender = [];
  for (const task of tasks) task();
  document.documentElement.dataset.ready = "";
}

function apply(words, text) {
  let at = 0;
  let read = 0;
  const next = (length) => text.substring(read, read += length);
  const make = (tag) => tag[0] === ":"
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.substring(1)) : document.createElement(tag);
  const add = (id, node) => { nodes[id] = node; node.id$ = id; };
  while (at < words.length) {
    switch (words[at++]) {
      case 0: add(words[at++], make(tags[words[at++]])); break;
      case 1: add(words[at++], document.createTextNode(next(words[at++]))); break;
      case 2: nodes[words[at++]].data = next(words[at++]); break;
      case 3: set(nodes[words[at++]], attributes[words[at++]], next(words[at++])); break;
      case 4: set(nodes[words[at++]], attributes[words[at++]], null); break;
      case 5: {
        const node = nodes[words[at++]];
        nodes[words[at++]].insertBefore(node, nodes[words[at++]]);
        break;
      }
      case 6: nodes[words[at++]].remove(); break;
      case 7: {
        const copy = nodes[words[at++]].cloneNode(true);
        let left = words[at++];
        let node = copy;
        while (left-- > 0) {
          add(words[at++], node);
          if (!left) break;
          if (node.firstChild) { node = node.firstChild; continue; }
          while (!node.nextSibling) node = node.parentNode;
          node = node.nextSibling;
        }
        break;
      }
    }
  }
}

function set(node, attribute, value) {
  const name = attribute.substring(1);
  switch (attribute[0]) {
    case ".":
      if (name === "value") { if (node.value !== (value ?? "")) node.value = value ?? ""; } else node[name] = value !== null;
      break;
    case "~": {
      if (value === null) node.style.removeProperty(name); else node.style.setProperty(name, value + "px");
      break;
    }
    default: if (value === null) node.removeAttribute(name); else node.setAttribute(name, value);
  }
}

/// What the server already rendered, in the order in which numbers are given: see Renderer+Adoption.swift.
function adopt() {
  const words = [root.childNodes.length];
  const texts = [];
  const note = (text) => { const bytes = encoder.encode(text); texts.push(bytes); return bytes.length; };
  const visit = (node) => {
    node.id$ = nodes.push(node) - 1;
    const tag = node.nodeType === 1 ? tags.indexOf(node.localName) : -1;
    if (tag < 0) { words.push(-1, note(node.nodeType === 3 ? node.data : "")); return; }
    const found = [];
    for (const { name, value } of node.attributes) {
      const index = attributes.findIndex((known) => known.substring(1) === name);
      if (index >= 0) found.push(index, note(value));
    }
    if (node.localName === "textarea") found.push(attributes.indexOf(".value"), note(node.value));
    const children = node.localName === "textarea" ? [] : node.childNodes;
    words.push(tag, found.length / 2, ...found, children.length);
    for (const child of children) visit(child);
  };
  for (const child of root.childNodes) visit(child);
  wasm.adopt(words.length, give(concat([new Uint8Array(new Int32Array(words).buffer), ...texts])));
}

// MARK: Events

let pressed = null;
let swallowClick = false;

function forward(event) {
  const kind = events.indexOf(event.type);
  const target = event.target;
  if (event.type === "click" && swallowClick) { swallowClick = false; event.preventDefault(); return; }
  if (event.type === "pointerdown") swallowClick = false;
  const isField = target.matches?.("input:not([type=checkbox]), textarea, select");
  const modifiers = event.shiftKey * 1 | (event.ctrlKey || event.metaKey) * 2 | event.altKey * 4
    | (event.pointerType && event.pointerType !== "mouse") * 8 | isField * 16 | (event.button > 0) * 32 | event.isComposing * 64;
  const text = event.key ?? event.clipboardData?.getData("text/plain") ?? target.value ?? "";
  const isScroll = event.type === "scroll";
  const x = isScroll ? target.clientHeight : event.clientX ?? 0;
  const y = isScroll ? target.scrollTop : event.clientY ?? 0;
  const isGesture = event.type.startsWith("pointer") && event.type !== "pointerdown";
  if (isGesture && !pressed) return;
  let node = isGesture ? pressed : root.contains(target) ? target : root.firstChild;
  const length = give(String(text));
  let handled = 0;
  for (; node && node !== root && !handled; node = node.parentNode) {
    if (node.id$) handled = wasm.event(node.id$, kind, x, y, modifiers, length);
    if (handled && event.type === "pointerdown") pressed = node;
  }
  if (event.type === "pointerup" || event.type === "pointercancel") pressed = null;
  if (!handled) return;
  if (event.type === "pointermove") swallowClick = true;
  if (["keydown", "submit", "contextmenu", "paste"].includes(event.type)) event.preventDefault();
  if (event.type === "click" && target.closest("a, label")) event.preventDefault();
  changed();
}

/// Tells the app something that is no event of an element.
function tell(kind, a = 0, b = 0, value = "") {
  wasm.tell(kind, a, b, give(value));
  changed();
}

// The kinds of `tell`, as in Message.swift.
const [LOADED, STORED, NOT_STORED, ANSWER, OTHER_TAB, WOKEN, PATH, SIZE, ONLINE, VISIBLE, RECORDED, KEPT, NOT_PLAYED] = Array(13).keys();

// MARK: Storage

let database = null;
let writes = [];
const channel = "BroadcastChannel" in window ? new BroadcastChannel("daybook") : null;

const openDatabase = () => new Promise((resolve, reject) => {
  const request = indexedDB.open("daybook", 2);
  request.onupgradeneeded = () => {
    const known = request.result.objectStoreNames;
    for (const name of ["records", "blobs", "outbox"]) if (!known.contains(name)) request.result.createObjectStore(name);
  };
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
  request.onblocked = () => reject(new Error("another tab holds the database"));
});

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

async function load() {
  try {
    database = await openDatabase();
    database.onversionchange = () => database.close();
    const values = await settled(database.transaction("records").objectStore("records").getAll());
    outbox = new Set(await settled(database.transaction("outbox").objectStore("outbox").getAllKeys()));
    tell(LOADED, 1, 0, concat(values.flatMap((value) => [u32(value.length), value])));
  } catch (error) {
    tell(LOADED, 0, 0, said(error));
  }
}

/// Writes what came since the last time in one transaction. Where a key is stored already, the app merges the two.
function flush() {
  const batch = writes;
  writes = [];
  if (!batch.length) return;
  const fail = (error) => { for (const { token } of batch) tell(NOT_STORED, token, 0, said(error)); };
  try {
    if (!database) throw new Error("no storage");
    const transaction = database.transaction("records", "readwrite");
    const store = transaction.objectStore("records");
    let problem = null;
    const put = (value, key) => {
      try { store.put(value, key); } catch (error) { problem = error; transaction.abort(); }
    };
    for (const { entries } of batch) {
      for (const { key, value, replaces } of entries) {
        if (replaces) { put(value, key); continue; }
        store.get(key).onsuccess = ({ target: { result } }) => {
          if (!result) return put(value, key);
          const pointer = wasm.combine(result.length, give(concat([result, value])));
          const [address, length] = new Uint32Array(wasm.memory.buffer, pointer, 2);
          put(copyAt(address, length), key);
        };
      }
    }
    transaction.oncomplete = () => {
      for (const { token, bytes } of batch) { tell(STORED, token); channel?.postMessage(bytes); }
    };
    transaction.onabort = () => fail(problem ?? transaction.error);
  } catch (error) {
    fail(error);
  }
}

function entriesIn(bytes) {
  const view = new DataView(bytes.buffer);
  const entries = [];
  for (let at = 0; at < bytes.length;) {
    const take = () => { const n = view.getUint32(at, true); at += 4 + n; return bytes.slice(at - n, at); };
    const replaces = bytes[at++] === 1;
    entries.push({ replaces, key: take(), value: take() });
  }
  return entries;
}

// MARK: Bytes by their address on the server

/// The addresses at which the server has yet to get what is kept here.
let outbox = new Set();
let microphone = null;
const player = new Audio();

async function keep(path, bytes, isNew) {
  const transaction = database.transaction(["blobs", "outbox"], "readwrite");
  transaction.objectStore("blobs").put(bytes, path);
  if (isNew) transaction.objectStore("outbox").put(1, path);
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
}

const kept = (path) => settled(database.transaction("blobs").objectStore("blobs").get(path));

async function deliver() {
  for (const path of [...outbox]) {
    outbox.delete(path);
    try {
      const response = await fetch(path, { method: "PUT", body: await kept(path) });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      await settled(database.transaction("outbox", "readwrite").objectStore("outbox").delete(path));
    } catch {
      outbox.add(path);
      return;
    }
  }
}

async function record() {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const recorder = new MediaRecorder(stream);
  const parts = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.onstop = async () => {
    for (const track of stream.getTracks()) track.stop();
    tell(RECORDED, 1, 0, new Uint8Array(await new Blob(parts).arrayBuffer()));
  };
  recorder.start();
  tell(RECORDED, 2);
  return recorder;
}

async function play(path) {
  let bytes = await kept(path);
  if (!bytes) {
    const response = await fetch(path);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    bytes = new Uint8Array(await response.arrayBuffer());
    await keep(path, bytes, false);
  }
  URL.revokeObjectURL(player.src);
  player.src = URL.createObjectURL(new Blob([bytes]));
  await player.play();
}

// MARK: What the app asks for

const imports = {
  grow: (pages) => { try { return wasm.memory.grow(pages); } catch { return -1; } },
  random: (pointer, length) => { crypto.getRandomValues(bytesAt(pointer, length)); },
  now: () => Date.now(),
  kind(scalar) { const text = String.fromCodePoint(scalar); return /\p{White_Space}/u.test(text) ? 1 : /\p{Alphabetic}/u.test(text) ? 2 : 0; },
  lower: (scalar) => String.fromCodePoint(scalar).toLowerCase().codePointAt(0),
  offset: (time) => -new Date(time).getTimezoneOffset(),
  log: (pointer, length) => console.log(textAt(pointer, length)),
  store(token, pointer, length) {
    const bytes = copyAt(pointer, length);
    if (!writes.length) setTimeout(flush);
    writes.push({ token, bytes, entries: entriesIn(bytes) });
  },
  send(token, path, pathLength, body, bodyLength) {
    const headers = { "content-type": "application/octet-stream" };
    const options = bodyLength ? { method: "POST", headers, body: copyAt(body, bodyLength) } : {};
    fetch(textAt(path, pathLength), { ...options, signal: AbortSignal.timeout(20000) })
      .then(async (response) => {
        tell(ANSWER, token, response.status, new Uint8Array(await response.arrayBuffer()));
        if (response.ok) deliver();
      })
      .catch((error) => tell(ANSWER, token, 0, said(error)));
  },
  wake: (token, milliseconds) => { setTimeout(() => tell(WOKEN, token), milliseconds); },
  visit(pointer, length, replaces) {
    const path = textAt(pointer, length);
    if (replaces) history.replaceState(null, "", path); else history.pushState(null, "", path);
  },
  focus(pointer, length, selects) {
    const id = textAt(pointer, length);
    afterRender.push(() => {
      const node = document.getElementById(id);
      node?.focus({ preventScroll: !selects });
      if (selects) node?.select?.();
    });
  },
  scroll(pointer, length, y) {
    const id = textAt(pointer, length);
    afterRender.push(() => { const node = document.getElementById(id); if (node) node.scrollTop = y; });
  },
  remember(key, keyLength, value, valueLength) {
    const text = String.fromCharCode(...bytesAt(value, valueLength));
    try { sessionStorage.setItem(textAt(key, keyLength), text); } catch { /* It is a convenience. */ }
  },
  listen(starts) {
    if (starts) microphone = record().catch((error) => { tell(RECORDED, 0, 0, said(error)); });
    else microphone?.then((recorder) => recorder?.stop());
  },
  keep(path, pathLength, pointer, length) {
    const name = textAt(path, pathLength);
    keep(name, copyAt(pointer, length), true).then(
      () => { outbox.add(name); tell(KEPT, 1); deliver(); }, (error) => tell(KEPT, 0, 0, said(error)));
  },
  play(pointer, length) { play(textAt(pointer, length)).catch((error) => tell(NOT_PLAYED, 0, 0, said(error))); },
  language(pointer, length) {
    const code = textAt(pointer, length);
    document.documentElement.lang = code;
    // The server reads it to send the first page in that language.
    document.cookie = `language=${code}; max-age=31536000; path=/; samesite=strict`;
  },
};

async function start() {
  const { href } = document.getElementById("wasm");
  const { instance } = await WebAssembly.instantiateStreaming(fetch(href, { credentials: "same-origin" }), { env: imports });
  wasm = instance.exports;
  const pointer = wasm.names();
  const [address, length] = new Uint32Array(wasm.memory.buffer, pointer, 2);
  [tags, attributes, events] = textAt(address, length).split("\n").map((line) => line.split(" "));
  wasm.start(give([location.hash, navigator.languages.join(","), document.cookie.match(/(?:^|; )language=([^;]*)/)?.[1] ?? ""].join("\n")));
  let undo = "";
  try { undo = sessionStorage.getItem("undo") ?? ""; } catch { /* It is a convenience. */ }
  if (undo) wasm.restore(give(Uint8Array.from(undo, (unit) => unit.charCodeAt(0))));
  adopt();
  for (const type of events) window.addEventListener(type, forward, { capture: type === "scroll" || type === "focusout" });
  addEventListener("popstate", () => tell(PATH, 0, 0, location.hash));
  addEventListener("resize", () => tell(SIZE, innerWidth, innerHeight));
  addEventListener("online", () => tell(ONLINE, 1));
  addEventListener("offline", () => tell(ONLINE, 0));
  addEventListener("visibilitychange", () => { if (document.hidden) flush(); tell(VISIBLE, document.hidden ? 0 : 1); });
  addEventListener("pagehide", flush);
  if (channel) channel.onmessage = ({ data }) => tell(OTHER_TAB, 0, 0, data);
  tell(SIZE, innerWidth, innerHeight);
  await load();
}

start();
if ("serviceWorker" in navigator && isSecureContext) {
  const policy = window.trustedTypes?.createPolicy("daybook", { createScriptURL: () => "/sw.js" });
  navigator.serviceWorker.register(policy ? policy.createScriptURL("") : "/sw.js").catch(() => {});
}
