import Foundation
import Testing

extension WebDriver {
    func go(_ url: String) async throws { try await call("POST", "/url", ["url": url]) }

    func reload() async throws { try await call("POST", "/refresh", [:]) }

    /// Runs a script and answers what it returns.
    @discardableResult
    func run(_ script: String, _ arguments: [Any] = []) async throws -> Any? {
        try await call("POST", "/execute/sync", ["script": script, "args": arguments])
    }

    /// A command of the DevTools.
    @discardableResult
    func devTools(_ command: String, _ parameters: [String: Any] = [:]) async throws -> Any? {
        try await call("POST", "/goog/cdp/execute", ["cmd": command, "params": parameters])
    }

    func text(_ expression: String) async throws -> String { try await run("return \(expression)") as? String ?? "" }

    func texts(_ selector: String) async throws -> [String] {
        try await run("return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", [selector])
            as? [String] ?? []
    }

    func number(_ expression: String) async throws -> Double {
        (try await run("return \(expression)") as? NSNumber)?.doubleValue ?? .nan
    }

    /// Waits until a script's expression holds: the page tells when it does, frame by frame.
    func until(
        _ expression: String, seconds: Double = 15, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while Date() < deadline {
            let holds =
                try? await call(
                    "POST", "/execute/async",
                    [
                        "script": """
                        const done = arguments[0], end = performance.now() + 1000;
                        const look = () => { if (\(expression)) done(true);
                          else if (performance.now() > end) done(false); else setTimeout(look, 15); };
                        look();
                        """, "args": [],
                    ]) as? Bool
            if holds == true { return }
        }
        let shown = (try? await text("document.body?.innerText")) ?? ""
        Issue.record("never: \(expression)\n\(shown)", sourceLocation: sourceLocation)
        throw BrowserError("never: \(expression)")
    }

    func element(_ selector: String) async throws -> String {
        let found = try await call("POST", "/element", ["using": "css selector", "value": selector]) as? [String: Any]
        guard let id = found?.values.first as? String else { throw BrowserError("no \(selector)") }
        return id
    }

    /// Opens another tab and goes there.
    ///
    /// - Returns: its handle, for `/window`.
    @discardableResult
    func openTab() async throws -> String {
        let tab = try await call("POST", "/window/new", ["type": "tab"]) as? [String: Any]
        guard let handle = tab?["handle"] as? String else { throw BrowserError("no tab") }
        try await call("POST", "/window", ["handle": handle])
        return handle
    }

    func click(_ selector: String) async throws {
        try await call("POST", "/element/\(element(selector))/click", [:])
    }

    func type(_ selector: String, _ text: String) async throws {
        try await call("POST", "/element/\(element(selector))/value", ["text": text])
    }

    /// Puts `text` in the place of what the field holds, as a person would: select all, then type.
    func replace(_ selector: String, _ text: String) async throws {
        try await type(selector, "\u{E009}a\u{E000}" + text)
    }

    /// Presses the keys one after the other, wherever the focus is; those in `holding` are held meanwhile.
    func press(_ keys: String..., holding: [String] = []) async throws {
        let actions =
            holding.map { ["type": "keyDown", "value": $0] }
            + keys.flatMap { [["type": "keyDown", "value": $0], ["type": "keyUp", "value": $0]] }
            + holding.map { ["type": "keyUp", "value": $0] }
        try await call("POST", "/actions", ["actions": [["type": "key", "id": "keyboard", "actions": actions]]])
    }

    /// Moves a pressed pointer along points in the window.
    ///
    /// - Parameter meanwhile: what happens before the pointer is let go.
    func drag(
        _ kind: String, _ points: [(Double, Double)], meanwhile: (() async throws -> Void)? = nil
    ) async throws {
        var actions: [[String: Any]] = []
        for (index, point) in points.enumerated() {
            actions.append([
                "type": "pointerMove", "duration": index == 0 ? 0 : 40, "x": Int(point.0), "y": Int(point.1),
            ])
            if index == 0 { actions.append(["type": "pointerDown", "button": 0]) }
        }
        let release: [String: Any] = ["type": "pointerUp", "button": 0]
        guard let meanwhile else { return try await point(kind, actions + [release]) }
        try await point(kind, actions)
        try await meanwhile()
        try await point(kind, [release])
    }

    /// Clicks twice at the middle of what is there, as fast as a person does.
    func doubleClick(_ selector: String) async throws {
        let (x, y) = try await middle(selector)
        let click: [[String: Any]] = [["type": "pointerDown", "button": 0], ["type": "pointerUp", "button": 0]]
        let move: [String: Any] = ["type": "pointerMove", "duration": 0, "x": Int(x), "y": Int(y)]
        try await point("mouse", [move] + click + [["type": "pause", "duration": 100]] + click)
    }

    private func point(_ kind: String, _ actions: [[String: Any]]) async throws {
        try await call(
            "POST", "/actions",
            ["actions": [["type": "pointer", "id": kind, "parameters": ["pointerType": kind], "actions": actions]]])
    }

    /// The middle of an element in the window.
    func middle(_ selector: String) async throws -> (Double, Double) {
        let box =
            try await run(
                "const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]",
                [selector]) as? [NSNumber] ?? []
        guard box.count == 2 else { throw BrowserError("no \(selector)") }
        return (box[0].doubleValue, box[1].doubleValue)
    }

    /// What the console said since the last time, warnings and errors only.
    func complaints() async throws -> [String] {
        if isWebKit { return [] }
        let entries = try await call("POST", "/se/log", ["type": "browser"]) as? [[String: Any]] ?? []
        return entries.filter { ["SEVERE", "WARNING"].contains($0["level"] as? String) }
            .compactMap { $0["message"] as? String }
    }

    enum Key {
        static let enter = "\u{E007}"
        static let escape = "\u{E00C}"
        static let control = "\u{E009}"
        static let shift = "\u{E008}"
        static let alt = "\u{E00A}"
        static let up = "\u{E013}"
        static let down = "\u{E015}"
        static let end = "\u{E010}"
    }
}
