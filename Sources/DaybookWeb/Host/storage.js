// Keeps bytes by their keys in IndexedDB.

import { concat, textOf } from "./bytes.js";

/// Whose book the page holds; empty without accounts. What one account keeps here, no other finds.
export const account = document.documentElement.dataset.account ?? "";

export const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export const done = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = resolve;
  // Without an error of its own where the connection died.
  transaction.onabort = () => reject(transaction.error ?? new Error("the database was closed"));
});

/// The entries in bytes, as Unstored.swift writes them.
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

/// A connection. Where there is no database, it is made, or else the answer is null.
async function connect(makes) {
  let isMissing = false;
  const request = indexedDB.open("daybook" + account, 2);
  request.onupgradeneeded = ({ oldVersion }) => {
    isMissing = oldVersion === 0;
    if (isMissing && !makes) return request.transaction.abort();
    const known = request.result.objectStoreNames;
    for (const name of ["records", "blobs", "outbox"]) if (!known.contains(name)) request.result.createObjectStore(name);
  };
  const blocked = new Promise((_, reject) => {
    request.onblocked = () => reject(new DOMException("another tab holds the database", "LockedError"));
    // Some browsers never answer; to an answer that comes later nobody listens.
    setTimeout(() => { reject(new DOMException("no answer", "TimeoutError")); request.onsuccess = () => request.result.close(); }, 9000);
  });
  try { return await Promise.race([settled(request), blocked]); } catch (error) {
    if (isMissing && !makes) return null;
    throw error;
  }
}

export class Storage {
  #database;
  #reopening = null;

  /// `isTaken` says whether a database that is missing was taken from this browser, as by signing out in another tab;
  /// where it wasn't, `whenEmptied` is told that there is a new one.
  static async open(isTaken, whenEmptied) {
    const storage = new Storage();
    storage.isTaken = isTaken;
    storage.whenEmptied = whenEmptied;
    storage.#use(await connect(true));
    return storage;
  }

  #use(database) {
    this.#database = database;
    database.onclose = () => { this.#reopened(database).catch(() => {}); };
    // A newer page needs it, or it is to be deleted.
    database.onversionchange = () => { database.close(); location.reload(); };
    return database;
  }

  /// The connection in the place of one that died.
  #reopened(dead) {
    if (this.#database !== dead) return Promise.resolve(this.#database);
    return this.#reopening ??= this.#reopen().finally(() => { this.#reopening = null; });
  }

  async #reopen() {
    this.#database.close();
    let database = await connect(false);
    if (database) return this.#use(database);
    // Without accounts there is nobody to take it for.
    this.isGone = account !== "";
    if (this.isGone && await this.isTaken()) {
      location.reload();
      return new Promise(() => {});
    }
    database = this.#use(await connect(true));
    this.isGone = false;
    this.whenEmptied();
    return database;
  }

  /// Looks whether the database is still there: it may be taken from this browser without a word to this page.
  async check() {
    const database = this.#database, found = await connect(false).catch(() => undefined);
    found?.close();
    if (found === null) await this.#reopened(database).catch(() => {});
  }

  /// Runs `work` in a transaction. Browsers let connections die (in the background, in long sessions), with an even
  /// or without a word: then it works once more, with a new one.
  async run(names, mode, work) {
    const database = this.#database, attempt = (database) => work(database.transaction(names, mode));
    try { return await attempt(database); } catch (error) {
      if (error?.name === "QuotaExceededError") throw error;
      return attempt(await this.#reopened(database));
    }
  }

  /// Hands all values over in parts, so that the first are read while the browser brings the next. `isFirst` is true where
  /// what was handed over before doesn't count.
  values(take) {
    const ends = [0x40, 0x80, 0xC0].map((byte) => Uint8Array.of(byte));
    const ranges = [
      IDBKeyRange.upperBound(ends[0], true), IDBKeyRange.bound(ends[0], ends[1], false, true),
      IDBKeyRange.bound(ends[1], ends[2], false, true), IDBKeyRange.lowerBound(ends[2]),
    ];
    return this.run("records", "readonly", (transaction) => Promise.all(ranges.map((range, index) =>
      settled(transaction.objectStore("records").getAll(range)).then((values) => take(values, index === 0)))));
  }

  /// Makes what was typed in tabs that are closed this tab's, whose key it is. Answers with all of that.
  takeOver(key, open) {
    const start = key.slice(0, 6), end = key.slice(0, 6);
    end[5]++;
    return this.run("records", "readwrite", async (transaction) => {
      const store = transaction.objectStore("records"), range = IDBKeyRange.bound(start, end, false, true);
      const [keys, values] = await Promise.all([settled(store.getAllKeys(range)), settled(store.getAll(range))]);
      const taken = keys.map((found, index) => ({ found, value: values[index] }))
        .filter(({ found }) => found.byteLength < 16 && !open.includes(textOf(new Uint8Array(found))));
      const value = concat([Uint8Array.of(3), ...taken.map(({ value }) => value.slice(1))]);
      for (const { found } of taken) store.delete(found);
      if (taken.length) store.put(value, key);
      await done(transaction);
      return value;
    });
  }

  /// Writes batches of entries in one transaction. `combined` answers what to store where a key may be stored already.
  write(batches, combined) {
    return this.run("records", "readwrite", (transaction) => written(transaction, batches.flatMap(entriesIn), combined));
  }
}

function written(transaction, entries, combined) {
  const store = transaction.objectStore("records");
  let problem = null;
  const attempt = (write) => {
    try { write(); } catch (error) { if (!problem) { problem = error; transaction.abort(); } }
  };
  const merge = (key, value) => {
    store.get(key).onsuccess = ({ target }) => attempt(() => store.put(combined(target.result ?? [], value), key));
  };
  // Most are new, above all in a first sync, and are spared being looked up.
  const add = (key, value) => {
    store.add(value, key).onerror = (event) => {
      if (event.target.error.name !== "ConstraintError") return;
      event.preventDefault();
      event.stopPropagation();
      merge(key, value);
    };
  };
  // In slices, so that the page stays alive while a first sync is stored.
  const writeFrom = (start) => {
    const end = start + 2000;
    for (const { replaces, key, value } of entries.slice(start, end)) {
      attempt(() => (replaces ? merge : add)(key, value));
    }
    if (end < entries.length && !problem) store.getKey(0).onsuccess = () => writeFrom(end);
  };
  writeFrom(0);
  return done(transaction).catch((error) => { throw problem ?? error; });
}
