// The app comes in two parts, split by Plugins/BuildWebApp/build-web-app: the first is enough to show and change to-dos. The
// places of all other functions in its table are taken by placeholders, until the second part puts its own there.

/// Instantiates the first part.
///
/// - Returns: what it exports, and `complete`, which brings the second part in.
export async function instantiate({ href, dataset: { rest } }, imports) {
  let exports, isWhole = false;
  const add = (module) => {
    // Meanwhile a placeholder may have been called.
    if (!isWhole) new WebAssembly.Instance(module, { env: imports, first: exports });
    isWhole = true;
  };
  // A placeholder is named by its place in the table. Whoever calls one can't wait, so neither can the fetching.
  const later = new Proxy({}, {
    get: (_, place) => (...values) => {
      // Without it, what was begun can't be ended, and a new version may have taken its place. All that was typed is stored.
      try { if (!isWhole) add(new WebAssembly.Module(bytesAt(rest))); } catch (error) { location.reload(); throw error; }
      return exports["%table"].get(+place)(...values);
    },
  });
  ({ instance: { exports } } = await WebAssembly.instantiateStreaming(fetch(href), { env: imports, later }));
  const complete = async () => { if (!isWhole) add(await WebAssembly.compileStreaming(fetch(rest))); };
  return { exports, complete };
}

/// The bytes of a file, fetched while everything stands still.
function bytesAt(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status >= 400) throw new Error(`${address}: ${request.status}`);
  return Uint8Array.from(request.responseText, (character) => character.charCodeAt(0) & 0xFF);
}
