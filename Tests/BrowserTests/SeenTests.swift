import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// What a person's eyes find on the screens of issue 34, in a window as large as a phone.
    @Suite struct SeenTests {
        private static let phone = {
            var options = WebDriver.Options()
            options.width = 500
            return options
        }()

        private func size(_ browser: WebDriver, _ width: Int = 390, _ height: Int = 844) async throws {
            try await browser.devTools(
                "Emulation.setDeviceMetricsOverride",
                ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500])
            try await browser.until("innerWidth === \(width)")
        }

        /// Adds to-dos with an amount, the first due first.
        private func plan(_ titles: [String], _ daybook: Daybook) throws {
            let amount = try Amount("1200 EUR", usual: #require(Currency("EUR")))
            var random = SystemRandomNumberGenerator()
            try daybook.change { _ in
                titles.reversed().map {
                    .add(.todo, EntityID(using: &random), .todo(title: $0, amount: amount))
                }
            }
        }

        @Test("010.5 What was recorded is in sight below what is planned, marked, and named in a notice")
        func recorded() async throws {
            try await Daybook.run(Self.phone) { daybook in
                let browser = daybook.browser
                try await size(browser)
                try plan((1...19).map { "Bill \($0)" }, daybook)
                try await daybook.showMoney()
                try await browser.until("document.querySelectorAll('.upcoming .row').length === 3")
                for isUnfolded in [false, true] {
                    if isUnfolded {
                        try await browser.click("#unfold")
                        try await browser.until("document.querySelectorAll('.upcoming .row').length === 19")
                    }
                    try await browser.type("#record", "-8.20 EUR lunch\(isUnfolded)" + WebDriver.Key.enter)
                    try await browser.until(
                        "document.querySelector('.entry.fresh .name')?.textContent === 'lunch\(isUnfolded)'")
                    #expect(try await browser.texts(".notice p") == ["Recorded −8.20 EUR · lunch\(isUnfolded)"])
                    // The whole row, above the notice and below what the list begins with.
                    try await browser.until(
                        """
                        (() => { const row = document.querySelector(".fresh").getBoundingClientRect(), list = document.querySelector("#list").getBoundingClientRect();
                          return row.top >= list.top && row.bottom <= document.querySelector(".notice").getBoundingClientRect().top; })()
                        """)
                }
                try await browser.click(".notice .undo")
                try await browser.until("document.querySelectorAll('.entry').length === 1")
            }
        }

        @Test("010.5 A tap on the box of a bill says what it recorded, and one more takes it back")
        func checked() async throws {
            try await Daybook.run(Self.phone) { daybook in
                let browser = daybook.browser
                try await size(browser)
                try plan(["Rent"], daybook)
                try await browser.until("document.querySelector('.row .box')")
                try await browser.click(".row .box")
                try await browser.until(
                    "document.querySelector('.notice p')?.textContent === 'Done. Recorded −1,200.00 EUR'")
                try await browser.click(".notice .undo")
                try await daybook.expect(todos: ["Rent"])
                try await daybook.synced()
                #expect(try daybook.entries().isEmpty)
            }
        }

        @Test("008.14 Pointing at a bar of the report, or focusing it, tells its sum; Enter shows its rows")
        func bars() async throws {
            try await Daybook.run(.init(width: 1_440)) { daybook in
                let browser = daybook.browser
                try await daybook.showMoney()
                for line in ["-5 EUR tea #a #b", "-7 EUR milk #b", "+3 EUR gift"] { try await daybook.record(line) }
                try await browser.click("#sums-open")
                let bar = "document.querySelector('.over-time .bars button')"
                let isTold = "getComputedStyle(\(bar).firstChild).visibility === 'visible'"
                try await browser.until("\(bar) && !(\(isTold))")
                let (x, y) = try await browser.middle(".over-time .bars button")
                try await browser.devTools("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": x, "y": y])
                try await browser.until(isTold)
                #expect(
                    try await browser.text("\(bar).firstChild.textContent").contains("+3.00\u{A0}EUR  −12.00\u{A0}EUR"))
                try await browser.devTools("Input.dispatchMouseEvent", ["type": "mouseMoved", "x": 5, "y": 5])
                try await browser.until("!(\(isTold))")
                // By keyboard, from the last of the periods on.
                try await browser.run("document.querySelector('.periods button:last-child').focus()")
                try await browser.press("\u{E004}")
                try await browser.until("document.activeElement === \(bar) && \(isTold)")
                // The sum stands inside the report, and hides neither the bar nor the largest sum's line.
                let inside = """
                    (() => { const told = \(bar).firstChild.getBoundingClientRect(), pane = document.querySelector(".sums").getBoundingClientRect();
                      return told.left >= pane.left && told.right <= pane.right && told.bottom <= document.querySelector(".over-time .chart svg").getBoundingClientRect().top + 4; })()
                    """
                #expect(try await browser.run("return \(inside)") as? Bool == true)
                #expect(try await browser.texts(".share-name").suffix(2) == ["b", "a"])
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelectorAll('.entry').length === 3")
                try await browser.run("history.back()")
                try await browser.until("document.querySelector('.share')")
                // A notice may lie over it for a while.
                try await browser.run("[...document.querySelectorAll('button.share')].at(-1).click()")
                try await browser.until("document.querySelectorAll('.entry').length === 1")
            }
        }

        @Test("010.5 A theme that is chosen holds at once, and from the first look at the next page on")
        func theme() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                func colour() async throws -> String {
                    try await browser.text("getComputedStyle(document.body).backgroundColor")
                }
                try await browser.devTools(
                    "Emulation.setEmulatedMedia", ["features": [["name": "prefers-color-scheme", "value": "light"]]])
                let light = try await colour()
                try await browser.click("#settings")
                try await browser.until("document.querySelector('.dialog .segment')")
                try await browser.click(".field:nth-child(2) .segment button:nth-child(3)")
                try await browser.until("document.documentElement.dataset.theme === 'dark'")
                #expect(try await colour() != light)
                #expect(try await browser.texts("meta[name=theme-color][media=all]").count == 1)
                try await daybook.reload()
                #expect(try await colour() != light)
                try await browser.click("#settings")
                try await browser.until("document.querySelector('.dialog .segment')")
                try await browser.click(".field:nth-child(2) .segment button:nth-child(1)")
                try await browser.until("document.documentElement.dataset.theme === 'system'")
                #expect(try await colour() == light)
                #expect(try await browser.texts("meta[name=theme-color][media=all]").isEmpty)
                // What is offered to download is there.
                for name in ["todos", "entries"] {
                    let status = try await browser.run(
                        "return fetch('/api/v1/\(name)').then((answer) => answer.status)")
                    #expect(status as? Int == 200)
                }
            }
        }

        @Test("The dot says why nothing is synced, and asks the server at once") func dot() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                await daybook.stopServer()
                try await daybook.add("B")
                try await browser.until("document.querySelector('#sync.failed')")
                try await browser.click("#sync")
                try await browser.until(
                    "document.querySelector('.dialog .dates')?.textContent.includes('The server can\\'t be reached')")
                #expect(
                    try await browser.text("document.querySelector('.dialog .dates').textContent").contains(
                        "Waiting: To-dos1"))
                try daybook.startServer()
                try await browser.click("#sync-now")
                try await browser.until(
                    "document.querySelector('.dialog .fields p')?.textContent === 'Everything is synced'")
                try await browser.press(WebDriver.Key.escape)
                try await browser.until("document.activeElement.id === 'sync'")
            }
        }

        @Test("003.25 Not sent is a filter while the server is away, and leads nowhere untrue once it is back")
        func unsynced() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                let filters = ".tools .filters button"
                #expect(try await browser.texts(filters) == ["All", "Active", "Finished"])
                await daybook.stopServer()
                try await daybook.add("B")
                try await browser.until("document.querySelectorAll('\(filters)').length === 4")
                try await browser.click(filters + ":nth-child(4)")
                try await daybook.expect(todos: ["B"])
                #expect(try await browser.text("location.hash") == "#/unsynced")
                try daybook.startServer()
                try await daybook.synced()
                try await browser.until("document.querySelector('.big')?.textContent === 'Everything is synced'")
            }
        }
    }
}
