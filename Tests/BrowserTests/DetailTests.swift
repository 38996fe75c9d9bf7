import DaybookCore
import Foundation
import Testing

extension BrowserTests {
    /// The details of a to-do, by real keys.
    @Suite struct DetailTests {
        @Test("006.15 Subtasks are typed one after the other; a chip's field has the focus; a mended value is typed on")
        func focus() async throws {
            try await Daybook.run(titles: ["Trip"]) { daybook in
                let browser = daybook.browser
                func type(_ text: String) async throws {
                    for character in text { try await browser.press(String(character)) }
                }
                func isFocused(_ id: String) -> String { "document.activeElement.id === '\(id)'" }
                try await browser.click(".row .open")
                try await browser.click("#subtask")
                for (count, title) in ["Check price", "Cancel? 5 eur", "next"].enumerated() {
                    try await type(title + WebDriver.Key.enter)
                    try await browser.until("document.querySelectorAll('.child').length === \(count + 1)")
                    #expect(try await browser.run("return \(isFocused("subtask"))") as? Bool == true)
                }
                try await daybook.synced()
                #expect(try Set(daybook.book().map(\.title)) == ["Trip", "Check price", "Cancel? 5 eur", "next"])

                try await browser.click("#chip-tags")
                try await browser.until(isFocused("detail-tags"))
                try await type("home #x" + WebDriver.Key.enter)
                try await browser.until("document.querySelector('#detail-tags[aria-invalid]')")
                // The field that can't be taken stays open beside another one.
                try await browser.click("#chip-due")
                try await browser.until(isFocused("detail-day"))
                try await browser.run(
                    "const field = document.getElementById('detail-tags'); field.focus(); field.select()")
                try await type("garden")
                #expect(try await browser.text("document.activeElement.value") == "garden")
                try await browser.press(WebDriver.Key.enter)
                try await daybook.synced()
                #expect(try daybook.book().first { $0.title == "Trip" }?.tags == ["garden"])
            }
        }
    }
}
