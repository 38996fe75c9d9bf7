import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// The jobs of every day in WebKitGTK, whose engine is Safari's.
    @Suite struct WebKitTests {
        @Test("In WebKit to-dos are added, finished, found and synced, and are there after a reload without the server")
        func todos() async throws {
            try await Daybook.run(.init(width: 1_440, isWebKit: true), titles: ["Bread"]) { daybook in
                let browser = daybook.browser
                try await daybook.add("Milk")
                try await browser.click(try await daybook.row("Bread") + " .box")
                try await daybook.expect(todos: ["Milk"], finished: ["Bread"])
                try await browser.click(try await daybook.row("Milk") + " .open")
                try await browser.until("document.querySelector('#detail-notes')")
                try await browser.type("#detail-notes", "two litres")
                try await browser.click("#detail-title")
                try await daybook.synced()
                #expect(try daybook.book().first { $0.title == "Milk" }?.notes == "two litres")
                // What another device writes comes by itself.
                try daybook.change { _ in [.add(.todo, EntityID(high: 1, low: 1), .todo(title: "Eggs"))] }
                try await daybook.expect(todos: ["Eggs", "Milk"], finished: ["Bread"])
                try await browser.click("#search-all")
                try await browser.until("document.activeElement.id === 'find'")
                try await browser.type("#find", "litres")
                try await browser.until("/Milk/.test(document.querySelector('#found')?.textContent)")
                try await browser.press(WebDriver.Key.escape)
                try await browser.until("!document.querySelector('.find') && navigator.serviceWorker.controller")
                await daybook.stopServer()
                try await daybook.reload()
                try await daybook.expect(todos: ["Eggs", "Milk"], finished: ["Bread"])
                try await daybook.add("Salt")
                try await daybook.reload()
                try await daybook.expect(todos: ["Salt", "Eggs", "Milk"], finished: ["Bread"])
                try daybook.startServer()
                try await daybook.synced()
                #expect(try daybook.book().contains { $0.title == "Salt" })
            }
        }

        @Test("In WebKit money is recorded, and the report adds it up, with bars") func money() async throws {
            try await Daybook.run(.init(width: 1_440, isWebKit: true)) { daybook in
                let browser = daybook.browser
                try await browser.click("#place-money")
                try await browser.until("document.querySelector('#record')")
                for line in ["-12.50 EUR lunch #food", "+30 EUR salary", "-7.50 EUR bread #food"] {
                    try await daybook.record(line)
                }
                try await daybook.synced()
                #expect(try daybook.entries().count == 3)
                try await browser.click("#sums-open")
                try await browser.until("/food.*20\\.00/.test(document.querySelector('.shares')?.textContent)")
                try await browser.until("document.querySelector('.sums .chart')")
                try await browser.reload()
                try await daybook.ready()
                try await browser.until(
                    "location.hash.startsWith('#/money/report') && document.querySelector('.shares .share')")
            }
        }
    }
}
