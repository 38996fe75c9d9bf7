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
                    .add(EntityID(using: &random), TodoDraft(title: $0, amount: amount))
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

        @Test("003.25 Unsynced is a filter while the server is away, and leads nowhere untrue once it is back")
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
