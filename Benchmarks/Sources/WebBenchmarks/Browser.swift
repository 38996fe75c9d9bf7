import Foundation
import Load

/// A headless Chromium with a fresh profile, driven through chromedriver.
final class Browser {
    private let driver: Process
    private var session = ""

    /// - Parameter traces: whether what style and layout do is written down, for `trace`.
    init(traces: Bool = false) throws {
        let port: String
        (driver, port) = try (try? Self.startDriver()) ?? (try? Self.startDriver()) ?? Self.startDriver()
        session = "http://127.0.0.1:\(port)/session"
        // Where things move, a row that was checked stays for 1.6 s, and a click on it takes it back.
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,900", "--lang=en",
            "--force-prefers-reduced-motion",
        ]
        var options = ["args": arguments, "binary": "/usr/bin/chromium"] as [String: Any]
        var capabilities: [String: Any] = ["timeouts": ["script": 100_000]]
        if traces {
            options["perfLoggingPrefs"] =
                ["traceCategories": "devtools.timeline,blink.user_timing", "enableNetwork": false, "enablePage": false]
                as [String: Any]
            capabilities["goog:loggingPrefs"] = ["performance": "ALL"]
        }
        capabilities["goog:chromeOptions"] = options
        let answer = try call("", ["capabilities": ["alwaysMatch": capabilities]])
        guard let id = (answer as? [String: Any])?["sessionId"] as? String else {
            throw BenchmarkError(message: "no session")
        }
        session += "/" + id
    }

    /// A chromedriver, and its port: it takes one of IPv4 and the same of IPv6, and ends at once where another program has
    /// got the second.
    private static func startDriver() throws -> (Process, String) {
        let driver = Process()
        driver.executableURL = URL(filePath: "/usr/bin/chromedriver")
        driver.arguments = ["--port=0"]
        let output = Pipe()
        driver.standardOutput = output
        driver.standardError = FileHandle.nullDevice
        try driver.run()
        var said = ""
        while !said.contains("successfully on port ") {
            let data = waiting(for: "chromedriver") { output.fileHandleForReading.availableData }
            guard !data.isEmpty else { throw BenchmarkError(message: "chromedriver said: \(said)") }
            said += String(decoding: data, as: UTF8.self)
        }
        return (driver, String(said.components(separatedBy: "successfully on port ")[1].prefix { $0.isNumber }))
    }

    /// What happened since the start. It can be asked for once.
    func trace() throws -> [TraceEvent] {
        let log = try call("/se/log", ["type": "performance"]) as? [[String: Any]] ?? []
        return log.compactMap { ($0["message"] as? String).flatMap { TraceEvent($0) } }
    }

    /// Shows the present page in a tab beside this one, waits until it is there, and goes on in this one.
    func openTab() throws {
        let first = try call("/window", nil, method: "GET")
        let address = try call("/url", nil, method: "GET")
        let second = try call("/window/new", ["type": "tab"]) as? [String: Any]
        try call("/window", ["handle": second?["handle"] ?? ""])
        try call("/url", ["url": address ?? ""])
        try until("document.documentElement.dataset.ready !== undefined")
        try call("/window", ["handle": first ?? ""])
    }

    /// Ends the browser, and then chromedriver.
    func quit() {
        _ = try? call("", nil, method: "DELETE")
        driver.terminate()
        waiting(for: "the end of chromedriver") { driver.waitUntilExit() }
    }

    /// Loads a page, with a script that runs before its own.
    func go(_ url: String, first script: String = "") throws {
        let added = try devTools("Page.addScriptToEvaluateOnNewDocument", ["source": script]) as? [String: Any]
        try call("/url", ["url": url])
        try devTools("Page.removeScriptToEvaluateOnNewDocument", ["identifier": added?["identifier"] ?? ""])
    }

    @discardableResult
    func devTools(_ command: String, _ parameters: [String: Any]) throws -> Any? {
        try call("/goog/cdp/execute", ["cmd": command, "params": parameters])
    }

    /// Runs the body of an async function in the page and answers what it returns.
    @discardableResult
    func run(_ body: String) throws -> Any? {
        let script =
            "const done = arguments[0]; (async () => { \(body) })().then((value) => done({ value }), (error) => done({ error: String(error) }))"
        let answer = try call("/execute/async", ["script": script, "args": [Any]()]) as? [String: Any]
        if let error = answer?["error"] as? String { throw BenchmarkError(message: error) }
        return answer?["value"]
    }

    func numbers(_ body: String) throws -> [String: Double] {
        (try run(body) as? [String: NSNumber] ?? [:]).mapValues(\.doubleValue)
    }

    /// Waits until an expression holds in the page.
    func until(_ expression: String) throws {
        try run(
            """
            const end = performance.now() + 25000;
            while (!(\(expression))) {
              if (performance.now() > end) throw new Error("never: " + \(String(reflecting: expression)));
              await new Promise((resolve) => setTimeout(resolve, 10));
            }
            """)
    }

    @discardableResult
    private func call(_ path: String, _ body: [String: Any]?, method: String = "POST") throws -> Any? {
        let curl = Process()
        curl.executableURL = URL(filePath: "/usr/bin/curl")
        curl.arguments = [
            "--silent", "--max-time", "120", "--request", method, "--header", "content-type: application/json",
            "--data-binary", "@-", session + path,
        ]
        let input = Pipe()
        let output = Pipe()
        curl.standardInput = input
        curl.standardOutput = output
        try curl.run()
        if let body { try input.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: body)) }
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        guard !data.isEmpty else { throw BenchmarkError(message: "no answer from \(session + path)") }
        let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        if let value = json?["value"] as? [String: Any], let error = value["error"] as? String {
            throw BenchmarkError(message: "\(error): \(value["message"] ?? "")")
        }
        return json?["value"]
    }
}
