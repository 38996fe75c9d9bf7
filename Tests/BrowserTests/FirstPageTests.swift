import DaybookCore
import Foundation
import Testing

extension BrowserTests {
    /// From the server's HTML to the running app.
    @Suite struct FirstPageTests {
        /// Counts what changes inside the app's element once the parser is done with it.
        private static let watch = """
            window.changes = [];
            const observer = new MutationObserver((records) => {
              for (const { target, type, attributeName } of records) {
                const node = target.nodeType === 1 ? target : target.parentElement;
                if (node?.closest("#app")) changes.push(`${type} ${attributeName ?? ""} ${node.className || node.localName}`);
              }
            });
            document.addEventListener("readystatechange", () => {
              if (document.readyState !== "interactive") return;
              observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
            });
            """

        @Test("The app takes the server's page over without drawing it again", arguments: ["en", "zh-TW", "zh-CN"])
        func takeover(language: String) async throws {
            try await Daybook.run(.init(language: language), titles: ["A & <b>", "B", "C"], opens: false) { daybook in
                let browser = daybook.browser
                try daybook.change { book in
                    let (b, c) = (book[1].id, book[2].id)
                    var under = Changes()
                    under[.parent] = .entity(book[0].id)
                    return [
                        .check(c), .edit(.todo, b, under),
                        .edit(.todo, b, .todo(description: "In short", notes: "More\nlines")),
                    ]
                }
                try await browser.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": Self.watch])
                try await daybook.open()
                try await daybook.expect(todos: ["A & <b>", "B"], finished: ["C"])
                #expect(try await browser.run("return changes") as? [String] == [])
                try await browser.until("document.querySelector('.row[aria-level]').textContent.includes('B')")
                // It does run: what is done now changes the page.
                try await browser.click(try await daybook.row("B") + " .box")
                try await daybook.expect(todos: ["A & <b>"], finished: ["B", "C"])
                #expect(try await browser.number("changes.length") > 0)
            }
        }

        @Test("A language that was shown is there without a server; one that wasn't is shown once it can be fetched")
        func languages() async throws {
            try await Daybook.run(.init(language: "zh-TW"), titles: ["A"]) { daybook in
                let (browser, shown) = (daybook.browser, "document.querySelector('.app').lang")
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                await daybook.stopServer()
                try await daybook.reload()
                try await daybook.expect(todos: ["A"])
                #expect(try await browser.text(shown) == "zh-Hant")
                try await browser.click("#settings")
                try await browser.click("button[lang=zh-Hans]")
                try await browser.until("document.querySelector('.notice')?.textContent.includes('目前無法取得简体中文的文字')")
                #expect(try await browser.text(shown) == "zh-Hant")
                try daybook.startServer()
                try await browser.until(shown + " === 'zh-Hans'")
                // It is kept from now on.
                await daybook.stopServer()
                try await daybook.reload()
                try await browser.until(shown + " === 'zh-Hans'")
            }
        }

        @Test("The installed app has shortcuts to a new to-do and a new entry, which begin in the first field")
        func shortcuts() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                let manifest = try await browser.call(
                    "POST", "/execute/async",
                    [
                        "script": "fetch('/manifest.webmanifest').then((answer) => answer.json()).then(arguments[0])",
                        "args": [],
                    ])
                let shortcuts = (manifest as? [String: Any])?["shortcuts"] as? [[String: Any]] ?? []
                #expect(shortcuts.compactMap { $0["short_name"] as? String } == ["Add", "Entry"])
                for (shortcut, field) in zip(shortcuts, ["form-title", "entry-amount"]) {
                    try await browser.go("about:blank")
                    try await browser.go(daybook.address + (shortcut["url"] as? String ?? ""))
                    try await daybook.ready()
                    try await browser.until("document.activeElement.id === '\(field)'")
                }
            }
        }

        @Test("Where scripts are forbidden, the page says that it needs them") func withoutScripts() async throws {
            try await Daybook.run(titles: ["A"], opens: false) { daybook in
                let browser = daybook.browser
                try await browser.devTools("Emulation.setScriptExecutionDisabled", ["value": true])
                try await browser.go(daybook.address)
                // The driver's own scripts run nevertheless.
                let box = try await browser.run(
                    "const box = document.querySelector('noscript .notice').getBoundingClientRect(); return [box.width, innerHeight - box.bottom]"
                )
                let numbers = try #require(box as? [Double])
                #expect(numbers.allSatisfy { $0 > 0 })
            }
        }

        @Test("A list of thousands is taken over without a change to its rows")
        func manyRows() async throws {
            try await Daybook.run(titles: (1...2_000).map { "Item \($0)" }, opens: false) { daybook in
                try await daybook.browser.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": Self.watch])
                try await daybook.open()
                #expect(try await daybook.browser.text("document.querySelector('.count').textContent") == "2,000")
                let changes = try await daybook.browser.run("return changes") as? [String] ?? ["none"]
                #expect(changes.filter { !$0.hasSuffix(" ul") } == [])
            }
        }
    }
}
