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

        @Test("006.14 A tag is typed in the details, another one is picked with the mouse, and both reach the server")
        func tags() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await browser.type("#new", "Buy milk #food" + WebDriver.Key.enter)
                try await browser.until("document.querySelector('.row .name')?.textContent === 'Buy milk'")
                try await daybook.add("Call Ann")
                try await browser.click(try await daybook.row("Call Ann") + " .open")
                try await browser.click("#detail-tags")
                try await browser.type("#detail-tags", "family, fo")
                try await browser.click("#completion-0")
                try await browser.until("document.querySelector('#detail-tags').value === 'family, food'")
                try await browser.click("#detail-notes")
                try await browser.until(
                    "[...document.querySelectorAll('.row .more-text')].some((r) => r.textContent === '#family #food')")
                try await daybook.synced()
                #expect(try daybook.book().map(\.tags) == [["family", "food"], ["food"]])
            }
        }
    }
}
