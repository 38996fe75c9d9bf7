// Recordings, and whatever else the server keeps by the hash of its bytes: made, kept here, delivered, played.

import { account, done, settled } from "./storage.js";

/// Sends a request that says whose book this page holds. If somebody else has signed in since, the page is theirs.
export async function send(path, { headers, ...options } = {}) {
  const response = await fetch(path, { ...options, headers: { ...headers, ...account && { "daybook-account": account } } });
  if (response.status === 412) location.reload();
  return response;
}

async function fetched(path, options) {
  const response = await send(path, options);
  if (!response.ok) throw new DOMException(response.status, "HTTP");
  return response;
}

/// Who lets the button go sooner has said nothing, in milliseconds.
const SHORTEST = 300;
/// A recording ends by itself at so many bytes, a little before it would be too long to keep.
const ENOUGH = 9.5 * 1024 * 1024;

export class Recordings {
  #storage = null;
  /// The addresses at which the server has yet to get what is kept here, and how often that failed: infinitely often for
  /// those on their way, those that wait for 1 to 64 s until they are tried again, and those refused for good, such
  /// as by a proxy that takes less, until the next page.
  #outbox = new Set();
  #attempts = new Map();
  #recorder = null;
  #isWanted = false;
  #heldFor = 0;
  #player = new Audio();
  #playing;
  #whenRunning;
  #whenCounted;

  /// `whenRunning` is called once the microphone is heard, `whenCounted` with how many the server has yet to get.
  constructor(whenRunning, whenCounted) {
    this.#whenRunning = whenRunning;
    this.#whenCounted = whenCounted;
  }

  async open(storage) {
    this.#storage = storage;
    this.#offer(await this.#run("outbox", "readonly", (outbox) => outbox.getAllKeys()));
  }

  /// The answer of a request to one store.
  #run(name, mode, request) { return this.#storage.run(name, mode, (transaction) => settled(request(transaction.objectStore(name)))); }

  #offer(paths) {
    for (const path of paths) this.#outbox.add(path);
    this.#whenCounted(this.#outbox.size);
  }

  /// Answers the bytes once `stop` was called, which may be before the microphone was there.
  async record() {
    this.#isWanted = true;
    this.#heldFor = -performance.now();
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const parts = [];
    try {
      const recorder = new MediaRecorder(stream);
      let size = 0;
      recorder.ondataavailable = ({ data }) => {
        parts.push(data);
        size += data.size;
        if (size > ENOUGH && recorder.state === "recording") recorder.stop();
      };
      const stopped = new Promise((resolve) => { recorder.onstop = resolve; });
      recorder.start(1000);
      this.#recorder = recorder;
      this.#whenRunning();
      if (!this.#isWanted) recorder.stop();
      await stopped;
    } finally {
      for (const track of stream.getTracks()) track.stop();
    }
    if (!this.#isWanted && this.#heldFor < SHORTEST) throw new DOMException("", "TooShortError");
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  stop() {
    if (this.#isWanted) this.#heldFor += performance.now();
    this.#isWanted = false;
    if (this.#recorder?.state === "recording") this.#recorder.stop();
  }

  /// Keeps bytes for an address and brings them there when the server can be reached; at once where they can't be kept.
  async add(path, bytes) {
    try { await this.#keep(path, bytes, true); } catch (error) {
      // Why they aren't kept is more to the point.
      return fetched(path, { method: "PUT", body: bytes }).catch((refusal) => { throw this.#storage ? error : refusal; });
    }
    this.#offer([path]);
    this.deliver();
  }

  /// Brings all that is kept here to the server once more.
  async addAll() {
    if (!this.#storage) return;
    this.#offer(await this.#storage.run(["blobs", "outbox"], "readwrite", async (transaction) => {
      const paths = await settled(transaction.objectStore("blobs").getAllKeys());
      for (const path of paths) transaction.objectStore("outbox").put(1, path);
      return paths;
    }));
  }

  async #keep(path, bytes, isNew) {
    if (!this.#storage) throw new Error("no storage");
    await this.#storage.run(["blobs", "outbox"], "readwrite", (transaction) => {
      transaction.objectStore("blobs").put(bytes, path);
      if (isNew) transaction.objectStore("outbox").put(1, path);
      return done(transaction);
    });
  }

  #kept(path) { return this.#run("blobs", "readonly", (blobs) => blobs.get(path)); }

  async deliver() {
    for (const path of this.#outbox) {
      const attempt = this.#attempts.get(path) ?? 0;
      if (attempt === Infinity) continue;
      this.#attempts.set(path, Infinity);
      try {
        const { ok, status } = await send(path, { method: "PUT", body: await this.#kept(path) });
        if (ok) {
          await this.#run("outbox", "readwrite", (outbox) => outbox.delete(path));
          this.#outbox.delete(path);
          this.#attempts.delete(path);
          this.#offer([]);
        } else if (status >= 500 || [401, 408, 429].includes(status)) throw status;
      } catch {
        // Recordings after it may get through.
        setTimeout(() => this.#attempts.set(path, attempt + 1), 1000 << Math.min(attempt, 6));
      }
    }
  }

  /// Plays what is kept at an address; a second call while it sounds ends it.
  async play(path) {
    if (this.#playing === path && !this.#player.paused) return this.#player.pause();
    this.#player.pause();
    let bytes = this.#storage && await this.#kept(path);
    if (!bytes) {
      bytes = new Uint8Array(await (await fetched(path)).arrayBuffer());
      // Without room for it, it is fetched again the next time.
      await this.#keep(path, bytes, false).catch(() => {});
    }
    this.#playing = path;
    URL.revokeObjectURL(this.#player.src);
    this.#player.src = URL.createObjectURL(new Blob([bytes]));
    // The next recording ends what is about to begin.
    await this.#player.play().catch((error) => { if (error.name !== "AbortError") throw error; });
  }
}
