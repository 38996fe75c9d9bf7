// What the server already rendered, as Renderer+Adoption.swift reads it.

import { concat } from "./bytes.js";

/// The words and, after them, the texts of what `root` contains. `number` is told each node in the order in which numbers
/// are given.
export function contents(root, tags, attributes, number) {
  const encoder = new TextEncoder();
  const words = [root.childNodes.length], texts = [];
  const note = (text) => texts[texts.push(encoder.encode(text)) - 1].length;
  const visit = (node) => {
    number(node);
    const tag = node.nodeType === 1 ? tags.indexOf(node.localName) : -1;
    if (tag < 0) { words.push(-1, note(node.nodeType === 3 ? node.data : "")); return; }
    const found = [];
    for (const { name, value } of node.attributes) {
      const index = attributes.findIndex((known) => known[1] === name);
      if (index >= 0) found.push(index, note(value));
    }
    if (node.localName === "textarea") found.push(attributes.findIndex(([kind, name]) => kind === "." && name === "value"), note(node.value));
    const children = node.localName === "textarea" ? [] : node.childNodes;
    words.push(tag, found.length / 2, ...found, children.length);
    for (const child of children) visit(child);
  };
  for (const child of root.childNodes) visit(child);
  return { count: words.length, bytes: concat([new Uint8Array(new Int32Array(words).buffer), ...texts]) };
}
