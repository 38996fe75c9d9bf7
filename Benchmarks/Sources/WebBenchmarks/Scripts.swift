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

/// Adds 100, completes 100, deletes 100, from the field that adds, as Speedometer does. `look` sees the page after each
/// step.
let hundredSteps = """
    input.focus();
    const step = async (name, work) => {
      const start = performance.now();
      work();
      await null;
      document.getElementById("list").offsetHeight;
      times[name] = performance.now() - start;
      look(name);
    };
    const all = (selector) => [...document.querySelectorAll(selector)];
    await step("add", () => {
      for (let index = 0; index < 100; index++) {
        input.value = `Something to do ${index}`;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
      }
    });
    if (all("section.todo .row").length !== 100) throw new Error("not added");
    await step("complete", () => { for (const box of all(".row .box")) box.click(); });
    if (all("section.done .row").length !== 100) throw new Error("not completed");
    await step("delete", () => {
      for (const title of all(".row .open"))
        title.dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true, cancelable: true }));
    });
    if (all(".row").length) throw new Error("not deleted");
    return result;
    """

/// Answers with the times, and doesn't look at the page meanwhile.
let measuring = """
    const times = {}, result = times, look = () => {};

    """

/// Answers with the document after each step and where the focus is, but for the ids in it.
let comparing = """
    const times = {}, seen = [], result = { seen };
    const shape = (node) => node.nodeType === Node.TEXT_NODE ? node.data : [
      node.localName, [...node.attributes].map(({ name, value }) => `${name}=${value.replace(/-[0-9a-f]+$/, "-id")}`).sort(),
      [...node.childNodes].map(shape)];
    const look = () => seen.push(JSON.stringify(
      [shape(document.getElementById("app")), document.activeElement.id, document.activeElement.className], null, 1));

    """

/// Keeps the app from starting: the server's page stays as it came.
let standstill = "WebAssembly.instantiateStreaming = () => new Promise(() => {});"

/// The same list by hand, on the page that the server sends: rows are copies of a template, events are caught once,
/// each change is made where it belongs, and what sums up all rows is written once a turn. The focus goes from a
/// deleted row to its neighbour.
let plainList = """
    const query = (selector) => document.querySelector(selector);
    const element = (tag, attributes, ...children) => {
      const node = document.createElement(tag);
      for (const name in attributes) node.setAttribute(name, attributes[name]);
      node.append(...children);
      return node;
    };
    const type = "button";
    const model = element("li", { class: "row" },
      element("button", { class: "box", type, role: "checkbox", "aria-checked": "false" }),
      element("button", { class: "open", type }, element("span", { class: "name" }, " ")),
      element("span", { class: "unsynced", role: "img", "aria-label": "Not synced yet", title: "Not synced yet" }),
      element("button", { class: "icon more", type, "aria-haspopup": "menu" }),
      element("button", { class: "icon grip", type, title: "Drag, or press the arrow keys" }));
    const section = (name, title, ...more) => {
      const count = document.createTextNode(""), rows = element("ul", {}), id = `heading-${name}`;
      const heading = element("div", { class: "heading" },
        element("h2", { id }, title), element("span", { class: "count" }, count), ...more);
      return { node: element("section", { class: name, "aria-labelledby": id }, heading, rows), count, rows };
    };
    const todo = section("todo", "To-dos");
    const done = section("done", "Finished", element("button", { class: "clear", type }, "Clear finished"));
    const list = query("#list"), input = query("#new"), form = query("form.new"), add = query(".add");
    const undo = query(".icon.undo"), sync = query(".sync"), syncCount = sync.firstChild, notices = query(".notices");
    const stats = query(".stats p").firstChild, emptiness = query(".emptiness");
    const items = new Map(), unsynced = new Set();
    let next = 1, isDue = false, notice = "", focused = null;

    const sumUp = () => {
      isDue = false;
      for (const { node, count, rows } of [todo, done]) {
        if (!rows.firstChild) { node.remove(); continue; }
        count.data = rows.childElementCount;
        if (!node.parentNode) list.append(node);
      }
      if (items.size) emptiness.remove(); else list.append(emptiness);
      stats.data = `${todo.rows.childElementCount} to do · ${items.size} in all`;
      undo.disabled = false;
      sync.className = "sync pending";
      sync.title = sync.ariaLabel = `${unsynced.size} changes to sync`;
      syncCount.textContent = unsynced.size;
      const offersUndo = notice.startsWith("Deleted");
      notices.replaceChildren(notice.startsWith("Deleted")
        ? element("div", { class: "notice" }, element("p", {}, notice), element("button", { class: "undo", type }, "Undo"),
          element("button", { class: "icon close", type, "aria-label": "Close", title: "Close" }))
        : element("div", { class: "notice quiet" }, element("p", {}, notice)));
      focused?.focus({ preventScroll: true });
      focused = null;
    };
    const changed = (id, text) => {
      unsynced.add(id);
      notice = text;
      if (!isDue) queueMicrotask(sumUp);
      isDue = true;
    };

    input.addEventListener("input", () => { add.disabled = !input.value.trim(); });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const id = next++, title = input.value;
      const row = model.cloneNode(true);
      const [box, open, , more, grip] = row.children;
      items.set(row, { id, title, isDone: false });
      box.ariaLabel = `Finish: ${title}`;
      open.id = `open-${id}`;
      open.firstChild.firstChild.data = title;
      more.id = `more-${id}`;
      more.ariaLabel = `More for: ${title}`;
      grip.id = `grip-${id}`;
      grip.ariaLabel = `Move: ${title}`;
      todo.rows.prepend(row);
      input.value = "";
      add.disabled = true;
      changed(id, `Added “${title}”`);
    });
    list.addEventListener("click", (event) => {
      const box = event.target.closest(".box");
      if (!box) return;
      const row = box.parentNode;
      const item = items.get(row);
      item.isDone = !item.isDone;
      row.className = item.isDone ? "row done" : "row";
      box.ariaChecked = item.isDone;
      if (item.isDone) done.rows.prepend(row); else todo.rows.append(row);
      changed(item.id, `${item.isDone ? "Finished" : "Reopened"} “${item.title}”`);
    });
    list.addEventListener("keydown", (event) => {
      const row = event.key === "Delete" && event.target.closest(".row");
      if (!row) return;
      const { id, title } = items.get(row);
      items.delete(row);
      focused = (row.nextElementSibling ?? row.previousElementSibling ?? document).querySelector(".open, #settings");
      row.remove();
      changed(id, `Deleted “${title}”`);
    });

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
