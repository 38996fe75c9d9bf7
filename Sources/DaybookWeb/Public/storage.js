// What the browser keeps: bytes by their keys in IndexedDB.

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/// The entries in bytes, as Imports.swift describes them.
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
    const request = indexedDB.open("daybook", 2);
    request.onupgradeneeded = () => {
      const known = request.result.objectStoreNames;
      for (const name of ["records", "blobs", "outbox"]) if (!known.contains(name)) request.result.createObjectStore(name);
    };
    const blocked = new Promise((_, reject) => {
      request.onblocked = () => reject(new Error("another tab holds the database"));
    });
    return new Storage(await Promise.race([settled(request), blocked]));
  }

  constructor(database) {
    this.database = database;
    database.onversionchange = () => database.close();
  }

  values() { return settled(this.database.transaction("records").objectStore("records").getAll()); }

  /// Writes batches of entries in one transaction. `combined` answers what to store where a key is stored already.
  write(batches, combined) {
    const transaction = this.database.transaction("records", "readwrite");
    const store = transaction.objectStore("records");
    let problem = null;
    const put = (value, key) => {
      try { store.put(value, key); } catch (error) { problem = error; transaction.abort(); }
    };
    for (const { replaces, key, value } of batches.flatMap(entriesIn)) {
      if (replaces) put(value, key);
      else store.get(key).onsuccess = ({ target: { result } }) => put(result ? combined(result, value) : value, key);
    }
    return new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(problem ?? transaction.error);
    });
  }
}
