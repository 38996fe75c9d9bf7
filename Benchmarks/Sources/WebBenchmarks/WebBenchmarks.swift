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
        try steps(address, &limits)
        try record(browser, address, &limits)
        try many(browser, address, &limits)
        return !limits.areBroken
    }

    /// Adding, completing and deleting 100, in turns with the list written by hand.
    private static func steps(_ address: String, _ limits: inout Limits) throws {
        var daybook: [[String: Double]] = []
        var plain: [[String: Double]] = []
        // How fast layout is differs from one start of the browser to the next more than between the two lists.
        for _ in 0..<5 {
            let browser = try Browser()
            defer { browser.quit() }
            func visit(byHand: Bool, _ script: String) throws -> Any? {
                try browser.go(address, first: byHand ? standstill : "")
                if !byHand { try browser.until("document.documentElement.dataset.ready !== undefined") }
                // What starting takes is measured elsewhere.
                try browser.run("await new Promise((resolve) => setTimeout(resolve, 300))")
                let answer = try browser.run(script + (byHand ? plainList : daybookFields) + hundredSteps)
                if !byHand { try browser.until("document.querySelector('.bar .sync.done')") }
                return answer
            }
            // Both end each step with the same document. This also warms them up.
            let documents = try [true, false].map {
                (try visit(byHand: $0, comparing) as? [String: Any])?["seen"] as? [String] ?? []
            }
            guard documents[0].count == 3, documents[0] == documents[1] else {
                throw BenchmarkError(message: "The two lists end with different documents.")
            }
            func measured(byHand: Bool) throws -> [String: Double] {
                (try visit(byHand: byHand, measuring) as? [String: NSNumber] ?? [:]).mapValues(\.doubleValue)
            }
            for _ in 0..<6 {
                plain.append(try measured(byHand: true))
                daybook.append(try measured(byHand: false))
            }
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

    /// From opening the page to an entry that the server has.
    private static func record(_ browser: Browser, _ address: String, _ limits: inout Limits) throws {
        var times: [Double] = []
        for round in 0..<7 {
            try browser.go("about:blank")
            try browser.go(address + "/#/money")
            try browser.until("document.documentElement.dataset.ready !== undefined")
            try browser.run(
                """
                const field = document.getElementById("record");
                field.value = "12.50 lunch \(round) #food @Taipei";
                field.dispatchEvent(new Event("input", { bubbles: true }));
                field.form.requestSubmit();
                """)
            try browser.until(
                "document.querySelector('.entry .name')?.textContent === 'lunch \(round)' && document.querySelector('.bar .sync.done')"
            )
            times.append(try browser.numbers("return { time: performance.now() / 1000 }")["time"] ?? .nan)
        }
        limits.check("s from opening the page to a record that the server has", times.median, atMost: 3)
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
        limits.check("KB of wasm, js and css as they travel", sizes.values.reduce(0, +), atMost: 190)
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

extension Double {
    var short: String { String(format: self < 10 ? "%.2f" : "%.0f", self) }
}
