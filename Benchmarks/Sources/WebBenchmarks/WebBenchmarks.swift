import Foundation
import Load

/// Measures the web app in a headless Chromium against its limits; ends with 1 if one is passed.
@main enum WebBenchmarks {
    static func main() {
        do {
            if try !keepsLimits() { exit(1) }
        } catch {
            print("The measurement failed: \(error)")
            exit(1)
        }
    }

    private static func keepsLimits() throws -> Bool {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-web-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }

        let server = try Server(
            root.appending(path: ".build/debug/daybook").path,
            ["serve", "--port", "0", "--book", folder.appending(path: "book").path, "--log-level", "warning"])
        defer { server.stop() }
        let address = "http://127.0.0.1:\(server.port)"

        let browser = try Browser()
        defer { browser.quit() }
        try browser.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": watching])
        var limits = Limits()
        // The first visit fetches everything from the server; later ones have it from the service worker, unpacked.
        try sizes(browser, address, &limits)
        try steps(browser, address, &limits)
        try many(browser, address, &limits)
        return !limits.areBroken
    }

    /// Adding, completing and deleting 100, in turns with the list written by hand.
    private static func steps(_ browser: Browser, _ address: String, _ limits: inout Limits) throws {
        try browser.go(address)
        let style = try browser.run("return (await fetch(document.querySelector('[rel=stylesheet]').href)).text()")
        let page = "<!doctype html><style>\(style as? String ?? "")</style><body><div id=app></div>"
        let plainPage = "data:text/html;base64," + Data(page.utf8).base64EncodedString()
        var daybook: [[String: Double]] = []
        var plain: [[String: Double]] = []
        for round in 0..<12 {
            try browser.go(plainPage)
            let byHand = try browser.numbers(plainList + hundredSteps)
            try browser.go(address)
            try browser.until("document.documentElement.dataset.ready !== undefined")
            let swift = try browser.numbers(daybookFields + hundredSteps)
            try browser.until("document.querySelector('.bar .sync.done')")
            // The first round warms both up.
            guard round > 0 else { continue }
            daybook.append(swift)
            plain.append(byHand)
        }
        for step in ["add", "complete", "delete"] {
            let (swift, byHand) = (daybook.map { $0[step] ?? .nan }.median, plain.map { $0[step] ?? .nan }.median)
            print("100 × \(step): \(swift.short) ms, by hand \(byHand.short) ms")
        }
        let (swift, byHand) = (
            daybook.map { $0.values.reduce(0, +) }.median, plain.map { $0.values.reduce(0, +) }.median
        )
        limits.check(
            "× the list written by hand (\(swift.short) ms, \(byHand.short) ms)", swift / byHand, atMost: 1)
    }

    /// 10,000 items.
    private static func many(_ browser: Browser, _ address: String, _ limits: inout Limits) throws {
        try browser.go(address)
        try browser.until("document.documentElement.dataset.ready !== undefined")
        try browser.run(
            """
            const data = new DataTransfer();
            data.setData("text/plain", Array.from({ length: 10000 }, (_, index) => `Item ${index} of many`).join("\\n"));
            document.getElementById("new").dispatchEvent(
              new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
            await null;
            document.getElementById("paste-several").click();
            """)
        // What counts here is that they are stored: the next start reads them.
        try browser.until("document.querySelector('.count')?.textContent === '10,000'")
        try browser.until("document.querySelector('.bar .sync.done')")
        var first: [Double] = []
        var rest: [[String: Double]] = []
        for _ in 0..<5 {
            try browser.go("about:blank")
            try browser.go(address)
            try browser.until("window.readyAt")
            first.append(try browser.numbers("return { time: readyAt - dataCameAt }")["time"] ?? .nan)
            rest.append(try browser.numbers(manySteps))
        }
        func median(_ name: String) -> Double { rest.map { $0[name] ?? .nan }.median }
        limits.check("ms from the data of 10,000 to the first screen", first.median, atMost: 200)
        limits.check("ms of script for a key in the search", median("key"), atMost: 16)
        limits.check("ms of script for a check", median("check"), atMost: 16)
        limits.check("pixels that the list moved", median("moved"), atMost: 0)
        limits.check("rows in the document", median("rows"), atMost: 200)
        print("memory with 10,000: WebAssembly \(median("wasm").short) MB, JavaScript \(median("heap").short) MB")
    }

    /// What the app weighs on its way.
    private static func sizes(_ browser: Browser, _ address: String, _ limits: inout Limits) throws {
        try browser.go(address)
        let sizes = try browser.numbers(
            """
            return Object.fromEntries(performance.getEntriesByType("resource")
              .filter(({ name }) => /\\.(wasm|js|css)$/.test(name))
              .map(({ name, encodedBodySize }) => [name.split("/").pop().replace(/\\..*\\./, "."), encodedBodySize / 1e3]));
            """)
        for (name, size) in sizes.sorted(by: { $0.key < $1.key }) { print("\(name): \(size.short) KB") }
        limits.check("KB of wasm, js and css as they travel", sizes.values.reduce(0, +), atMost: 150)
    }
}

/// Prints what was measured, and remembers whether a limit was passed.
struct Limits {
    private(set) var areBroken = false

    mutating func check(_ name: String, _ value: Double, atMost limit: Double) {
        let holds = value <= limit
        if !holds { areBroken = true }
        print("\(holds ? "PASS" : "NO  ")  \(value.short) \(name) (at most \(limit.short))")
    }
}

extension [Double] {
    var median: Double { isEmpty ? .nan : sorted()[count / 2] }
}

extension Double {
    var short: String { String(format: self < 10 ? "%.2f" : "%.0f", self) }
}
