import DaybookCore
import DaybookStorage
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
            case "line":
                try await type(
                    "Supercalifragilisticexpialidocious fri 3pm 12,345.50 eur every last friday until 1 nov", browser)
                try await browser.until("document.querySelectorAll('#understood button').length === 5")
            case "detail":
                try await browser.run("document.querySelector('.row .open').click()")
                try await browser.until("document.querySelector('#detail-title')")
                try await browser.run("document.querySelector('#chip-due').click()")
                try await browser.until("document.querySelector('#detail-day')")
            case "form":
                try await browser.run("document.querySelector('#plus').click()")
                try await browser.until("document.querySelector('#form-title')")
            case "question":
                try await browser.run("document.querySelector('.row:has(.fold) .box').click()")
                try await browser.until("document.querySelector('[role=dialog]')")
            case "sheet", "settings", "sync":
                if screen != "sheet" {
                    try await browser.run("document.querySelector('#\(screen)').click()")
                } else {
                    try await browser.run(
                        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '?', bubbles: true }))")
                }
                try await browser.until("document.querySelector('[role=dialog]')")
            default:
                try await browser.run(
                    "document.querySelector('.row').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }))")
                try await browser.until("document.querySelector('.menu')")
            }
            // What moves comes to rest.
            try await browser.until("document.getAnimations().length === 0")
        }

        /// Puts a text into the field that adds.
        private func type(_ text: String, _ browser: WebDriver) async throws {
            try await browser.run(
                """
                const field = document.querySelector("#new");
                field.value = arguments[0];
                field.dispatchEvent(new Event("input", { bubbles: true }));
                """, [text])
        }

        /// Puts the last of the titles under the one before it.
        private func nest(_ daybook: Daybook) async throws {
            try daybook.change { book in
                var changes = Changes()
                changes[.parent] = .entity(book[2].id)
                return [.edit(.todo, book[3].id, changes)]
            }
            try await daybook.browser.until("document.querySelector('.row[aria-level]')")
        }

        private func hide(_ screen: String, _ daybook: Daybook) async throws {
            let browser = daybook.browser
            if screen == "list" { return }
            if screen == "line" {
                try await type("", browser)
                return try await browser.until("!document.querySelector('#understood button')")
            }
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
            "Nothing sticks out of the window in any language, at 390, 820 and 1440 pixels, and in large letters",
            arguments: ["en", "zh-TW", "zh-CN"])
        func overflow(language: String) async throws {
            try await Daybook.run(.init(width: 1_440, language: language), titles: Self.titles) { daybook in
                let browser = daybook.browser
                try await nest(daybook)
                for (width, letters) in [(390, 16), (820, 16), (1_440, 16), (390, 32)] {
                    try await browser.devTools("Page.setFontSizes", ["fontSizes": ["standard": letters]])
                    try await browser.until(
                        "getComputedStyle(document.body).fontSize === '\(letters == 16 ? 15 : 20)px'")
                    try await browser.devTools(
                        "Emulation.setDeviceMetricsOverride",
                        ["width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width == 390])
                    try await browser.until("innerWidth === \(width)")
                    for screen in ["list", "line", "detail", "form", "settings", "sync", "sheet", "menu", "question"] {
                        try await show(screen, daybook)
                        let found = try await browser.run(Self.overhang) as? [String]
                        #expect(found == [], "\(screen) at \(width)")
                        try await hide(screen, daybook)
                    }
                }
            }
        }

        @Test(
            "At 200 % text the bar has all its buttons, on both sides, with something to sync or without",
            arguments: ["en", "zh-TW"])
        func largeLetters(language: String) async throws {
            try await Daybook.run(.init(width: 1_440, language: language), titles: Self.titles) { daybook in
                let browser = daybook.browser
                let cut = """
                    [...document.querySelectorAll(".list-pane .bar > *, .tabs button, .new > *")].filter((node) => {
                      const box = node.getBoundingClientRect();
                      return box.width > 0
                        && (box.left < 0 || box.right > innerWidth || node.localName === "button" && node.scrollWidth > node.clientWidth + 1);
                    }).map((node) => node.className || node.id || node.localName)
                    """
                try await browser.run("document.documentElement.style.fontSize = '200%'")
                for width in [1_440, 820, 390] {
                    try await browser.devTools(
                        "Emulation.setDeviceMetricsOverride",
                        ["width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width == 390])
                    try await browser.until("innerWidth === \(width)")
                    for side in ["all", "money"].map({ (width == 390 ? "#tab-" : "#place-") + $0 }) {
                        try await browser.run("document.querySelector(arguments[0]).click()", [side])
                        if side == "#tab-all" { try await browser.click("#place-all") }
                        try await browser.until("document.querySelector('\(side)[aria-current]')")
                        #expect(try await browser.run("return \(cut)") as? [String] == [], "\(side) at \(width)")
                        // Two lines of a row fit.
                        let rows =
                            "[...document.querySelectorAll('.row .open')].filter((node) => node.scrollHeight > 52).length"
                        #expect(try await browser.number(rows) == 0)
                    }
                }
                await daybook.stopServer()
                try await browser.click("#tab-today")
                try await daybook.add("A")
                try await browser.until("document.querySelector('.bar .sync.failed, .bar .sync.pending')")
                #expect(try await browser.run("return \(cut)") as? [String] == [])
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
                try await nest(daybook)
                try daybook.change {
                    [
                        .check($0[1].id),
                        .edit(
                            .todo, $0[0].id,
                            .todo(
                                description: "In short", notes: "See https://example.org/",
                                due: .some(.local().adding(days: -3)))),
                    ]
                }
                try await browser.until("document.querySelector('.row.done')")
                try await browser.until("document.querySelector('.late')")
                try await browser.devTools(
                    "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": scheme]]])
                try await browser.run(axe)
                for screen in ["list", "line", "detail", "form", "settings", "sync", "sheet", "menu", "question"] {
                    try await show(screen, daybook)
                    #expect(try await Self.violations(browser) == [], "\(screen), \(scheme)")
                    try await hide(screen, daybook)
                }

                for name in ["today", "upcoming"] {
                    try await browser.run("location.hash = '#/\(name)'")
                    try await browser.until("document.querySelector('#heading-earlier, #heading-overdue')")
                    #expect(try await Self.violations(browser) == [], "\(name), \(scheme)")
                }

                try await daybook.showMoney()
                for line in ["-12.50 lunch #food @Taipei", "+30000 salary", "99 taxi"] {
                    try await daybook.record(line)
                }
                try await browser.run(axe)
                #expect(try await Self.violations(browser) == [], "money, \(scheme)")
                try await browser.type("#record", "5 #f\u{E015}")
                try await browser.until("document.querySelector('#record[aria-activedescendant=completion-0]')")
                #expect(try await Self.violations(browser) == [], "tags, \(scheme)")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelector('#record').value === '5 #food '")
                try await browser.click("#plus")
                try await browser.until("document.querySelector('.entry-form')")
                #expect(try await Self.violations(browser) == [], "entry, \(scheme)")
            }
        }

        /// What axe finds on the page as it is.
        static func violations(_ browser: WebDriver) async throws -> [String]? {
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

        private static func size(_ browser: WebDriver, _ width: Int, _ height: Int, touch: Bool = true) async throws {
            try await browser.devTools(
                "Emulation.setDeviceMetricsOverride",
                ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch])
            try await browser.devTools("Emulation.setTouchEmulationEnabled", ["enabled": touch])
            try await browser.until("innerWidth === \(width) && innerHeight === \(height)")
        }

        /// Turns the wheel over the middle of the window until an element is in it as a whole.
        private func scroll(to selector: String, _ browser: WebDriver, _ width: Int, _ height: Int) async throws {
            let isSeen = """
                (() => { const box = [...document.querySelectorAll("\(selector)")].at(-1).getBoundingClientRect();
                  return box.top >= 0 && box.bottom <= innerHeight; })()
                """
            for _ in 0..<60 where try await browser.run("return \(isSeen)") as? Bool != true {
                try await browser.devTools(
                    "Input.dispatchMouseEvent",
                    ["type": "mouseWheel", "x": width / 2, "y": height / 2, "deltaX": 0, "deltaY": 120])
            }
            try await browser.until(isSeen)
        }

        @Test(
            "In a low window, as a phone on its side has it, everything can be reached",
            arguments: [(844, 390), (320, 256)])
        func low(width: Int, height: Int) async throws {
            try await Daybook.run(titles: Self.titles) { daybook in
                let browser = daybook.browser
                try await Self.size(browser, width, height)
                try await show("menu", daybook)
                #expect(try await browser.number("document.querySelector('.menu').getBoundingClientRect().top") >= 0)
                try await scroll(to: ".menu button", browser, width, height)
                try await hide("menu", daybook)
                try await show("settings", daybook)
                let scrollers = """
                    [...document.querySelectorAll(".overlay *")].filter((node) =>
                      node.scrollHeight > node.clientHeight && getComputedStyle(node).overflowY === "auto").length
                    """
                #expect(try await browser.number(scrollers) == 1)
                try await scroll(to: ".dialog .choice", browser, width, height)
                try await hide("settings", daybook)
                // What several are done with stays in sight.
                try await browser.run(
                    "document.querySelector('.row .open').dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true }))"
                )
                try await browser.until("document.querySelector('.several')")
                let box = "document.querySelector('.several :last-child').getBoundingClientRect()"
                #expect(try await browser.number("innerHeight - \(box).bottom") >= 0)
                #expect(try await browser.number("innerWidth - \(box).right") >= 0)
            }
        }

        @Test("In a window that is low and wide, the last row can be reached") func lowAndWide() async throws {
            try await Daybook.run(titles: (1...8).map { "Item \($0)" }) { daybook in
                try await Self.size(daybook.browser, 932, 380)
                // The list lies on the left.
                try await scroll(to: ".row", daybook.browser, 500, 380)
            }
        }

        @Test("Nothing lies under a notch, on either side") func notch() async throws {
            try await Daybook.run(titles: Self.titles) { daybook in
                let browser = daybook.browser
                try await Self.size(browser, 844, 390)
                try await browser.devTools(
                    "Emulation.setSafeAreaInsetsOverride", ["insets": ["left": 47, "right": 47, "bottom": 21]])
                let under = """
                    return [...document.querySelectorAll(".app button, .app input, .app textarea")].filter((node) => {
                      const box = node.getBoundingClientRect();
                      return !node.closest("[inert], .swipe") && getComputedStyle(node).visibility !== "hidden" && box.width > 1
                        && (box.left < 47 || box.right > innerWidth - 47);
                    }).map((node) => node.className + node.id)
                    """
                for screen in ["list", "detail", "form", "menu"] {
                    try await show(screen, daybook)
                    #expect(try await browser.run(under) as? [String] == [], "\(screen)")
                    try await hide(screen, daybook)
                }
            }
        }

        @Test("The page to sign in on can be scrolled", arguments: [(844, 390), (320, 256)])
        func lowLogin(width: Int, height: Int) async throws {
            try await Daybook.run(opens: false) { daybook in
                try await daybook.startServerWithAccounts()
                let browser = daybook.browser
                try await browser.go(daybook.address + "/login")
                try await Self.size(browser, width, height)
                try await scroll(to: ".login button", browser, width, height)
            }
        }

        @Test("Amounts are on one line, and as a whole, beside a day that is on one line, too")
        func amounts() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await Self.size(browser, 390, 844)
                try await daybook.showMoney()
                for line in [
                    "-12600 laptop #computer", "-999,999,999,999,999.99 EUR planet", "+30,000,000 TWD", "-5 JPY",
                    "-5 GBP",
                ] {
                    try await daybook.record(line)
                }
                let cut = """
                    return [...document.querySelectorAll(".amount, .heading h2")].filter((node) => {
                      const range = document.createRange();
                      range.selectNodeContents(node);
                      return node.scrollWidth > node.clientWidth || range.getClientRects().length > 1;
                    }).map((node) => node.textContent)
                    """
                #expect(try await browser.run(cut) as? [String] == [])
                try await browser.click(".sums-button")
                try await browser.until("document.querySelector('td')")
                let broken = """
                    return [...document.querySelectorAll("td, .heads th")].filter((node) => {
                      const range = document.createRange();
                      range.selectNodeContents(node);
                      return range.getClientRects().length > 1;
                    }).map((node) => node.textContent)
                    """
                #expect(try await browser.run(broken) as? [String] == [])
                try await browser.run(try String(contentsOf: Self.axeFile, encoding: .utf8))
                let violations = try await Self.violations(browser)
                #expect(violations == [])
            }
        }

        @Test("With forced colours it shows where the focus is, what is chosen, and where a dialog ends")
        func forcedColours() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                try await browser.devTools(
                    "Emulation.setEmulatedMedia", ["features": [["name": "forced-colors", "value": "active"]]])
                try await browser.until("matchMedia('(forced-colors: active)').matches")
                func style(_ selector: String, _ name: String) async throws -> String {
                    try await browser.text("getComputedStyle(document.querySelector('\(selector)')).\(name)")
                }
                try await browser.run("document.querySelector('#new').focus()")
                #expect(try await style(".new", "outlineStyle") == "solid")
                try await browser.press("\u{E004}")
                try await browser.run("document.querySelector('.filters [aria-pressed=true]').focus()")
                #expect(
                    try await style(".filters :focus-visible", "outlineColor")
                        == style(".filters :focus-visible", "color"))
                for (chosen, other) in [
                    (".filters [aria-pressed=true]", ".filters [aria-pressed=false]"),
                    (".place[aria-current]", ".place:not([aria-current])"),
                ] {
                    #expect(try await style(chosen, "forcedColorAdjust") == "none", "\(chosen)")
                    #expect(try await style(chosen, "backgroundColor") != style(other, "backgroundColor"), "\(chosen)")
                }
                try await show("settings", daybook)
                #expect(try await style(".dialog", "borderStyle") == "solid")
                #expect(
                    try await style(".segment [aria-pressed=true]", "backgroundColor")
                        != style(".segment [aria-pressed=false]", "backgroundColor"))
            }
        }

        @Test("At 400 % what has the focus is in sight, also in a menu")
        func zoomed() async throws {
            try await Daybook.run(titles: (1...25).map { "To do \($0)" }) { daybook in
                let browser = daybook.browser
                try await Self.size(browser, 320, 256)
                func isInSight() async throws -> Bool {
                    try await browser.run(
                        """
                        const { top, bottom, height } = document.activeElement.getBoundingClientRect();
                        return height > 0 && top >= 0 && bottom <= innerHeight;
                        """) as? Bool == true
                }
                try await browser.press("n", WebDriver.Key.escape)
                for _ in 0..<6 {
                    try await browser.press(WebDriver.Key.down)
                    try await browser.until("document.activeElement.matches('.row .open')")
                    #expect(try await isInSight())
                }
                try await browser.run(
                    "document.querySelector('.row').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }))")
                try await browser.until("document.activeElement.closest('.menu')")
                for _ in 0..<7 {
                    try await browser.press(WebDriver.Key.down)
                    #expect(try await isInSight())
                }
                try await browser.press(WebDriver.Key.escape)
                try await browser.press("n")
                try await browser.until("document.activeElement.id === 'new'")
                #expect(try await isInSight())
            }
        }

        @Test("A screen reader hears which row is open, that a line has no amount, and only what is new in the notices")
        func said() async throws {
            try await Daybook.run(titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                func current() async throws -> [String] {
                    try await browser.texts(".row .open[aria-current=true] .name")
                }
                #expect(try await current() == [])
                try await browser.press(WebDriver.Key.down, WebDriver.Key.enter)
                try await browser.until("document.querySelector('#detail-title')")
                #expect(try await current() == ["A"])
                // Where the row is gone the list has the focus, and shows it.
                try await browser.press(WebDriver.Key.escape)
                try await browser.run("document.querySelector('.row .open').focus()")
                try await browser.run("document.querySelectorAll('.filters button')[2].click()")
                try await browser.until("document.activeElement.id === 'list'")
                #expect(try await browser.text("getComputedStyle(document.activeElement).outlineStyle") == "solid")
                try await browser.run("location.hash = '#/money'")
                try await browser.until("document.querySelector('#record')")
                try await browser.type("#record", "lunch")
                #expect(try await browser.number("document.querySelectorAll('#record[aria-invalid]').length") == 0)
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelector('#record[aria-invalid=true]')")
                let tree = try await browser.devTools("Accessibility.getFullAXTree") as? [String: Any]
                let roles = (tree?["nodes"] as? [[String: Any]] ?? []).compactMap {
                    ($0["role"] as? [String: Any])?["value"] as? String
                }
                #expect(!roles.isEmpty && !roles.contains("status") && !roles.contains("alert"))
            }
        }

        @Test("Sums that are wider than a phone can be scrolled to")
        func wideSums() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await Self.size(browser, 390, 844)
                try await browser.run("location.hash = '#/money'")
                for line in ["+123456789012.50 a", "-923456789012.50 b"] {
                    try await browser.type("#record", line + WebDriver.Key.enter)
                    try await browser.until("document.querySelector('#record').value === ''")
                }
                try await browser.run("location.hash = '#/money/report'")
                try await browser.until("document.querySelector('.sum table') && document.getAnimations().length === 0")
                func right() async throws -> Double {
                    try await browser.number("document.querySelector('.sum table').getBoundingClientRect().right")
                }
                #expect(try await right() > 390)
                try await browser.run("document.querySelector('.sum tr').lastChild.scrollIntoView({ inline: 'end' })")
                #expect(try await right() < 391)
            }
        }

        @Test("11.4 On a touch screen rows can be zoomed; their menu is in the details, and in the row to be heard")
        func touch() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                try await Self.size(browser, 390, 844)
                #expect(
                    try await browser.text("getComputedStyle(document.querySelector('.row')).touchAction")
                        == "pan-y pinch-zoom")
                #expect(try await browser.text("document.querySelector('.row .more').ariaLabel") == "More for: A")
                #expect(
                    try await browser.number("document.querySelector('.row .more').getBoundingClientRect().width") <= 1)
                try await browser.run("document.querySelector('.row .open').click()")
                try await browser.until("document.querySelector('#more-detail')?.ariaLabel === 'More for: A'")
                try await browser.run("document.querySelector('#detail-back').click()")
                // What is around the page has its colour.
                for scheme in ["light", "dark"] {
                    try await browser.devTools(
                        "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": scheme]]])
                    let isSame = """
                        (() => { const probe = document.createElement("i");
                          probe.style.color = document.querySelector("meta[name=theme-color][media*=\(scheme)]").content;
                          document.body.append(probe);
                          const colour = getComputedStyle(probe).color; probe.remove();
                          return colour === getComputedStyle(document.body).backgroundColor; })()
                        """
                    #expect(try await browser.run("return \(isSame)") as? Bool == true)
                }
            }
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
