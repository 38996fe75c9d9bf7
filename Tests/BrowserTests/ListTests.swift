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
                try await browser.until("document.activeElement.id === 'form-1'")
                try await browser.press("H", "o", "m", "e", WebDriver.Key.enter)
                try await browser.until(
                    "document.querySelector('.place[aria-current] .account-name')?.textContent === 'Home'")
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
                #expect(book.allSatisfy { $0.extraFields[.list]?.entity == lists.first?.id })
                #expect(book.first?.extraFields[.priority] == .choice(1))

                try await daybook.reload()
                try await browser.until("document.querySelectorAll('.row').length === 2")
                try await browser.until(
                    "document.querySelector('.place[aria-current] .account-name')?.textContent === 'Home'")
                try await browser.run(
                    "[...document.querySelectorAll('.place')].find((b) => b.textContent === 'Inbox').click()")
                try await browser.until("document.querySelectorAll('.row').length === 0")
            }
        }

        @Test("006.16 By the keyboard alone a filter is saved; a query that can't be read says why; the server has it")
        func filter() async throws {
            try await Daybook.run(titles: ["Milk", "Rent"]) { daybook in
                let browser = daybook.browser
                try await browser.run("document.querySelector('#new-filter').focus()")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.activeElement.id === 'form-1'")
                try await browser.press("B", "i", "l", "l", "s", "\u{E004}")
                try await browser.until("document.activeElement.id === 'form-69'")
                try await browser.press("r", "e", "n", "t", " ", "d", "e", "w", ":", "x", WebDriver.Key.enter)
                try await browser.until("document.querySelector('#form-69-hint.problem')")
                try await browser.until(
                    "document.querySelector('#form-69-hint').textContent.startsWith('Column 6: “dew”')")
                for _ in 0..<6 { try await browser.press("\u{E003}") }
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelector('.place[aria-current]')?.textContent === 'Bills'")
                try await browser.until(
                    "[...document.querySelectorAll('.row .name')].map((n) => n.textContent).join() === 'Rent'")
                try await daybook.synced()
                #expect(try daybook.filters().map(\.query) == ["rent"])
                try await daybook.reload()
                try await browser.until(
                    "[...document.querySelectorAll('.place')].some((p) => p.textContent === 'Bills')")
            }
        }

        @Test("006.13 The mouse drags a row onto a list beside it; in a narrow window the lists open as a drawer")
        func beside() async throws {
            try await Daybook.run(titles: ["Milk", "Rent"]) { daybook in
                let browser = daybook.browser
                try await browser.click("#new-list")
                try await browser.type("#form-1", "Home" + WebDriver.Key.enter)
                try await browser.until(
                    "document.querySelector('.place[aria-current] .account-name')?.textContent === 'Home'")
                try await browser.click("#place-all")
                try await browser.until("document.querySelectorAll('.row').length === 2")
                let id = try #require(try daybook.lists().first?.id.text)
                let (x, y) = try await browser.middle(try await daybook.row("Milk") + " .grip")
                let (toX, toY) = try await browser.middle("#place-" + id)
                try await browser.drag("mouse", [(x, y), (x - 40, y + 4), (toX + 4, toY), (toX, toY)])
                try await browser.until("document.querySelector('.line .dot')?.title === 'Home'")
                try await daybook.synced()
                #expect(try daybook.book().first { $0.title == "Milk" }?.extraFields[.list]?.entity?.text == id)

                try await browser.devTools(
                    "Emulation.setDeviceMetricsOverride",
                    ["width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true])
                try await browser.until("innerWidth === 390")
                try await browser.click("#tab-all")
                try await browser.until("document.activeElement.id === 'places-close'")
                try await browser.click("#place-" + id)
                try await browser.until("!document.querySelector('.overlay')")
                try await browser.until("document.querySelector('.title h1').textContent === 'Home'")
                try await browser.until("document.querySelectorAll('.row').length === 1")
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
                try await browser.click("#chip-tags")
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
