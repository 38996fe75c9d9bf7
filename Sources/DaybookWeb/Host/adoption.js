// The part that the server already rendered, as Renderer+Adoption.swift reads it.

import { concat } from "./bytes.js";

/// The words and, after them, the texts of what `root` contains. `number` is told each node in the order in which numbers
/// are given. What the server can't have sent is taken out: it is another's, such as an extension's.
export function contents(root, tags, attributes, number) {
  const encoder = new TextEncoder();
  const words = [], texts = [];
  const note = (text) => texts[texts.push(encoder.encode(text)) - 1].length;
  const visit = (node) => {
    number(node);
    if (node.nodeType === 3) { words.push(-1, note(node.data)); return; }
    const found = [];
    for (const { name, value } of node.attributes) {
      const index = attributes.findIndex((known) => known[1] === name);
      if (index >= 0) found.push(index, note(value));
    }
    if (node.localName === "textarea") found.push(attributes.findIndex(([kind, name]) => kind === "." && name === "value"), note(node.value));
    words.push(tags.indexOf(node.localName), found.length / 2, ...found);
    if (node.localName === "textarea") words.push(0); else visitAll(node);
  };
  const visitAll = (parent) => {
    const children = [...parent.childNodes].filter((child) => child.nodeType === 3 || tags.includes(child.localName) || child.remove());
    words.push(children.length);
    for (const child of children) visit(child);
  };
  visitAll(root);
  return { count: words.length, bytes: concat([new Uint8Array(new Int32Array(words).buffer), ...texts]) };
}
