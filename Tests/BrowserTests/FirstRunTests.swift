import DaybookCore
import Fixtures
import Foundation
import Testing

extension BrowserTests {
    /// The first visit to a book that has nothing.
    @Suite struct FirstRunTests {
        @Test("11.11 From an empty book the sample is looked at and left without a trace, here and on the server")
        func sample() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await browser.until("document.querySelector('.first a')")
                try await browser.click(".first a")
                try await browser.until("location.pathname === '/sample' && document.querySelector('.sample')")
                try await daybook.ready()
                try await browser.until("document.body.innerText.includes('Call the dentist')")
                try await browser.type("#new", "Mine for a moment" + WebDriver.Key.enter)
                try await browser.until("document.body.innerText.includes('Mine for a moment')")
                try await daybook.synced()
                try await browser.click("#settings")
                try await browser.until("document.querySelector('.dialog .segment')")
                try await browser.click(".field:nth-child(2) .segment button:nth-child(3)")
                try await browser.until("document.documentElement.dataset.theme === 'dark'")
                try await browser.click(".dialog .close")
                try await browser.click(".sample a")
                try await browser.until("location.pathname === '/'")
                try await daybook.ready()
                try await browser.until("document.querySelector('.first a')")
                try await browser.run(
                    "while ((await indexedDB.databases()).some(({ name }) => name.includes('sample'))) await null;")
                #expect(
                    try await browser.text("JSON.stringify([localStorage, sessionStorage])").contains("sample") == false
                )
                #expect(try await !browser.text("document.cookie").contains("theme"))
                #expect(try daybook.book().isEmpty && daybook.lists().isEmpty)
                // What is one's own works as before.
                try await daybook.add("Mine")
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["Mine"])
            }
        }

        @Test("11.11 A line that is tapped is filled in, and Enter adds it") func line() async throws {
            try await Daybook.run { daybook in
                try await daybook.browser.click(".first button:nth-child(2)")
                try await daybook.browser.until(
                    "document.activeElement.id === 'new' && document.activeElement.value.startsWith('Rent')")
                try await daybook.browser.press(WebDriver.Key.enter)
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["Rent"])
            }
        }
    }
}
