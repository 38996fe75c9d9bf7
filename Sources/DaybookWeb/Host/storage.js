// What the browser keeps: bytes by their keys in IndexedDB.

/// Whose book the page holds; empty without accounts. What one account keeps here, no other finds.
export const account = document.documentElement.dataset.account ?? "";

export const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

export const done = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = resolve;
  transaction.onabort = () => reject(transaction.error);
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

export class Storage {
  static async open() {
    const request = indexedDB.open("daybook" + account, 2);
    request.onupgradeneeded = () => {
      const known = request.result.objectStoreNames;
      for (const name of ["records", "blobs", "outbox"]) if (!known.contains(name)) request.result.createObjectStore(name);
    };
    const blocked = new Promise((_, reject) => {
      request.onblocked = () => reject(new Error("another tab holds the database"));
      // Some browsers never answer; to an answer that comes later nobody listens.
      setTimeout(() => { reject(new Error("no answer")); request.onsuccess = () => request.result.close(); }, 9000);
    });
    return new Storage(await Promise.race([settled(request), blocked]));
  }

  constructor(database) {
    this.database = database;
    // The book was taken from this browser, as by signing out in another tab, or a newer page needs the database.
    database.onclose = () => { this.isGone = true; location.reload(); };
    database.onversionchange = () => { database.close(); location.reload(); };
  }

  values() { return settled(this.database.transaction("records").objectStore("records").getAll()); }

  /// Writes batches of entries in one transaction. `combined` answers what to store where a key may be stored already.
  write(batches, combined) {
    const transaction = this.database.transaction("records", "readwrite");
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
    const entries = batches.flatMap(entriesIn);
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
}
