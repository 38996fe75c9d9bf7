import DaybookCore
import Foundation
import Testing

extension BrowserTests {
    /// Every screen, in every size, language and light.
    @Suite struct LooksTests {
        static let titles = [
            "A title that goes on and on, so that no phone has the room to show it as a whole, whatever the language may be",
            "Short", "買牛奶，順便去郵局寄包裹並且把上個月的帳單付清", "Supercalifragilisticexpialidocious".uppercased() + "0123456789",
        ]

        /// `make test` takes it from PyPI.
        static let axeFile = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: ".build/axe/axe_core_python/axe.min.js")

        /// Brings a screen up.
        private func show(_ screen: String, _ daybook: Daybook) async throws {
            let browser = daybook.browser
            switch screen {
            case "list": try await browser.until("document.querySelector('.row')")
            case "detail":
                try await browser.run("document.querySelector('.row .open').click()")
                try await browser.until("document.querySelector('#detail-title')")
            case "form":
                try await browser.run("document.querySelector('#plus').click()")
                try await browser.until("document.querySelector('#form-title')")
            case "sheet", "settings":
                if screen == "settings" {
                    try await browser.run("document.querySelector('#settings').click()")
                } else {
                    try await browser.run(
                        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))")
                }
                try await browser.until("document.querySelector('[role=dialog]')")
            default:
                try await browser.run("document.querySelector('.row .more').click()")
                try await browser.until("document.querySelector('.menu')")
            }
        }

        private func hide(_ screen: String, _ daybook: Daybook) async throws {
            let browser = daybook.browser
            if screen == "list" { return }
            try await browser.run(
                """
                document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
                """)
            try await browser.until(
                "document.querySelector('.app').dataset.state === 'list' && !document.querySelector('.overlay')")
        }

        /// What sticks out of the window, or of its own button.
        private static let overhang = """
            const found = [];
            if (document.documentElement.scrollWidth > innerWidth) found.push(`page ${document.documentElement.scrollWidth}`);
            for (const node of document.querySelectorAll(".app *")) {
              if (node.closest(".filters, .swipe") || getComputedStyle(node).visibility === "hidden") continue;
              const box = node.getBoundingClientRect();
              if (!box.width || !box.height || node.closest("[inert]")) continue;
              if (box.right > innerWidth + 0.5 || box.left < -0.5) found.push(`${node.localName}.${node.className} ${box.left}…${box.right}`);
              if (node.localName === "button" && !node.closest(".row") && node.scrollWidth > node.clientWidth + 1)
                found.push(`text of ${node.className}: ${node.textContent}`);
            }
            return found;
            """

        @Test(
            "Nothing sticks out of the window in any language, at 390, 820 and 1440 pixels",
            arguments: ["en", "zh-TW", "zh-CN"])
        func overflow(language: String) async throws {
            try await Daybook.run(.init(width: 1_440, language: language), titles: Self.titles) { daybook in
                let browser = daybook.browser
                for width in [390, 820, 1_440] {
                    try await browser.devTools(
                        "Emulation.setDeviceMetricsOverride",
                        ["width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width == 390])
                    try await browser.until("innerWidth === \(width)")
                    for screen in ["list", "detail", "form", "settings", "sheet", "menu"] {
                        try await show(screen, daybook)
                        let found = try await browser.run(Self.overhang) as? [String]
                        #expect(found == [], "\(screen) at \(width)")
                        try await hide(screen, daybook)
                    }
                }
            }
        }

        @Test(
            "axe finds nothing to mend for those who can't see or point, in to-dos and in money",
            arguments: ["light", "dark"])
        func accessible(scheme: String) async throws {
            let axe = try #require(
                try? String(contentsOf: Self.axeFile, encoding: .utf8), "axe is missing; `make test` fetches it")
            try await Daybook.run(titles: Self.titles) { daybook in
                let browser = daybook.browser
                try daybook.change {
                    [
                        .check($0[1].id),
                        .edit($0[0].id, TodoEdit(description: "In short", notes: "See https://example.org/")),
                    ]
                }
                try await daybook.browser.until("document.querySelector('.row.done')")
                try await browser.devTools(
                    "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": scheme]]])
                try await browser.run(axe)
                for screen in ["list", "detail", "form", "settings", "sheet", "menu"] {
                    try await show(screen, daybook)
                    #expect(try await violations(browser) == [], "\(screen), \(scheme)")
                    try await hide(screen, daybook)
                }

                try await daybook.showMoney()
                for line in ["-12.50 lunch #food @Taipei", "+30000 salary", "99 taxi"] {
                    try await daybook.record(line)
                }
                try await browser.run(axe)
                #expect(try await violations(browser) == [], "money, \(scheme)")
                try await browser.click("#plus")
                try await browser.until("document.querySelector('.entry-form')")
                #expect(try await violations(browser) == [], "entry, \(scheme)")
            }
        }

        /// What axe finds on the page as it is.
        private func violations(_ browser: WebDriver) async throws -> [String]? {
            try await browser.call(
                "POST", "/execute/async",
                [
                    "script": """
                    const done = arguments[0];
                    axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
                      done(violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`))),
                      (error) => done([String(error)]));
                    """, "args": [],
                ]) as? [String]
        }

        @Test("The page runs no code but the server's: text is never HTML, and none is evaluated")
        func trustedTypes() async throws {
            try await Daybook.run(titles: ["<img src=x onerror=alert(1)>"]) { daybook in
                let browser = daybook.browser
                daybook.expectedComplaints += ["Trusted", "Content Security Policy", "unsafe-eval"]
                try await daybook.expect(todos: ["<img src=x onerror=alert(1)>"])
                #expect(try await browser.run("return document.querySelectorAll('#app img').length") as? Int == 0)
                // In the page's own world, where its policy holds.
                for code in ["document.body.innerHTML = '<b>x</b>'", "new Function('return 1')()"] {
                    let answer =
                        try await browser.devTools(
                            "Runtime.evaluate",
                            [
                                "allowUnsafeEvalBlockedByCSP": false,
                                "expression":
                                    "(() => { try { \(code); return 'done' } catch (error) { return error.name } })()",
                            ])
                        as? [String: Any]
                    let value = (answer?["result"] as? [String: Any])?["value"] as? String
                    #expect(value == "TypeError" || value == "EvalError", "\(code): \(value ?? "")")
                }
            }
        }
    }
}
