import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// The six questions and the forecast in a browser.
    @Suite struct ForecastTests {
        private static let book = [
            ["money-account", "add", "Giro", "--kind", "bank", "--opening", "1200 EUR"],
            ["money-account", "add", "Visa", "--kind", "card", "--opening", "-450 EUR"],
            ["add", "Rent 850 EUR every 1st from Giro"], ["add", "earn 2400 EUR Salary every 30th to Giro"],
            ["add", "Gym 9.90 EUR every 28 days from Giro"],
            ["spend", "30", "food", "--account", "Giro", "--on", CivilDate.local().adding(days: -30).text],
        ]

        /// Serves the book; the page is still to be opened.
        private func run(onPhone: Bool = false, _ body: (Daybook) async throws -> Void) async throws {
            try await Daybook.run(opens: false) { daybook in
                for command in Self.book { try await daybook.command(command) }
                if onPhone {
                    try await daybook.browser.devTools(
                        "Emulation.setDeviceMetricsOverride",
                        ["width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true])
                }
                try await body(daybook)
            }
        }

        @Test("14.3 A tap on a question shows its rows, a tap on a row what it is made of, and Back leads here again")
        func questions() async throws {
            try await run(onPhone: true) { daybook in
                let browser = daybook.browser
                try await daybook.open()
                try await browser.run("location.hash = '#/money/questions'")
                try await browser.until("document.querySelectorAll('.questions .left').length === 6")
                try await browser.click("#ask-0-3")
                try await browser.until("document.querySelector('.questions .place')?.textContent.includes('Visa')")
                try await browser.click(".questions .place")
                try await browser.until("location.hash.startsWith('#/money/in/')")
                try await browser.run("history.back()")
                try await browser.until("document.querySelector('.questions .place')")
                try await daybook.reload()
                try await browser.until("document.querySelectorAll('.questions .left').length === 6")
            }
        }

        @Test("A page whose part of the app isn't here yet fetches it, and has it offline, too")
        func secondPart() async throws {
            try await run { daybook in
                let browser = daybook.browser
                // The app's own fetching of its second part never ends.
                try await browser.devTools(
                    "Page.addScriptToEvaluateOnNewDocument",
                    [
                        "source": """
                        const real = window.fetch;
                        window.fetch = (request, ...more) =>
                          /rest\\..*wasm$/.test(request) ? new Promise(() => {}) : real(request, ...more);
                        """
                    ])
                try await daybook.open()
                let asked = """
                    performance.getEntriesByType("resource")
                      .filter((entry) => /rest\\..*wasm$/.test(entry.name) && entry.initiatorType === "xmlhttprequest").length
                    """
                #expect(try await browser.number(asked) == 0)
                try await browser.run("location.hash = '#/money/forecast'")
                try await browser.until("document.querySelector('.chart .worth')")
                #expect(try await browser.number(asked) == 1)
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                try await browser.until("navigator.serviceWorker.controller")
                await daybook.stopServer()
                try await browser.run("location.hash = '#/'")
                try await daybook.reload()
                #expect(try await browser.number(asked) == 0)
                try await browser.run("location.hash = '#/money/forecast'")
                try await browser.until("document.querySelector('.chart .worth')")
                #expect(try await browser.number(asked) == 1)
            }
        }

        @Test(
            "14.2 The line is drawn with its lowest point; what is tried changes it, offline too, and a reload keeps the place"
        )
        func forecast() async throws {
            try await run { daybook in
                let browser = daybook.browser
                try await daybook.open()
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                try await browser.run("location.hash = '#/money/forecast'")
                try await browser.until("document.querySelector('.forecast .known')")
                func line() async throws -> String {
                    try await browser.text("document.querySelector('.chart .worth').getAttribute('d')")
                }
                #expect(try await browser.number("document.querySelector('.chart .worth').getBBox().width") == 300)
                let before = try await line()
                await daybook.stopServer()
                try await browser.type("#what-if", "-3000 tomorrow" + WebDriver.Key.enter)
                try await browser.until("document.querySelector('.facts .problem')")
                #expect(try await line() != before)
                #expect(try await browser.text("document.querySelector('.names').textContent").hasPrefix("−"))
                // A press on a part of the line leads to its rows, and a press there to what makes them; by keys, too.
                try await browser.run("document.querySelector('.bars button:last-of-type').focus()")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.activeElement.classList.contains('known')")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("location.hash.startsWith('#/todo/')")
                try await browser.run("history.back()")
                try await browser.until("document.querySelector('.forecast .known')")
                try await browser.click(".report-tools .filters button:nth-child(2)")
                try await browser.until("location.hash === '#/money/forecast/90'")
                try await daybook.reload()
                try await browser.until("document.querySelector('.forecast .known')")
                #expect(try await browser.text("location.hash") == "#/money/forecast/90")
                #expect(try await browser.number("document.querySelectorAll('.tries li').length") == 0)
                try daybook.startServer()
                try await daybook.synced()
            }
        }

        @Test("14.2 On a phone a finger on each part of the line leads to its row, and a choice to another account")
        func fingers() async throws {
            try await run(onPhone: true) { daybook in
                let browser = daybook.browser
                try await daybook.open()
                try await browser.run("location.hash = '#/money/forecast/90'")
                try await browser.until("document.querySelector('.forecast .known')")
                let count = Int(try await browser.number("document.querySelectorAll('.bars button').length"))
                #expect(count > 2)
                for index in 0..<count {
                    let part = "document.querySelectorAll('.bars button')[\(index)]"
                    // As wide and as high as a finger needs, and over the line.
                    #expect(try await browser.number("\(part).getBoundingClientRect().width") >= 24)
                    #expect(try await browser.number("\(part).getBoundingClientRect().height") >= 44)
                    let day = try await browser.text("\(part).getAttribute('aria-label').split(':')[0]")
                    try await browser.run("\(part).scrollIntoView({ block: 'center' }); \(part).click()")
                    try await browser.until("document.activeElement.classList.contains('known')")
                    let row = try await browser.text("document.activeElement.textContent")
                    #expect(row.contains(day) || index == 0 && row.contains("Today"), "\(day)")
                }
                try await browser.run("document.querySelector('.known[id^=day-]').click()")
                try await browser.until("location.hash.startsWith('#/todo/')")
                try await browser.run("history.back()")
                try await browser.until("document.querySelector('#of-account')")
                try await browser.click("#of-account")
                try await browser.until("document.querySelectorAll('#forecast .segment button').length === 3")
                try await browser.click("#forecast .segment button:nth-child(2)")
                try await browser.until("document.querySelector('#of-account').textContent === 'Giro'")
                #expect(try await browser.text("document.activeElement.id") == "of-account")
                #expect(try await browser.number("document.documentElement.scrollWidth") <= 390)
            }
        }

        @Test("14.4 Plans to pay off follow an amount that is typed, and a debt opens its table, also after a reload")
        func payOff() async throws {
            try await run { daybook in
                try await daybook.command([
                    "money-account", "add", "Car", "--kind", "loan", "--opening=-1200 EUR", "--interest", "6",
                    "--payment", "404.01",
                ])
                let browser = daybook.browser
                try await browser.devTools(
                    "Emulation.setDeviceMetricsOverride",
                    ["width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true])
                try await daybook.open()
                try await browser.run("location.hash = '#/money/payoff'")
                try await browser.until("document.querySelector('#extra')")
                #expect(try await browser.text("document.querySelector('#pay-off').textContent").contains("12.02"))
                try await browser.type("#extra", "900")
                try await browser.until(
                    "!document.querySelector('#pay-off tr:nth-child(2)').textContent.includes('12.02')")
                try await browser.click("#pay-off button")
                try await browser.until("document.querySelectorAll('#pay-off tr').length === 4")
                try await daybook.reload()
                try await browser.until("document.querySelectorAll('#pay-off tr').length === 4")
                #expect(try await browser.number("document.documentElement.scrollWidth") <= 390)
                try await browser.click("#sums-back")
                try await browser.until("document.querySelector('#extra')")
            }
        }
    }
}
