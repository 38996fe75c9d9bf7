import AsyncHTTPClient
import Fixtures
import Foundation
import NIOCore
import NIOHTTP1

/// A session of Chromium that is driven through chromedriver, in a fresh profile; or one of WebKitGTK.
final class WebDriver: Sendable {
    /// What they put among the temporary files; Chromium leaves a socket there.
    private let folder: TemporaryFolder
    private let driver: ChildProcess
    private let base: String
    private let session: String
    let isWebKit: Bool

    struct Options {
        var width = 1_280
        var height = 900
        var language = "en"
        var arguments: [String] = []
        /// True where it is WebKitGTK's browser, on a screen of its own. It has no DevTools, and doesn't tell of the console.
        var isWebKit = false
        /// True where it is the whole browser, which hides tabs and starts in four seconds. The smaller one starts in one.
        var isWhole = false

        static let whole = Options(isWhole: true)
        /// Where nothing moves: a row that is checked goes at once.
        static let still = Options(arguments: ["--force-prefers-reduced-motion"])

        /// With something to record, and nobody who has to be asked.
        static let fakeMicrophone = Options(
            arguments: ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"], isWhole: true)
    }

    init(_ options: Options = Options()) async throws {
        folder = try TemporaryFolder()
        isWebKit = options.isWebKit
        if isWebKit {
            (driver, base, session) = try await Self.startWebKit(folder, options)
            return
        }
        driver = try Self.startDriver(folder)
        guard let port = driver.firstLine.split(separator: " ").last?.trimmingCharacters(in: .punctuationCharacters)
        else {
            throw BrowserError("no port in: \(driver.firstLine)")
        }
        base = "http://127.0.0.1:\(port)"
        let names = (options.isWhole ? [] : ["chromium-headless-shell"]) + ["chromium", "chromium-browser"]
        let chromium = names.lazy.compactMap { try? Self.program($0) }.first ?? URL(filePath: "/usr/bin/chromium")
        let arguments =
            [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--force-device-scale-factor=1",
                "--window-size=\(options.width),\(options.height)", "--lang=\(options.language)",
                "--accept-lang=\(options.language)",
            ] + options.arguments
        let capabilities: [String: Any] = [
            "goog:loggingPrefs": ["browser": "ALL"],
            "goog:chromeOptions": ["binary": chromium.path, "args": arguments],
        ]
        session = try await Self.makeSession(base, capabilities)
    }

    private static func makeSession(_ base: String, _ capabilities: [String: Any]) async throws -> String {
        let answer = try await call("POST", base + "/session", ["capabilities": ["alwaysMatch": capabilities]])
        guard let id = (answer as? [String: Any])?["sessionId"] as? String else { throw BrowserError("no session") }
        return base + "/session/" + id
    }

    /// The driver and the screen are one group of processes, and end together.
    private static func startWebKit(
        _ folder: TemporaryFolder, _ options: Options
    ) async throws -> (ChildProcess, base: String, session: String) {
        let (port, screen) = (try freePort(), try freePort())
        let script = """
            \(try program("Xvfb").path) :\(screen) -screen 0 \(options.width)x\(options.height)x24 -nolisten tcp 2>/dev/null &
            until [ -e /tmp/.X11-unix/X\(screen) ]; do sleep 0.05; done
            echo started
            exec \(try program("WebKitWebDriver").path) --port=\(port)
            """
        let home = folder.url.path
        let driver = try ChildProcess(
            URL(filePath: "/bin/sh"), ["-c", script],
            environment: [
                "DISPLAY": ":\(screen)", "HOME": home, "XDG_RUNTIME_DIR": home, "LIBGL_ALWAYS_SOFTWARE": "1",
                "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "NO_AT_BRIDGE": "1", "LANG": "en_US.UTF-8",
            ], until: "started")
        let base = "http://127.0.0.1:\(port)"
        for _ in 0..<200 where (try? await call("GET", base + "/status")) == nil {
            try await Task.sleep(for: .milliseconds(50))
        }
        let session = try await makeSession(base, ["browserName": "MiniBrowser"])
        let size = ["x": 0, "y": 0, "width": options.width, "height": options.height]
        _ = try await call("POST", session + "/window/rect", size)
        return (driver, base, session)
    }

    /// It takes a port of IPv4 and the same of IPv6, and ends at once where another program has got the second.
    private static func startDriver(_ folder: TemporaryFolder) throws -> ChildProcess {
        func start() throws -> ChildProcess {
            try ChildProcess(
                try program("chromedriver"), ["--port=0"], environment: ["TMPDIR": folder.url.path],
                until: "started successfully")
        }
        return try (try? start()) ?? (try? start()) ?? start()
    }

    private static func program(_ name: String) throws -> URL {
        let found = ["/usr/bin", "/usr/local/bin", "/usr/lib/chromium", "/usr/lib/chromium-browser", "/snap/bin"]
            .map { URL(filePath: $0).appending(path: name) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let found else { throw BrowserError("\(name) is not installed; `make test` installs it") }
        return found
    }

    func quit() async {
        _ = try? await Self.call("DELETE", session)
        driver.kill()
    }

    @discardableResult
    func call(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws -> Any? {
        try await Self.call(method, session + path, body)
    }

    private static func call(_ method: String, _ url: String, _ body: [String: Any]? = nil) async throws -> Any? {
        var request = HTTPClientRequest(url: url)
        request.method = .init(rawValue: method)
        if let body {
            request.headers.add(name: "content-type", value: "application/json")
            request.body = .bytes(ByteBuffer(data: try JSONSerialization.data(withJSONObject: body)))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let data = try await response.body.collect(upTo: 64 << 20)
        let json = try JSONSerialization.jsonObject(with: Data(data.readableBytesView)) as? [String: Any]
        if let value = json?["value"] as? [String: Any], let error = value["error"] as? String {
            throw BrowserError("\(error): \(value["message"] as? String ?? "")")
        }
        return json?["value"]
    }
}

extension ByteBuffer {
    fileprivate init(data: Data) { self.init(bytes: data) }
}
