import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// The parts of an entry in the built app.
    @Suite struct PartTests {
        @Test("008.3 By the keyboard alone an entry is split, the rest goes to the last part, and undo joins it again")
        func keyboard() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                func type(_ text: String) async throws {
                    for character in text { try await browser.press(String(character)) }
                }
                func press(_ id: String) async throws {
                    try await browser.run("document.querySelector('\(id)').focus()")
                    try await browser.press(WebDriver.Key.enter)
                }
                try await browser.go(daybook.address + "/#/money")
                try await daybook.ready()
                try await browser.run("document.querySelector('#record').focus()")
                try await type("50 EUR market" + WebDriver.Key.enter)
                try await browser.until("document.querySelectorAll('.entry').length === 1")
                try await press(".entry .open")
                try await browser.until("document.activeElement.id === 'entry-amount'")
                try await press("#add-part")
                try await browser.until("document.activeElement.id === 'part-0-amount'")
                try await type("20")
                try await browser.press("\u{E004}")
                try await type("home")
                try await press("#add-part")
                try await browser.until("document.activeElement.id === 'part-1-amount'")
                #expect(try await browser.texts(".rest") == ["Unassigned: 30.00 EUR"])
                try await press("#add-part + .choice")
                try await browser.until("document.activeElement.value === '30.00'")
                // Enter in a field saves.
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelector('.entry .more-text').textContent === '2 parts · #home'")
                try await daybook.synced()
                let book = try Book(path: daybook.folder.appending(path: "book").path)
                let parts = try book.read { try $0.entryRows().flatMap(\.entry.parts) }
                #expect(parts.map { $0.amount.text + $0.tags.joined() } == ["20.00 EURhome", "30.00 EUR"])
                try book.close()
                try await browser.run("document.querySelector('.icon.undo').click()")
                try await browser.until("document.querySelector('.entry .more-text').textContent === ''")
            }
        }
    }
}
