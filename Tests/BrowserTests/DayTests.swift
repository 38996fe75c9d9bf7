import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// The days of to-dos in the built app.
    @Suite struct DayTests {
        /// Lets a script set the page's clock.
        private static let clock = """
            const now = Date.now;
            window.lead = 0;
            Date.now = () => now() + window.lead;
            """

        @Test("006.3 A day is planned by the keyboard alone, and Today turns at midnight without a reload")
        func midnight() async throws {
            try await Daybook.run(opens: false) { daybook in
                let browser = daybook.browser
                try await browser.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": Self.clock])
                try await daybook.open()
                try await browser.press("n")
                try await browser.until("document.activeElement.id === 'new'")
                try await browser.press("C", "a", "l", "l", WebDriver.Key.enter)
                try await browser.until("document.querySelector('.row .name')?.textContent === 'Call'")
                func tab(to condition: String) async throws {
                    for _ in 0..<40 {
                        if try await browser.run("return \(condition)") as? Bool == true { return }
                        try await browser.press("\u{E004}")
                    }
                    Issue.record("no Tab leads to \(condition)")
                }
                try await tab(to: "document.activeElement.classList.contains('open')")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelector('.detail')")
                try await tab(to: "document.activeElement.textContent === 'Due'")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelector('#detail-day')")
                try await tab(to: "document.activeElement.id === 'detail-day'")
                try await browser.press("t", "o", "d", "a", "y", "\u{E004}")
                try await browser.until("document.querySelector('.row .due')?.textContent === 'Today'")
                try await browser.press(WebDriver.Key.escape)
                try await browser.until("document.querySelector('.app').dataset.state === 'list'")
                try await browser.click("#place-today")
                try await browser.until("location.hash === '#/today' && document.querySelector('#heading-today')")
                try await daybook.synced()
                #expect(try daybook.book().map(\.due) == [.local()])

                // Two seconds before the next midnight.
                try await browser.run(
                    """
                    window.before = document.querySelector(".row");
                    const midnight = new Date(); midnight.setHours(24, 0, 0, 0);
                    window.lead = midnight - Date.now() - 2000;
                    """)
                #expect(try await browser.number("document.querySelectorAll('#heading-earlier, .late').length") == 0)
                try await browser.until("document.querySelector('#heading-earlier')")
                try await browser.until("document.querySelector('.due.late')")
                #expect(try await browser.number("document.querySelectorAll('#heading-today').length") == 0)
                #expect(try await browser.text("document.querySelector('.row .due').textContent") == "Yesterday")
            }
        }

        @Test("006.1 A time in a zone is overdue by that zone's clock, also in the browser") func zone() async throws {
            try await Daybook.run(opens: false) { daybook in
                let browser = daybook.browser
                // 15:30 in Taipei, wherever the browser is.
                let clock = """
                    const now = Date.now, lead = Date.UTC(2030, 0, 2, 7, 30) - now();
                    Date.now = () => now() + lead;
                    """
                try await browser.devTools(
                    "Page.addScriptToEvaluateOnNewDocument",
                    ["source": clock])
                try await daybook.open()
                try await daybook.add("Call")
                try await browser.click(".row .open")
                try await browser.click("#chip-due")
                try await browser.until("document.querySelector('#detail-day')")
                for (time, isLate) in [("15:00", true), ("16:00", false)] {
                    try await browser.replace("#detail-day", "2030-01-02 \(time)[Asia/Taipei]")
                    try await browser.until("document.querySelector('.row .due')?.textContent.endsWith('\(time)')")
                    #expect(try await browser.run("return !!document.querySelector('.row .late')") as? Bool == isLate)
                }
            }
        }
    }
}
