// What runs in the page. A step is one piece of script and the layout that follows, in milliseconds.

/// Notes when the app's WebAssembly is called, and keeps its memory at hand.
let watching = """
    const instantiate = WebAssembly.instantiateStreaming;
    WebAssembly.instantiateStreaming = async (...given) => {
      const { instance } = await instantiate.apply(WebAssembly, given);
      const exports = { ...instance.exports };
      window.appMemory = exports.memory;
      // The data comes in parts: what it waits for between them isn't the app's time.
      let partsTook = 0;
      exports.stored = (...words) => {
        const cameAt = performance.now();
        window.dataCameAt = cameAt - partsTook;
        const answer = instance.exports.stored(...words);
        partsTook += performance.now() - cameAt;
        return answer;
      };
      return { instance: { exports } };
    };
    // What is needed at once comes while everything stands still.
    window.partWaits = () => performance.getEntriesByType("resource")
      .filter(({ name, initiatorType }) => /rest.*wasm$/.test(name) && initiatorType === "xmlhttprequest").length;
    addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
      if (window.readyAt || document.documentElement.dataset.ready === undefined) return;
      document.body.offsetHeight;
      window.readyAt = performance.now();
    }).observe(document.documentElement, { attributes: true }));
    """

/// Holds back pushes while `heldBack` is a list, counts requests, and sees what an action does beside what it has to.
let counting = """
    const asked = window.fetch;
    window.requests = [];
    window.heldBack = null;
    window.fetch = (address, options) => {
      requests.push({ path: new URL(address, location.href).pathname, at: performance.now() });
      return new Promise((resolve) => heldBack ? heldBack.push(resolve) : resolve()).then(() => asked(address, options));
    };
    window.vainFocus = 0;
    const focus = HTMLElement.prototype.focus;
    HTMLElement.prototype.focus = function (...options) {
      if (this === document.activeElement) vainFocus++;
      return focus.apply(this, options);
    };
    window.frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    window.holds = async (condition) => { while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10)); };
    window.isSynced = () => document.querySelector(".bar .sync.done");
    window.rowAt = (index) => document.querySelectorAll("section.todo .row")[index];
    window.actions = {
      add() {
        const input = document.getElementById("new");
        input.value = "One more";
        input.dispatchEvent(new Event("input", { bubbles: true }));
        input.form.requestSubmit();
      },
      check: () => rowAt(3).querySelector(".box").click(),
      delete: () => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Delete", bubbles: true, cancelable: true })),
    };
    """

/// Does each action twice, and marks in the trace where the second begins and ends, and so for the server's answer. Answers
/// how many nodes were made that had been there before, how often the focus was given to what had it, and what was asked
/// of the server for all that is done in a second.
let countedSteps = """
    let again = 0, vain = 0;
    const sign = (node, parent) => `${node.nodeName} ${node.className} in ${parent.nodeName} ${parent.className}`;
    const known = new WeakSet();
    for (const node of document.querySelectorAll("*")) known.add(node);
    for (const name of ["add", "check", "delete"]) {
      for (const isCounted of [false, true]) {
        await holds(isSynced);
        // Notices go away by themselves after six seconds, and pushes are 200 ms apart.
        await new Promise((resolve) => setTimeout(resolve, 300));
        if (name === "delete") rowAt(3).querySelector(".open").focus();
        vainFocus = 0;
        await frame();
        await frame();
        heldBack = [];
        const gone = [], made = [];
        const observer = new MutationObserver((changes) => {
          for (const { target, addedNodes, removedNodes } of changes) {
            for (const node of removedNodes) gone.push(sign(node, target));
            for (const node of addedNodes) if (!known.has(node)) { known.add(node); made.push(sign(node, target)); }
          }
        });
        observer.observe(document.getElementById("app"), { subtree: true, childList: true });
        if (isCounted) performance.mark(`${name} begins`);
        actions[name]();
        await frame();
        if (isCounted) performance.mark(`${name} ends`);
        await holds(() => heldBack.length);
        await frame();
        if (isCounted) {
          vain += vainFocus;
          again += made.filter((one) => !one.includes("LI row") && gone.includes(one)).length;
          performance.mark(`the answer to ${name} begins`);
        }
        for (const resolve of heldBack) resolve();
        heldBack = null;
        await holds(isSynced);
        await frame();
        if (isCounted) performance.mark(`the answer to ${name} ends`);
        observer.disconnect();
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    requests.length = 0;
    const start = performance.now(), isPush = ({ path }) => path === "/v1/push";
    // On a slow machine a second may have one push alone.
    while (performance.now() - start < 1000 || requests.filter(isPush).length < 2) {
      actions.check();
      await frame();
    }
    await holds(isSynced);
    const paths = requests.map(({ path }) => path);
    const pushes = requests.filter(isPush).map(({ at }) => at);
    return {
      again, vain, pulls: paths.filter((path) => path === "/v1/pull").length,
      gap: Math.min(...pushes.slice(1).map((at, index) => at - pushes[index])),
    };
    """

/// One action, up to the frame that shows it.
func step(_ name: String) -> String {
    """
    await holds(isSynced);
    await new Promise((resolve) => setTimeout(resolve, 250));
    \(name == "delete" ? "rowAt(3).querySelector('.open').focus();" : "")
    await frame();
    await frame();
    """
}

/// When the rows of the server's page stand, and when the app takes taps.
let watchingStart = """
    new PerformanceObserver((list) => { window.paintedAt = list.getEntriesByName("first-contentful-paint")[0]?.startTime; })
      .observe({ type: "paint", buffered: true });
    const look = () => {
      const box = document.querySelector(".row")?.getBoundingClientRect();
      if ([44, 52].includes(box?.height)) window.rowsAt = performance.now(); else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    """

/// Typing in the search and in the line that adds, and checking an item, among 10,000: the script alone.
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
    document.getElementById("search-all").click();
    await frame();
    const search = document.getElementById("find");
    const type = (field, text) => script(() => {
      field.value = text;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    });
    const keys = [];
    for (const text of ["i", "it", "ite", "item", "item 9", "item 99", "item 999"]) keys.push(await type(search, text));
    document.getElementById("find-close").click();
    await frame();
    const line = document.getElementById("new"), lineKeys = [];
    for (const phrase of [
      "Pay the cleaner for the stairs 60 eur every 2 weeks on friday 9am until the end of march 2028 #home #flat !high",
      "Standup with Ann and Bob about the new flat every mon, wed and fri 9:15 from 1 nov, before 3pm and after 24.12.",
      "每月15号下午三点半给房东打电话，交下个季度的房租8500元，从11月1日起直到2027年12月底 #房子 #家",
      "每週一、三、五早上7點半去健身房運動，順便幫媽媽買藥300塊錢，從下下週一開始連續10次 #健康 #家",
    ]) {
      for (let end = 1; end <= phrase.length; end++) lineKeys.push(await type(line, phrase.slice(0, end)));
    }
    await type(line, "");
    list.scrollTop = list.scrollHeight * 0.4;
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
      key: median(keys), lineKey: median(lineKeys), slowKey: lineKeys[Math.floor(lineKeys.length * 0.95)], check: median(checks), moved: Math.abs(list.scrollTop - before),
      rows: document.querySelectorAll(".row").length,
      wasm: appMemory.buffer.byteLength / 1e6, heap: performance.memory.usedJSHeapSize / 1e6,
    };
    """
