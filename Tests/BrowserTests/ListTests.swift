import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// The lists of to-dos in the built app.
    @Suite struct ListTests {
        @Test(
            "006.13 A list made by the keyboard alone gets what is written in it, also on the server and after a reload"
        )
        func lists() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await browser.run("document.querySelector('#new-list').focus()")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.activeElement.id === 'list-name'")
                try await browser.press("H", "o", "m", "e", WebDriver.Key.enter)
                try await browser.until("document.querySelector('.lists [aria-pressed=true]')?.textContent === 'Home'")
                try await browser.press("n")
                try await browser.until("document.activeElement.id === 'new'")
                try await browser.press("L", "a", "m", "p", WebDriver.Key.enter)
                try await browser.until("document.querySelector('.row .name')?.textContent === 'Lamp'")
                try await browser.press("M", "i", "l", "k", " ", "!", "h", "i", "g", "h")
                try await browser.until("document.querySelector('.understood .part')?.textContent === 'High'")
                try await browser.press(WebDriver.Key.enter)
                try await daybook.synced()
                let book = try daybook.book()
                let lists = try daybook.lists()
                #expect(lists.map(\.name) == ["Home"])
                #expect(book.map(\.title) == ["Milk", "Lamp"])
                #expect(book.allSatisfy { $0.others[.list]?.entity == lists.first?.id })
                #expect(book.first?.others[.priority] == .choice(1))

                try await daybook.reload()
                try await browser.until("document.querySelectorAll('.row').length === 2")
                try await browser.run(
                    "[...document.querySelectorAll('.lists button')].find((b) => b.textContent === 'Inbox').click()")
                try await browser.until("document.querySelectorAll('.row').length === 0")
            }
        }
    }
}
