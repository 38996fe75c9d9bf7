// What runs in the page. A step is one piece of script and the layout that follows, in milliseconds.

/// Notes when the app's WebAssembly is called, and keeps its memory at hand.
let watching = """
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...given) => {
      const { instance } = await instantiate.apply(WebAssembly, given);
      const exports = { ...instance.exports };
      window.appMemory = exports.memory;
      exports.tell = (...words) => {
        if (words[0] === 0) window.dataCameAt = performance.now();
        return instance.exports.tell(...words);
      };
      return { instance: { exports } };
    };
    addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
      if (window.readyAt || document.documentElement.dataset.ready === undefined) return;
      document.body.offsetHeight;
      window.readyAt = performance.now();
    }).observe(document.documentElement, { attributes: true }));
    """

/// Where the app adds.
let daybookFields = """
    const input = document.getElementById("new");
    const form = input.closest("form");

    """

/// Adds 100, completes 100, deletes 100.
let hundredSteps = """
    const step = async (work) => {
      const start = performance.now();
      work();
      await null;
      document.getElementById("list").offsetHeight;
      return performance.now() - start;
    };
    const all = (selector) => [...document.querySelectorAll(selector)];
    const times = {};
    times.add = await step(() => {
      for (let index = 0; index < 100; index++) {
        input.value = `Something to do ${index}`;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
      }
    });
    if (all(".row").length !== 100) throw new Error("not added");
    times.complete = await step(() => { for (const box of all(".row .box")) box.click(); });
    if (all(".row.done").length !== 100) throw new Error("not completed");
    times.delete = await step(() => {
      for (const title of all(".row .open"))
        title.dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true, cancelable: true }));
    });
    if (all(".row").length) throw new Error("not deleted");
    return times;
    """

/// The same rows by hand: the same elements and attributes, events caught once, each change made where it belongs.
let plainList = """
    const app = document.getElementById("app");
    const element = (tag, attributes, ...children) => {
      const node = document.createElement(tag);
      for (const name in attributes) node.setAttribute(name, attributes[name]);
      node.append(...children);
      return node;
    };
    const heading = (name, text) => {
      const count = element("span", { class: "count" }, "0");
      return [count, element("div", { class: "heading" }, element("h2", { id: `heading-${name}` }, text), count)];
    };
    const [todoCount, todoHeading] = heading("todo", "To-dos");
    const [doneCount, doneHeading] = heading("done", "Finished");
    const todo = element("ul", {}), done = element("ul", {});
    const input = element("input", { id: "new", type: "text" });
    const form = element("form", { class: "new" }, input, element("button", { class: "add", type: "submit" }, "Add"));
    const list = element("div", { id: "list", class: "scroller" },
      element("section", { class: "todo" }, todoHeading, todo), element("section", { class: "done" }, doneHeading, done));
    const stats = element("p", {});
    app.replaceChildren(element("div", { class: "app" }, element("div", { class: "columns" },
      element("main", { class: "list-pane" }, form, list, element("footer", { class: "stats" }, stats)))));
    const items = new Map();
    let next = 1;
    const count = () => {
      todoCount.textContent = todo.childElementCount;
      doneCount.textContent = done.childElementCount;
      stats.textContent = `${todo.childElementCount} to do · ${items.size} in all`;
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const id = `item${next++}`, title = input.value;
      items.set(id, { title, isDone: false });
      todo.prepend(element("li", { class: "row", "data-id": id },
        element("button", { class: "box", type: "button", role: "checkbox", "aria-checked": "false", "aria-label": `Finish: ${title}` }),
        element("button", { class: "open", id: `open-${id}`, type: "button" }, element("span", { class: "name" }, title)),
        element("span", { class: "unsynced", role: "img", "aria-label": "Not synced yet", title: "Not synced yet" }),
        element("button", { class: "icon more", id: `more-${id}`, type: "button", "aria-label": `More for: ${title}`, "aria-haspopup": "menu" }),
        element("button", { class: "icon grip", id: `grip-${id}`, type: "button", "aria-label": `Move: ${title}`, title: "Drag, or press the arrow keys" })));
      input.value = "";
      count();
    });
    list.addEventListener("click", (event) => {
      const box = event.target.closest(".box");
      if (!box) return;
      const row = box.closest(".row");
      const item = items.get(row.dataset.id);
      item.isDone = !item.isDone;
      row.classList.toggle("done", item.isDone);
      box.setAttribute("aria-checked", item.isDone);
      if (item.isDone) done.prepend(row); else todo.append(row);
      count();
    });
    list.addEventListener("keydown", (event) => {
      const row = event.key === "Delete" && event.target.closest(".row");
      if (!row) return;
      items.delete(row.dataset.id);
      row.remove();
      count();
    });
    list.offsetHeight;

    """

/// Typing in the search and checking an item, among 10,000: the script alone.
let manySteps = """
    const list = document.getElementById("list");
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const script = async (work) => {
      await frame();
      const start = performance.now();
      work();
      await null;
      return performance.now() - start;
    };
    const median = (numbers) => numbers.sort((left, right) => left - right)[numbers.length >> 1];
    const search = document.getElementById("search");
    const type = (text) => script(() => {
      search.value = text;
      search.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const keys = [];
    for (const text of ["i", "it", "ite", "item", "item 9", "item 99", "item 999"]) keys.push(await type(text));
    await type("");
    list.scrollTop = 240000;
    await frame();
    await frame();
    const before = list.scrollTop;
    const checks = [];
    for (let round = 0; round < 9; round++) {
      const rows = [...document.querySelectorAll("section.todo .row")];
      const row = rows.find((row) => row.getBoundingClientRect().top > 300);
      checks.push(await script(() => row.querySelector(".box").click()));
    }
    await frame();
    return {
      key: median(keys), check: median(checks), moved: Math.abs(list.scrollTop - before),
      rows: document.querySelectorAll(".row").length,
      wasm: appMemory.buffer.byteLength / 1e6, heap: performance.memory.usedJSHeapSize / 1e6,
    };
    """
