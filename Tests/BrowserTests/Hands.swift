import DaybookCore
import Fixtures
import Foundation
import Testing

/// What somebody holds: a phone of 390 pixels, or a mouse and a keyboard before 1,440.
enum Face: String, CaseIterable, Sendable {
    case phone, desktop

    fileprivate var options: WebDriver.Options {
        guard self == .desktop else { return WebDriver.Options(width: 500) }
        // Without a screen, Chromium would say that there is no mouse.
        let mouse =
            "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"
        return WebDriver.Options(width: 1_440, arguments: [mouse])
    }
}

/// A person in front of the app, whose taps and keys are counted.
final class Hands {
    let daybook: Daybook
    let face: Face
    var browser: WebDriver { daybook.browser }
    /// Clicks and swipes, too.
    private var taps = 0
    /// Letters aside.
    private var keys = 0
    private var letters = 0

    private init(_ daybook: Daybook, _ face: Face) { (self.daybook, self.face) = (daybook, face) }

    /// Runs a test with a person at an address of a fresh book that these commands make.
    static func run(
        _ face: Face, at place: String, _ commands: [[String]], _ body: (Hands) async throws -> Void
    ) async throws {
        try await Daybook.run(face.options, opens: false) { daybook in
            for command in commands { try await daybook.command(command) }
            let hands = Hands(daybook, face)
            if face == .phone {
                try await daybook.browser.devTools(
                    "Emulation.setDeviceMetricsOverride",
                    ["width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true])
                try await daybook.browser.devTools("Emulation.setTouchEmulationEnabled", ["enabled": true])
            }
            try await daybook.browser.go(daybook.address + "/" + place)
            try await daybook.ready()
            try await daybook.synced()
            try await body(hands)
        }
    }

    /// Says what a job took, and expects no more than this.
    func expect(
        _ job: String, taps mostTaps: Int, keys mostKeys: Int = 0, letters mostLetters: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        print("| \(job) | \(face) | \(taps) taps | \(keys) keys | \(letters) letters |")
        #expect(taps <= mostTaps && keys <= mostKeys && letters <= mostLetters, sourceLocation: sourceLocation)
    }

    /// Taps or clicks an element, the one that says a text if one is given, once it stands still and nothing covers it.
    func tap(
        _ selector: String, _ text: String? = nil, control: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let point = try await point(selector, text, sourceLocation)
        taps += 1
        if face == .phone {
            try await touch("touchStart", [point])
            // A finger stays for a moment: what comes and goes in a millisecond isn't always a tap.
            try await frame()
            try await touch("touchEnd", [])
        } else {
            for event in ["mouseMoved", "mousePressed", "mouseReleased"] {
                try await browser.devTools(
                    "Input.dispatchMouseEvent",
                    [
                        "type": event, "x": point.0, "y": point.1, "button": event == "mouseMoved" ? "none" : "left",
                        "clickCount": event == "mouseMoved" ? 0 : 1, "modifiers": control ? 2 : 0,
                    ])
            }
        }
    }

    /// Marks rows: on a phone a finger stays on the first.
    func mark(_ titles: [String]) async throws {
        for (index, title) in titles.enumerated() {
            if index == 0, face == .phone {
                let point = try await point(".row .name", title, #_sourceLocation)
                taps += 1
                try await touch("touchStart", [point])
                try await browser.until("document.querySelector('.several')")
                try await touch("touchEnd", [])
            } else {
                try await tap(".row .name", title, control: true)
            }
            try await browser.until("document.querySelectorAll('.row.selected').length === \(index + 1)")
        }
    }

    /// Flicks a row to the left.
    func swipe(_ title: String) async throws {
        let (x, y) = try await point(".row .name", title, #_sourceLocation)
        taps += 1
        try await touch("touchStart", [(x + 100, y)])
        // As quickly as a finger does: the tap after it has to count, too.
        for step in [70, 40, 10, -20, -50] as [Double] { try await touch("touchMove", [(x + step, y)]) }
        try await touch("touchEnd", [])
        try await browser.until("document.querySelector('.row.swiped .swipe')")
    }

    /// Presses keys, wherever the focus is.
    func press(_ names: String...) async throws {
        keys += names.count
        for name in names { try await browser.press(name) }
    }

    /// Types letters, wherever the focus is.
    func type(_ text: String) async throws {
        letters += text.count
        for letter in text { try await browser.press(String(letter)) }
    }

    /// Goes from one field to the next: with a finger that is a tap on it.
    func next(_ selector: String) async throws {
        if face == .phone { try await tap(selector) } else { try await press("\u{E004}") }
        try await browser.until("document.activeElement.matches('\(selector)')")
    }

    /// Waits until the page was drawn.
    private func frame() async throws {
        try await browser.run("await new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))")
    }

    private func touch(_ type: String, _ points: [(Double, Double)]) async throws {
        try await browser.devTools(
            "Input.dispatchTouchEvent", ["type": type, "touchPoints": points.map { ["x": $0.0, "y": $0.1] }])
    }

    /// The middle of an element, once it can be hit there.
    private func point(
        _ selector: String, _ text: String?, _ sourceLocation: SourceLocation
    ) async throws -> (Double, Double) {
        let wanted = text.map { ".filter((node) => node.textContent === \(Daybook.quoted($0)))" } ?? ""
        try await browser.until(
            """
            (() => {
              const node = [...document.querySelectorAll("\(selector)")].filter((node) => !node.closest("[inert]"))\(wanted)[0];
              if (!node || document.getAnimations().length) return false;
              node.scrollIntoView({ block: "nearest" });
              const box = node.getBoundingClientRect();
              window.point = [box.x + box.width / 2, box.y + box.height / 2];
              const hit = document.elementFromPoint(...window.point);
              return node.contains(hit) || hit?.closest("button")?.contains(node);
            })()
            """, sourceLocation: sourceLocation)
        let point = try await browser.run("return window.point") as? [NSNumber] ?? []
        guard point.count == 2 else { throw BrowserError("no point") }
        return (point[0].doubleValue, point[1].doubleValue)
    }
}

extension Daybook {
    /// Runs a command of the program on the book that the server serves.
    func command(_ arguments: [String]) async throws {
        let command = Process()
        command.executableURL = Self.program
        command.arguments = arguments + ["--book", folder.appending(path: "book").path]
        command.standardInput = FileHandle.nullDevice
        command.standardOutput = FileHandle.nullDevice
        try await command.start().value
        #expect(command.terminationStatus == 0, "\(arguments)")
    }
}
