// The browser's side of the app: it applies patches, forwards events, keeps bytes and speaks HTTP.
// Only the WebAssembly knows what the app is about. docs/web.md describes the patches, Message.swift what is told.

import { contents } from "./adoption.js";
import { batches, bytesOf, concat, sized, textOf } from "./bytes.js";
import { instantiate } from "./parts.js";
import { notify } from "./notifications.js";
import { Recordings, send } from "./recordings.js";
import { Storage, account } from "./storage.js";

const root = document.getElementById("app");
/// The nodes that the app shows, by its numbers. A node keeps its own, as long as it is in use.
const nodes = [];
const setNode = (id, node) => { nodes[id] = node; node.daybook = id; };
const isOurs = (node) => nodes[node.daybook] === node;
setNode(1, root);
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();
let wasm, complete, tags, attributes, events, storage, recordings, news;
let renderIsDue = false, isApplying = false, historyIsNew = false, historyIsKept = false, flushIsDue = false;

// MARK: Memory

const bytesAt = (pointer, length) => new Uint8Array(wasm.memory.buffer, pointer, length);
const copyAt = (pointer, length) => bytesAt(pointer, length).slice();
const textAt = (pointer, length) => decoder.decode(bytesAt(pointer, length));
const numbersAt = (pointer, count) => new Uint32Array(wasm.memory.buffer, pointer, count);

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

/// The address behind the page, in the writing of the person, on one line.
const path = () => { try { return decodeURI(location.hash).replace(/\s/g, " "); } catch { return location.hash; } };

/// Says what went wrong, for `Language.reason`: most browsers' own words are English.
const said = (error) => `${error?.name ?? "Error"}:${error?.message ?? error}`;

// MARK: Drawing

/// Numbers of the alarms in Effect.swift.
const HIDE_NOTICE = 1;
const alarms = new Map(), timers = [];
/// Left to be done once the next patch is applied: where the list is scrolled to, and which element gets the focus.
let listPlace = null, focusWanted = null, soon = null;

function changed() {
  if (!renderIsDue) queueMicrotask(render);
  renderIsDue = true;
}

/// For what hardly ever shows: the next drawing has it, or one of its own in a moment.
function changedSoon() {
  setAlarms();
  soon ??= setTimeout(() => { soon = null; changed(); }, 100);
}

function setAlarms() {
  for (const [token, delay] of alarms) {
    clearTimeout(timers[token]);
    let rings = 0;
    // A notice doesn't go while it is in use, and one that says what went wrong not before 20 seconds.
    const ring = () => {
      if (token === HIDE_NOTICE && document.querySelector(`.notice:is(:hover, :focus-within${rings++ < 14 ? ", .problem" : ""})`)) timers[token] = setTimeout(ring, 1000);
      else { hear(); tell(WOKEN, token); }
    };
    timers[token] = setTimeout(ring, delay);
  }
  alarms.clear();
}

