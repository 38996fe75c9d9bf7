import DaybookCore
import DaybookStorage
import Testing

extension BrowserTests {
    /// The line that adds in the built app.
    @Suite struct QuickAddTests {
        @Test("006.19 A line is typed, a chip taken off by the keyboard alone, and what is left fills the to-do")
        func line() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                let chips = "[...document.querySelectorAll('#understood button')]"
                try await browser.press("n")
                try await browser.until("document.activeElement.id === 'new'")
                try await browser.type("#new", "Meet with Friday 明天下午三點 5 eur every 2 weeks")
                try await browser.until("\(chips).length === 4")
                #expect(
                    try await browser.run("return \(chips).map((chip) => chip.textContent)") as? [String]
                        == ["Tomorrow", "15:00", "5.00 EUR", "every 2 weeks"])
                // Tab leads to them, and Delete takes one off.
                for _ in 0..<8 {
                    if try await browser.run("return document.activeElement === \(chips).at(-1)") as? Bool == true {
                        break
                    }
                    try await browser.press("\u{E004}")
                }
                try await browser.press("\u{E017}")
                try await browser.until("\(chips).length === 3 && document.activeElement.id === 'new'")
                #expect(
                    try await browser.text("document.querySelector('#new').value")
                        == "Meet with Friday 明天下午三點 5 eur every 2 weeks")
                try await browser.click("#understood button:last-child")
                try await browser.until("\(chips).length === 2")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelector('.row .due') && \(chips).length === 0")
                try await daybook.synced()
                let todo = try #require(try daybook.book().first)
                #expect(todo.title == "Meet with Friday 5 eur every 2 weeks")
                #expect(todo.due == .local().adding(days: 1) && todo.dueTime?.minute == 900)
                #expect(todo.amount == nil && todo.repeats == nil)
                // It was one step.
                try await browser.press("z", holding: ["\u{E009}"])
                try await browser.until("!document.querySelector('.row')")
                #expect(try await browser.complaints() == [])
            }
        }
    }
}
