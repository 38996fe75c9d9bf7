// Answers the app in the place of a server, for `make demo` and at /sample: the sample book is there at the first visit, and
// what is changed stays in this browser. docs/sync.md has the bytes.

const { account = "" } = document.documentElement.dataset, seqKey = "demo-seq " + account, sample = new URL("sample.page", document.baseURI);

/// The head of a message, which is that of the sample: version, epoch.
const epochOf = (page) => page.slice(1, 9);

const time = () => { const bytes = new Uint8Array(8); new DataView(bytes.buffer).setBigInt64(0, BigInt(Date.now())); return [...bytes]; };

function varint(number) {
  const bytes = [];
  while (number >= 0x80) { bytes.push(number % 0x80 | 0x80); number = Math.floor(number / 0x80); }
  return [...bytes, number];
}

const answer = (bytes) => new Response(new Uint8Array(bytes), { headers: { "daybook-protocol": "1" } });

/// The commits that the app knows of: one for the sample, and one for each push.
const seq = () => Number(localStorage.getItem(seqKey) ?? 1);

/// Of a book that is only looked at no choice stays, nor when it was in sync. `forgetSample` takes out the rest.
if (account) {
  localStorage.setItem(seqKey, seq());
  const { get } = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
  Object.defineProperty(document, "cookie", { get: () => get.call(document), set: () => {} });
}

const real = window.fetch.bind(window);
let page;
const samplePage = async () => page ??= new Uint8Array(await (await real(sample)).arrayBuffer());

async function pull(cursor) {
  const page = await samplePage();
  // An empty list of registers: no nodes, no entities.
  if (cursor > 0) return answer([1, ...epochOf(page), ...time(), ...varint(seq()), 0, 0, 0]);
  let at = 17;
  while (page[at] >= 0x80) at += 1;
  return answer([...page.slice(0, 17), ...varint(seq()), ...page.slice(at + 1)]);
}

async function push() {
  const next = seq() + 1;
  localStorage.setItem(seqKey, next);
  return answer([1, 0, ...time(), ...varint(next), ...epochOf(await samplePage())]);
}

window.fetch = async (request, options) => {
  const { pathname, searchParams } = new URL(request.url ?? request, location.href);
  if (pathname === "/v1/pull") return pull(Number(searchParams.get("cursor") ?? 0));
  if (pathname === "/v1/push") return push();
  if (/^\/(v1|api)\//.test(pathname)) {
    throw new TypeError("This demo has no server.");
  }
  return real(request, options);
};

/// Nobody else changes this book.
window.EventSource = class { readyState = 1; close() { this.readyState = 2; } };
window.EventSource.CLOSED = 2;