function render() {
  renderIsDue = false;
  setAlarms();
  noteTouches(others.takeRecords());
  const pointer = wasm.render();
  if (!pointer) return;
  const wanted = focusWanted, place = listPlace, patch = patchAt(pointer);
  // Moving the focus may ask for more, after the next rendering.
  focusWanted = listPlace = null;
  let focused = document.activeElement;
  const list = focused.closest("#list");
  const isFirst = document.documentElement.dataset.ready === undefined, typed = isFirst ? typedSoFar() : [];
  others.disconnect();
  isApplying = true;
  // From row to row the focus goes first: once the patch is applied, that would work out the style of all that it changed.
  if (list && wanted) {
    moveFocus(wanted);
    focused = document.activeElement;
  }
  try { apply(patch); } catch (error) { redraw(error); }
  isApplying = false;
  others.observe(root, everything);
  declareLanguage();
  // An element that was moved lost the focus on its way.
  if (focused !== document.activeElement && focused.isConnected) focused.focus({ preventScroll: true });
  if (place !== null) document.getElementById("list")?.scrollTo(0, place);
  if (wanted) moveFocus(wanted);
  // The focus of an element that is gone, covered, or out of use goes to what is always there: the list of a row that was
  // scrolled away can be scrolled on.
  if ((!focused.isConnected || focused.disabled || focused.closest("[inert]")) && [document.body, focused].includes(document.activeElement)) {
    if (list) list.tabIndex = -1;
    (list?.isConnected && !list.closest("[inert]") ? list : document.querySelector(":is(#settings, .dialog .close, .back):not([inert] *)"))
      ?.focus({ preventScroll: true });
  }
  if (!isFirst) return;
  document.documentElement.dataset.ready = "";
  watchList();
  for (const [field, text] of typed) {
    // What was typed on the page before comes first.
    if (!field.value.includes(text)) field.value = (field.value + " " + text).trim();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  removeEventListener("click", tap);
  tapped?.click();
  tapped = null;
  // Not sooner, since a new device gets its book first. Where it can't be had yet, it is fetched once something needs it.
  complete().catch(() => {});
}

/// Gives an element the focus, unless it has it: that would be laying out the page for nothing.
function moveFocus({ id, selects }) {
  const node = document.getElementById(id);
  // Where little room is left, such as at 400 %, the pane scrolls as a whole.
  if (node && node !== document.activeElement) node.focus({ preventScroll: !selects && innerHeight > 500 });
  if (selects) node?.select?.();
}

/// The element that was tapped at the top of the server's page before anything listened.
let tapped;
const tap = ({ target }) => { tapped = target.closest(".bar button"); };
addEventListener("click", tap);

/// The words that were typed into the server's page before anything listened.
const typedSoFar = () => [...root.querySelectorAll("input, textarea")].filter((field) => field.value).map((field) => [field, field.value]);

// MARK: Others in the document

/// Hears what a translation, an extension or a tool for reading does to what the app shows.
const others = new MutationObserver(noteTouches);
const everything = { attributes: true, characterData: true, childList: true, subtree: true };

/// Tells the app, by the values of `Touch`: what was touched serves as no model any more, and is put right before it
/// changes; what is lost comes back in a moment.
function noteTouches(records) {
  for (const { type, target, removedNodes } of records) {
    const owner = target.nodeType === 3 ? target.parentNode : target;
    if (!owner || !isOurs(owner)) continue;
    const isLost = (node) => isOurs(node) && node.parentNode !== owner && (node.nodeType === 1 || !owner.textContent.trim());
    const kind = type === "attributes" ? 0 : [...removedNodes].some(isLost) ? 2 : 1;
    wasm.touched(owner.daybook, kind);
    if (kind === 2) mendSoon();
  }
}

/// Not at once: somebody may take the same away again and again.
const mendSoon = () => setTimeout(changed, 200);

/// Hears that the app was taken out of the page, such as by one that writes the page's HTML again.
const page = new MutationObserver(() => { if (!root.isConnected) mendSoon(); });

/// Draws everything, where the document isn't what the app takes it for.
function redraw(error) {
  console.info("The screen was drawn from the start:", error);
  const { id, selectionStart } = document.activeElement, top = document.getElementById("list")?.scrollTop ?? 0;
  if (!root.isConnected) {
    const copy = document.getElementById("app");
    if (copy) copy.replaceWith(root); else document.body.prepend(root);
  }
  root.replaceChildren();
  nodes.length = 2;
  wasm.startOver();
  apply(patchAt(wasm.render()));
  watchList();
  document.getElementById("list")?.scrollTo(0, top);
  const field = id ? document.getElementById(id) : null;
  field?.focus({ preventScroll: true });
  if (selectionStart) field?.setSelectionRange?.(selectionStart, selectionStart);
}

/// The page is in the language of the app. Who reads that needs no translation.
function declareLanguage() {
  const page = document.documentElement, { lang } = nodes[2], spoken = (tag) => tag.split("-")[0];
  if (page.lang === lang && page.hasAttribute("translate")) return;
  page.lang = lang;
  page.translate = !navigator.languages.some((known) => spoken(known) === spoken(lang));
}

/// How high the list is, it tells as of a scrolling.
const heights = new ResizeObserver(([{ target }]) => target.dispatchEvent(new Event("scroll")));
const watchList = () => {
  const list = document.getElementById("list");
  heights.disconnect();
  if (list) heights.observe(list);
};

// MARK: Patches

/// A copy of a patch: an element that goes loses the focus, and the app that hears of it may need more memory.
function patchAt(pointer) {
  const [start, count, text, length] = numbersAt(pointer, 4);
  return { words: new Int32Array(wasm.memory.buffer, start, count).slice(), text: textAt(text, length) };
}

function apply({ words, text }) {
  if (!root.isConnected) throw new Error("the app is no longer in the page");
  carryOut(words, text);
}

function carryOut(words, text) {
  let at = 0, read = 0;
  const next = (length) => text.substring(read, read += length);
  const make = (tag) => tag[0] === ":"
    ? document.createElementNS("http://www.w3.org/2000/svg", tag.substring(1)) : document.createElement(tag);
  while (at < words.length) {
    switch (words[at++]) {
      case 0: setNode(words[at++], make(tags[words[at++]])); break;
      case 1: setNode(words[at++], document.createTextNode(next(words[at++]))); break;
      case 2: nodes[words[at++]].data = next(words[at++]); break;
      case 3: set(nodes[words[at++]], attributes[words[at++]], next(words[at++])); break;
      case 4: set(nodes[words[at++]], attributes[words[at++]], null); break;
      case 5: { const node = nodes[words[at++]]; nodes[words[at++]].insertBefore(node, nodes[words[at++]]); break; }
      case 6: nodes[words[at++]].remove(); break;
      case 7: {
        let node = nodes[words[at++]].cloneNode(true), left = words[at++];
        while (left-- > 0) {
          setNode(words[at++], node);
          if (!left) break;
          if (node.firstChild) { node = node.firstChild; continue; }
          while (!node.nextSibling) node = node.parentNode;
          node = node.nextSibling;
        }
        break;
      }
      case 8: {
        const parent = nodes[words[at++]], count = words[at++];
        const children = Array.from(words.subarray(at, at += count), (id) => nodes[id]), own = new Set(children);
        for (const child of [...parent.childNodes]) if (!own.has(child)) child.remove();
        // The node in its place stays there: it may be scrolled, or have the focus.
        let place = parent.firstChild;
        for (const child of children) if (child === place) place = place.nextSibling; else parent.insertBefore(child, place);
        break;
      }
    }
  }
}

function set(node, attribute, value) {
  const name = attribute[1];
  switch (attribute[0]) {
    case ".":
      if (name !== "value") node[name] = value !== null;
      else if (node.value !== (value ??= "")) {
        const caret = node.selectionEnd, isAtEnd = caret === node.value.length;
        node.value = value;
        // At the end it stays there. Safari would move the focus there.
        if (caret && !isAtEnd && node === document.activeElement) node.selectionEnd = caret;
      }
      break;
    case "~": if (value === null) node.style.removeProperty(name); else node.style.setProperty(name, value + "px"); break;
    default: if (value === null) node.removeAttribute(name); else node.setAttribute(name, value);
  }
}

// MARK: Events

let pressed = null, pressedAt = 0, swallowClick = false, clicked = null, pointerY = 0, scrolls = false;

/// A row that is held at the edge of the list scrolls it.
function scrollAtEdge() {
  const list = pressed?.closest(".dragging");
  scrolls = !!list;
  if (!list) return;
  const { top, bottom } = list.getBoundingClientRect();
  list.scrollTop += (Math.min(0, pointerY - top - 48) + Math.max(0, pointerY - bottom + 48)) / 4;
  requestAnimationFrame(scrollAtEdge);
}

/// Forwards the events of a type, which the app knows by the number `kind`.
function listen(type, kind) {
  const isClick = type === "click", isKey = type === "keydown", isScroll = type === "scroll", isPress = type === "pointerdown";
  const isGesture = type.startsWith("pointer") && !isPress;
  const isMouse = isClick || isPress || isGesture || type === "dblclick" || type === "contextmenu";
  const isTyped = ["input", "change"].includes(type), preventsDefault = isKey || ["submit", "contextmenu", "paste"].includes(type);
  addEventListener(type, (event) => {
    const target = event.target;
    if (isGesture && !pressed) return;
    // A second finger is none of ours.
    if ((isGesture || isPress) && !event.isPrimary) return;
    // It is the window that lost the focus, or an element that is being moved.
    if (type === "focusout" && (target === document.activeElement || isApplying)) return;
    // Only a pointer's click ends a gesture. The second of two is not meant for what came there by the first.
    if (isClick && (event.detail && swallowClick || event.detail > 1 && target !== clicked)) {
      swallowClick = false;
      event.preventDefault();
      return;
    }
    if (isClick) clicked = target;
    if (isPress) { swallowClick = false; pressedAt = event.timeStamp; }
    // A row that was held is marked by then.
    if (type === "pointerup" && event.pointerType !== "mouse" && pressed.matches(".row") && event.timeStamp - pressedAt > 450) swallowClick = true;
    const text = isTyped ? target.value : isKey ? event.key : type === "paste" ? event.clipboardData?.getData("text")
      // Rows can be dropped on what stands beside the list.
      : type === "pointermove" && document.elementFromPoint(event.clientX, event.clientY)?.id;
    let x = 0, y = 0, modifiers = 0;
    if (isKey || isMouse) modifiers = event.shiftKey | (event.ctrlKey || event.metaKey) << 1 | event.altKey << 2;
    if (isKey) modifiers |= target.matches?.("input, textarea") << 4 | (event.isComposing || event.keyCode === 229) << 6 | event.repeat << 7;
    if (isMouse) {
      const isPointed = !isClick || event.detail > 0;
      modifiers |= (event.pointerType && event.pointerType !== "mouse") << 3 | (event.button > 0) << 5 | !isPointed << 8;
      // A key that presses a button has no place.
      const box = !isPointed && target.ariaHasPopup && target.getBoundingClientRect();
      [x, y] = box ? [box.right, box.bottom] : [event.clientX, event.clientY];
    }
    if (isScroll) [x, y] = [target.clientHeight, target.scrollTop];
    let node = isGesture ? pressed : root.contains(target) ? target : nodes[2];
    while (node && !isOurs(node)) node = node.parentNode;
    const taker = node && wasm.event(node.daybook, kind, x, y, modifiers, give(text || ""));
    if (isPress && taker) pressed = nodes[taker];
    if (type === "pointerup" || type === "pointercancel") pressed = null;
    if (!taker) return;
    if (type === "pointermove") { swallowClick = true; pointerY = y; if (!scrolls) scrollAtEdge(); }
    if (preventsDefault) event.preventDefault();
    changed();
  }, { capture: isScroll || type === "focusout" });
}

// Chromium takes a quick swipe for a flick, and the next tap only for the end of it.
addEventListener("touchmove", (event) => { if (pressed && swallowClick && event.cancelable) event.preventDefault(); }, { passive: false });

/// Tells the app something that is no event of an element.
function tell(kind, a = 0, b = 0, value = "") { wasm.tell(kind, a, b, give(value)); changed(); }

// The kinds of `tell`, as in Message.swift.
const [LOADED, STORED, NOT_STORED, ANSWER, OTHER_TAB, WOKEN, PATH, SIZE, ONLINE, VISIBLE, RECORDED, KEPT, NOT_PLAYED, LIVE, PRINTING, UNDELIVERED, EMPTIED, NOTIFYING, FILE, TEXTS] = Array(20).keys();

// MARK: Storage

/// Where pages of this account leave what they have no time to write. Several may be left at once.
const unwritten = `unwritten ${account} `, undoSteps = "undo" + account, tabName = "tab" + account;
let channel, isOpen;
// Firefox refuses it where cookies are blocked.
try { channel = new BroadcastChannel("daybook" + account); } catch {}

/// Brings what is stored, while the WebAssembly is on its way; once that is there, it takes over what came.
async function load(isThere, failures = 0) {
  try {
    storage = await Storage.open(isSignedOut, () => tell(EMPTIED));
    const left = Object.keys(window.localStorage ?? {}).filter((key) => key.startsWith(unwritten));
    if (left.length) await isThere;
    for (const key of left) {
      // Where there is no room for it, it waits, and what is stored is shown all the same.
      try { await storage.write(batches(bytesOf(localStorage.getItem(key) ?? "")).map(({ bytes }) => bytes), combined); } catch { continue; }
      localStorage.removeItem(key);
    }
    await storage.values(async (values, isFirst) => {
      const bytes = sized(values);
      await isThere;
      wasm.stored(isFirst, give(bytes));
    });
    await isThere;
    const tab = copyAt(...numbersAt(wasm.draftsKey(), 2));
    // Where there is no room, what is there waits for the next page.
    const drafts = await storage.takeOver(tab, await otherTabs(textOf(tab))).catch(() => null);
    if (drafts) wasm.stored(false, give(sized([drafts])));
    await recordings.open(storage);
    tell(LOADED, 1);
  } catch (error) {
    await isThere;
    // It may be a passing fault of the browser, which has everything all the same.
    if (!failures) tell(LOADED, 0, 0, said(error));
    storage = null;
    setTimeout(() => load(isThere, failures + 1), Math.min(1000 << failures, 30000));
  }
}

/// The names of the tabs that are open beside this one; where the browser has no locks, none.
async function otherTabs(name) {
  const locks = navigator.locks;
  let before;
  try { before = sessionStorage.getItem(tabName); sessionStorage.setItem(tabName, name); } catch {}
  if (!locks) return [];
  // It is held until the page ends.
  isOpen ??= new Promise((resolve) => locks.request(name, () => { resolve(); return new Promise(() => {}); }));
  await isOpen;
  // The page that was loaded again may be about to end.
  if (before && before !== name) await locks.request(before, { signal: AbortSignal.timeout(500) }, () => {}).catch(() => {});
  return (await locks.query()).held.map((lock) => lock.name).filter((other) => other !== name);
}

/// Tells whether the server doesn't know who asks, as after signing out in another tab.
const isSignedOut = () => send("/v1/pull?cursor=0").then(({ status }) => status === 401, () => false);

/// Combines what two tabs stored: the app merges the two.
function combined(old, value) {
  return copyAt(...numbersAt(wasm.combine(old.length, give(concat([old, value]))), 2));
}

/// The writes under way, by the place where a page leaves them.
const underway = new Map();

/// Writes soon. Changes that come while a transaction is under way share the next one.
function flushSoon() {
  if (!flushIsDue && !underway.size) setTimeout(() => flush(false));
  flushIsDue = true;
}

/// Writes what came since the last time. A page that is left may not live to see its end, nor those that began before: the
/// next one finds the bytes where they are written at once, and the tab its history.
async function flush(isLeft) {
  if (isLeft && historyIsNew) {
    historyIsNew = false;
    historyIsKept = true;
    // It is a convenience: a tab without a session's storage does without.
    try { sessionStorage.setItem(undoSteps, textOf(copyAt(...numbersAt(wasm.history(), 2)))); } catch {}
  }
  flushIsDue = false;
  const bytes = copyAt(...numbersAt(wasm.unstored(), 2)), batch = batches(bytes), key = unwritten + Math.random();
  if (batch.length) underway.set(key, { bytes });
  // There may be room for some and not for others, above all what came from the server.
  if (isLeft) for (const [key, left] of underway) try { localStorage.setItem(key, textOf(left.bytes)); left.isKept = true; } catch {}
  if (!batch.length) return;
  const problems = await written(batch);
  const stored = batch.filter((_, index) => !problems[index]);
  batch.forEach(({ token }, index) => {
    if (problems[index]) tell(NOT_STORED, token, 0, problems[index]); else wasm.tell(STORED, token, 0, 0);
  });
  changedSoon();
  if (stored.length) channel?.postMessage(concat(stored.map(({ bytes }) => bytes)));
  const { isKept } = underway.get(key);
  underway.delete(key);
  if (flushIsDue && !underway.size) flush(false);
  // The next page takes what wasn't stored when the page was left.
  if (isKept && !(isLeft && stored.length < batch.length)) try { localStorage.removeItem(key); } catch {}
}

/// Writes batches in one transaction; each by itself if that fails, for it may be one of them alone that can't be stored.
///
/// Answers with the reason for each that wasn't, and with an empty text for the others.
async function written(batch) {
  try {
    if (!storage) throw new Error("no storage");
    await storage.write(batch.map(({ bytes }) => bytes), combined);
    return batch.map(() => "");
  } catch (error) {
    const problems = [];
    if (batch.length > 1) for (const one of batch) problems.push(...await written([one]));
    return batch.length > 1 ? problems : [said(error) || "?"];
  }
}

/// Sends along what was typed and not yet written with a page that is left.
function seen(isSeen) {
  if (storage?.isGone) return;
  tell(VISIBLE, isSeen);
  if (isSeen) storage?.check(); else flush(true);
}

// MARK: News

/// Hears of every commit while the page is seen. A browser has few connections for each server, so a hidden page has none.
function hear() {
  if (document.hidden || !navigator.onLine) { news?.close(); news = null; return; }
  if (news && news.readyState !== EventSource.CLOSED) return;
  news = new EventSource("/v1/live");
  news.onmessage = ({ data }) => tell(LIVE, 1, 0, data);
  news.onerror = () => tell(LIVE, 0);
}

/// An answer and its bytes. There are 20 s for it and one for each kilobyte that goes or comes: a slow line gets there,
/// and a dead one is given up.
async function answered(address, options, patience) {
  const abort = new AbortController(), start = performance.now(), parts = [];
  const watch = setInterval(() => { if (performance.now() - start > 20000 + patience) abort.abort(); }, 1000);
  try {
    const response = await send(address, { ...options, signal: abort.signal }), reader = response.body?.getReader();
    for (let part; (part = (await reader?.read())?.value); patience += part.length) parts.push(part);
    return [response, concat(parts)];
  } finally {
    clearInterval(watch);
  }
}

/// Sends a request, and tells the app the answer.
function ask(token, address, options, patience, then) {
  answered(address, options, patience)
    .then(([{ ok, status }, bytes]) => {
      tell(ANSWER, token, status, bytes);
      if (ok) then?.();
      if (status === 401) storage?.check();
    })
    .catch((error) => tell(ANSWER, token, 0, said(error)));
}

// MARK: Files

/// The file that is to be imported: its name and its bytes.
let chosen;

async function choose(file, origin) {
  if (!file) return;
  const isSmall = file.size <= 10 * 2 ** 20;
  try {
    chosen = { name: file.name, bytes: isSmall && await file.arrayBuffer() };
    if (isSmall && origin !== undefined) tell(FILE, 3, 0, file.name.replaceAll("\n", " ") + "\n" + origin);
    else tell(FILE, isSmall, 0, file.name);
  } catch (error) {
    tell(FILE, 2, 0, said(error));
  }
}

/// Files that are chosen in the settings, and those that are dropped anywhere.
function listenForFiles() {
  addEventListener("change", ({ target }) => {
    if (target.type !== "file") return;
    choose(target.files[0]);
    // The same one may be chosen again.
    target.value = "";
  });
  addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes("Files")) event.preventDefault(); });
  addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    choose(event.dataTransfer.files[0]);
  });
}

