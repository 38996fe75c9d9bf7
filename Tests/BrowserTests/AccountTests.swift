import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// Accounts and transfers in the built app.
    @Suite struct AccountTests {
        private func type(_ text: String, _ browser: WebDriver) async throws {
            for character in text { try await browser.press(String(character)) }
        }

        @Test("008.1, 008.2 By the keyboard alone: two accounts, a transfer between them, and an expense of one")
        func keyboard() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try await browser.go(daybook.address + "/#/money")
                try await daybook.ready()
                for (name, opening) in [("Bank", "250 EUR"), ("Cash", "0 EUR")] {
                    try await browser.run("document.querySelector('#new-account').focus()")
                    try await browser.press(WebDriver.Key.enter)
                    try await browser.until("document.activeElement.id === 'form-1'")
                    try await type(name, browser)
                    try await browser.run("document.querySelector('#form-9').select()")
                    try await type(opening + WebDriver.Key.enter, browser)
                    try await browser.until(
                        "document.querySelector('.place-heading ~ .place[aria-current] .account-name')?.textContent === '\(name)'"
                    )
                }
                try await browser.run("document.querySelector('#new-transfer').focus()")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.activeElement.id === 'form-close'")
                // From the account that is shown to the other one.
                try await browser.run("document.querySelector('#form-9').focus()")
                try await type("40" + WebDriver.Key.enter, browser)
                try await browser.until("document.querySelector('.transfer .name')?.textContent === 'Cash → Bank'")
                #expect(try await browser.texts(".account-sum") == ["290.00 EUR", "−40.00 EUR"])
                try await browser.press("n")
                try await browser.until("document.activeElement.id === 'record'")
                try await type("5 tea" + WebDriver.Key.enter, browser)
                try await browser.until("document.querySelectorAll('.entry').length === 2")
                #expect(try await browser.texts(".about") == ["−45.00 EUR"])
                try await daybook.synced()
                let book = try Book(path: daybook.folder.appending(path: "book").path)
                let balances = try book.read { try $0.balances() }
                #expect(
                    balances.map { $0.account.name + " " + $0.balance.text } == ["Bank 290.00 EUR", "Cash -45.00 EUR"])
                try book.close()

                // Down to the transfer, and away with it; then undo.
                try await browser.run("document.querySelector('.transfer .open').focus()")
                try await browser.press("\u{E017}")
                try await browser.until("document.querySelectorAll('.transfer').length === 0")
                #expect(try await browser.texts(".account-sum") == ["250.00 EUR", "−5.00 EUR"])
                try await browser.run("document.querySelector('.icon.undo').click()")
                try await browser.until("document.querySelectorAll('.transfer').length === 1")
                try await daybook.reload()
                try await browser.until("document.querySelectorAll('.entry').length === 2")
            }
        }
    }
}
