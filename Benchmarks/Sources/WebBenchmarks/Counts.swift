import Foundation
import Load

/// What an action costs the browser, as numbers that are the same on any machine.
struct Counts {
    /// How many elements each recalculation of style was about.
    var styles: [Int] = []
    var layouts = 0

    /// Between two marks that the page left in the trace.
    init(_ trace: [TraceEvent], from start: String, to end: String) throws {
        guard let first = trace.last(where: { $0.name == start }), let last = trace.last(where: { $0.name == end })
        else {
            throw BenchmarkError(message: "The trace has no mark “\(start)”.")
        }
        for event in trace where event.thread == first.thread && (first.time...last.time).contains(event.time) {
            switch event.name {
            case "UpdateLayoutTree": if let count = event.elementCount, count > 0 { styles.append(count) }
            case "Layout": layouts += 1
            default: continue
            }
        }
    }
}

/// What of an event of DevTools' timeline is looked at.
struct TraceEvent {
    let name: String
    let time: Double
    /// Which process, and which thread of it.
    let thread: [Int]
    let elementCount: Int?

    /// - Parameter message: an entry of chromedriver's log of performance.
    init?(_ message: String) {
        guard let json = try? JSONSerialization.jsonObject(with: Data(message.utf8)) as? [String: Any],
            let event = (json["message"] as? [String: Any])?["params"] as? [String: Any],
            let name = event["name"] as? String, let time = event["ts"] as? NSNumber,
            let process = event["pid"] as? NSNumber, let thread = event["tid"] as? NSNumber
        else { return nil }
        self.name = name
        self.time = time.doubleValue
        self.thread = [process.intValue, thread.intValue]
        elementCount = ((event["args"] as? [String: Any])?["elementCount"] as? NSNumber)?.intValue
    }
}

extension WebBenchmarks {
    /// An action on a list of so many, and the server's answer to it.
    static func counts(_ address: String, items: Int, _ limits: inout Limits) throws {
        let browser = try Browser(traces: true)
        defer { browser.quit() }
        try browser.go(address, first: counting)
        try browser.until("document.documentElement.dataset.ready !== undefined")
        try fill(browser, items)
        let other = try browser.numbers(countedSteps)
        let trace = try browser.trace()
        for name in ["add", "check", "delete"] {
            for part in [name, "the answer to \(name)"] {
                let counts = try Counts(trace, from: part + " begins", to: part + " ends")
                let list = "\(part), in a list of \(items)"
                // The focus goes on from a row that is deleted. To give it, the browser needs the style, and it has another then.
                let most = name == "delete" ? 2.0 : 1
                limits.check(counted: "recalculations of style: \(list)", Double(counts.styles.count), atMost: most)
                limits.check(counted: "elements in one of them", Double(counts.styles.max() ?? 0), atMost: 30)
                limits.check(counted: "layouts", Double(counts.layouts), atMost: 1)
            }
        }
        limits.check(counted: "nodes made that were there before", other["again"] ?? .nan, atMost: 0)
        limits.check(counted: "times that the focus went to what had it", other["vain"] ?? .nan, atMost: 0)
        // One comes every minute in any case.
        limits.check(counted: "pulls for what this page pushed itself", other["pulls"] ?? .nan, atMost: 1)
        limits.check(counted: "ms between two pushes, at least", other["gap"] ?? .nan, atLeast: 195)
    }

    /// Script, style and layout of an action among many, with a second tab open and a slow line.
    static func slowLine(_ browser: Browser, _ rounds: Int, _ limits: inout Limits) throws {
        try browser.openTab()
        try browser.devTools("Network.enable", [:])
        try browser.devTools(
            "Network.emulateNetworkConditions",
            ["offline": false, "latency": 400, "downloadThroughput": -1, "uploadThroughput": -1])
        try browser.run("document.getElementById('list').scrollTop = 0; await frame();")
        try browser.devTools("Performance.enable", ["timeDomain": "threadTicks"])
        func work() throws -> Double {
            let answer = try browser.devTools("Performance.getMetrics", [:]) as? [String: Any]
            return (answer?["metrics"] as? [[String: Any]] ?? [])
                .filter {
                    ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"].contains($0["name"] as? String ?? "")
                }
                .reduce(0) { $0 + (($1["value"] as? NSNumber)?.doubleValue ?? .nan) * 1_000 }
        }
        for name in ["add", "check", "delete"] {
            var times: [Double] = []
            for _ in 0..<rounds {
                try browser.run(step(name))
                var marks = [try work()]
                // Less what a frame takes in which nothing is done, and the driver.
                for script in ["", "actions.\(name)();"] {
                    try browser.run(script + "await frame();")
                    marks.append(try work())
                }
                times.append(marks[2] - marks[1] - (marks[1] - marks[0]))
            }
            limits.check("ms of script, style and layout: \(name), two tabs, 400 ms of delay", times.median, atMost: 16)
        }
    }

    /// A first visit on a slow phone line: nothing of the app is in the browser yet.
    static func cold(_ address: String, items: Int, _ rounds: Int, _ limits: inout Limits) throws {
        var rows: [Double] = []
        var ready: [Double] = []
        var waits: [Double] = []
        for _ in 0..<rounds {
            let browser = try Browser()
            defer { browser.quit() }
            // Without it, nothing is slower.
            try browser.devTools("Network.enable", [:])
            try browser.devTools(
                "Network.emulateNetworkConditions",
                ["offline": false, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750])
            try browser.go(address, first: watching + watchingStart)
            try browser.until("window.readyAt && window.rowsAt && window.paintedAt")
            let times = try browser.numbers(
                """
                return { rows: Math.max(rowsAt, paintedAt) / 1000, ready: readyAt / 1000, waits: partWaits() };
                """)
            rows.append(times["rows"] ?? .nan)
            ready.append(times["ready"] ?? .nan)
            waits.append(times["waits"] ?? .nan)
        }
        limits.check("s until the first rows stand, at 1.6 Mbit/s with 150 ms", rows.median, atMost: 1)
        // It was 3 for both, while nothing was slowed down. A new device gets its 10,000 to-dos, too: 3.5 s, and 4.8 while the
        // second part came beside them.
        limits.check("s until they take taps", ready.median, atMost: items > 1_000 ? 4 : 3)
        // Where this isn't 0, make the list again: scripts/profile-app.
        limits.check(counted: "times that the app waited for its second part", waits.max() ?? .nan, atMost: 0)
    }

    /// Pastes to-dos, and waits until the server has them.
    static func fill(_ browser: Browser, _ count: Int) throws {
        try browser.run(
            """
            const data = new DataTransfer();
            data.setData("text/plain",
              Array.from({ length: \(count) }, (_, index) => `Item ${index} of many`).join("\\n"));
            document.getElementById("new").dispatchEvent(
              new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
            await null;
            document.getElementById("paste-several").click();
            """)
        // What counts here is that they are stored: the next start reads them.
        try browser.until("document.querySelector('.count')?.textContent.replaceAll(',', '') === '\(count)'")
        try browser.until("document.querySelector('.bar .sync.done')")
    }
}