/// Takes the file that another program shared with the installed app: sw.js keeps it until now. Any website can hand one over
/// in the same way. Where the app isn't shown as installed, it was one.
async function takeShared() {
  const shared = await self.caches?.open("daybook-shared");
  const answer = await shared?.match("/share");
  if (!answer) return;
  await shared.delete("/share");
  const [name, from] = ["x-name", "x-from"].map((header) => decodeURIComponent(answer.headers.get(header)));
  choose(new File([await answer.blob()], name), from || (matchMedia("(display-mode: browser)").matches ? "site" : ""));
}

// MARK: Languages

/// The texts of a language, which the page names by their address. English is in the app.
async function textsOf(tag) {
  const response = await fetch(document.querySelector(`meta[name="texts-${tag}"]`).content, { signal: AbortSignal.timeout(10000) });
  if (!response.ok) throw new Error(`HTTP:${response.status}`);
  return response.text();
}

/// The texts of the server's page are on their way before the app asks for them.
let early = null;
const earlyTag = document.documentElement.lang;
if (earlyTag !== "en") (early = textsOf(earlyTag)).catch(() => {});

// MARK: What the app asks for

const imports = {
  grow: (pages) => { try { return wasm.memory.grow(pages); } catch { return -1; } },
  random: (pointer, length) => { crypto.getRandomValues(bytesAt(pointer, length)); },
  now: () => Date.now(),
  kind(scalar) { const text = String.fromCodePoint(scalar); return /\p{White_Space}/u.test(text) ? 1 : /\p{Alphabetic}/u.test(text) ? 2 : 0; },
  lower: (scalar) => String.fromCodePoint(scalar).toLowerCase().codePointAt(0),
  offset: (time) => -new Date(time).getTimezoneOffset(),
  zone(pointer, length, time) {
    try {
      // Swedish writes a time as ISO 8601 does.
      const local = new Date(time).toLocaleString("sv", { timeZone: textAt(pointer, length) });
      return Math.round((Date.parse(local.replace(" ", "T") + "Z") - time) / 60_000);
    } catch { return -20_000; }
  },
  log: (pointer, length) => console.log(textAt(pointer, length)),
  store: flushSoon,
  send(token, path, pathLength, body, bodyLength) {
    const options = bodyLength && { method: "POST", body: copyAt(body, bodyLength) };
    const address = textAt(path, pathLength);
    // Who reads from the start anew gives a server that lost something all that is here.
    if (address.endsWith("=0")) recordings.addAll();
    ask(token, address, options, bodyLength, () => recordings.deliver());
  },
  ask(token, pointer, length, method, bringsFile) {
    const address = textAt(pointer, length), headers = { accept: "application/octet-stream" };
    if (!bringsFile) return ask(token, address, { method: ["POST", "DELETE", "GET"][method], headers }, 60000);
    const { name, bytes } = chosen, zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    // The server may have to look at each row.
    ask(token, `${address}&${new URLSearchParams({ name, zone })}`, { method: "POST", body: bytes, headers }, 60000 + bytes.byteLength);
  },
  wake: (token, milliseconds) => { alarms.set(token, milliseconds); },
  visit(pointer, length, replaces) { history[replaces ? "replaceState" : "pushState"](null, "", textAt(pointer, length)); },
  focus(pointer, length, selects) { focusWanted = { id: textAt(pointer, length), selects }; },
  scroll(y) { listPlace = y; },
  // One that is out of date would take back the wrong step.
  remember() {
    if (historyIsKept) try { sessionStorage.removeItem(undoSteps); } catch {}
    historyIsKept = false;
    historyIsNew = true;
  },
  listen(starts) {
    if (starts) recordings.record().then((bytes) => tell(RECORDED, 1, 0, bytes), (error) => tell(RECORDED, 0, 0, said(error)));
    else recordings.stop();
  },
  keep(path, pathLength, pointer, length) {
    recordings.add(textAt(path, pathLength), copyAt(pointer, length)).then(
      () => tell(KEPT, 1), (error) => tell(KEPT, 0, 0, said(error)));
  },
  play(pointer, length) { recordings.play(textAt(pointer, length)).catch((error) => tell(NOT_PLAYED, 0, 0, said(error))); },
  setting(pointer, length) {
    const text = textAt(pointer, length);
    // The server reads the theme, to send the first page in it.
    document.cookie = `${text}; max-age=31536000; path=/; samesite=strict`;
    if (text.startsWith("theme=")) dress(text.substring(6));
  },
  notify(mode, pointer, length) {
    notify(mode, textAt(pointer, length)).then(() => mode < 2 && tell(NOTIFYING, mode), (error) => mode < 2 && tell(NOTIFYING, 2, 0, said(error)));
  },
  texts(pointer, length) {
    const tag = textAt(pointer, length), texts = tag === earlyTag && early || textsOf(tag);
    early = null;
    texts.then((text) => tell(TEXTS, 1, 0, tag + "\n" + text), () => tell(TEXTS, 0, 0, tag));
  },
  persist: () => { navigator.storage?.persist?.().catch(() => {}); },
  language(pointer, length) {
    const code = textAt(pointer, length);
    // The server reads it to send the first page in that language.
    document.cookie = `language=${code}; max-age=31536000; path=/; samesite=strict`;
  },
};

