// Bytes put together and taken apart.

export const concat = (parts) => {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) { whole.set(part, offset); offset += part.length; }
  return whole;
};

/// A text of a unit for each byte. A call takes only so many arguments.
export function textOf(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}
export const bytesOf = (text) => Uint8Array.from(text, (unit) => unit.charCodeAt(0));

/// Each after its length in 4 bytes.
export function sized(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + 4 + part.length, 0)), view = new DataView(whole.buffer);
  let offset = 0;
  for (const part of parts) {
    view.setUint32(offset, part.length, true);
    whole.set(part, offset + 4);
    offset += 4 + part.length;
  }
  return whole;
}

/// Reads what `wasm.unstored` gave: tokens, and what is to be stored under each.
export function batches(bytes) {
  const batches = [];
  for (let at = 0; at < bytes.length;) {
    const [token, length] = new Uint32Array(bytes.slice(at, at += 8).buffer);
    batches.push({ token, bytes: bytes.slice(at, at += length) });
  }
  return batches;
}