/// Shows the page in a theme: `light`, `dark`, or any other word for that of the device.
function dress(theme) {
  document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
    const own = meta.dataset.scheme ??= meta.media.includes("dark") ? "dark" : "light";
    meta.media = theme === own ? "all" : ["light", "dark"].includes(theme) ? "not all" : `(prefers-color-scheme: ${own})`;
  }
}

async function start() {
  const theme = document.cookie.match(/(?:^|; )theme=(\w+)/)?.[1];
  if (theme) dress(theme);
  let begin;
  const loading = load(new Promise((resolve) => { begin = resolve; }));
  const app = await instantiate(document.getElementById("wasm"), imports);
  complete = app.complete;
  // Pages of money need the second part at once.
  if (location.hash.startsWith("#/money")) await complete().catch(() => {});
  recordings = new Recordings(() => tell(RECORDED, 2), (count) => tell(UNDELIVERED, count));
  wasm = app.exports;
  [tags, attributes, events] = textAt(...numbersAt(wasm.names(), 2)).split("\n").map((line) => line.split(" "));
  attributes = attributes.map((name) => [name[0], name.substring(1)]);
  wasm.start(give([path() || "#", navigator.languages.join(",") || "en", document.cookie.match(/(?:^|; )language=([^;]+)/)?.[1] ?? "-", document.cookie || "-", location.host, account].join("\n")));
  let undo;
  try { undo = sessionStorage.getItem(undoSteps); } catch { /* It is a convenience. */ }
  historyIsKept = !!undo;
  if (undo) wasm.restore(give(bytesOf(undo)));
  const { count, bytes } = contents(root, tags, attributes, (node) => setNode(nodes.length, node));
  wasm.adopt(count, give(bytes));
  others.observe(root, everything);
  for (const node of [document.documentElement, document.body]) page.observe(node, { childList: true });
  events.forEach(listen);
  listenForFiles();
  addEventListener("popstate", () => tell(PATH, 0, 0, path()));
  const size = () => tell(SIZE, innerWidth, matchMedia("(prefers-reduced-motion: no-preference)").matches);
  addEventListener("resize", size);
  for (const type of ["online", "offline"]) addEventListener(type, () => { hear(); tell(ONLINE, navigator.onLine); });
  addEventListener("visibilitychange", () => { hear(); seen(!document.hidden); });
  addEventListener("pagehide", () => seen(false));
  // Firefox may end whatever runs by then. Nobody knows yet whether the page is left at all, and what it asked for now would
  // be broken off.
  addEventListener("beforeunload", () => { seen(false); setTimeout(() => seen(!document.hidden), 1500); });
  // All rows have to be there at once.
  for (const type of ["beforeprint", "afterprint"]) addEventListener(type, () => { tell(PRINTING, type === "beforeprint"); render(); });
  if (channel) channel.onmessage = ({ data }) => tell(OTHER_TAB, 0, 0, data);
  size();
  if (document.hidden) tell(VISIBLE);
  begin();
  await loading;
  hear();
  takeShared().catch(() => {});
}

/// The sample book leaves nothing behind once one's own is opened.
function forgetSample() {
  const isOf = (key) => key.includes("sample");
  if (account === "sample" || !Object.keys(localStorage).some(isOf)) return;
  indexedDB.deleteDatabase("daybooksample");
  for (const store of [localStorage, sessionStorage]) for (const key of Object.keys(store).filter(isOf)) store.removeItem(key);
}

const started = start();
try { forgetSample(); } catch { /* Where nothing may be stored, nothing is. */ }
if ("serviceWorker" in navigator && isSecureContext) {
  const policy = window.trustedTypes?.createPolicy("daybook", { createScriptURL: () => "/sw.js" });
  // Its fetching would be in the way of what the app waits for.
  started.finally(() => navigator.serviceWorker.register(policy ? policy.createScriptURL("") : "/sw.js")).catch(() => {});
}
