import DaybookCore
import Fixtures
import Foundation
import Testing

extension BrowserTests {
    /// What is half typed outlives its page.
    @Suite struct DraftTests {
        @Test("11.10 A half typed line and form are there after a reload, Back, and a browser that was killed")
        func everywhere() async throws {
            let profile = try TemporaryFolder()
            let options = WebDriver.Options(arguments: ["--user-data-dir=\(profile.url.path)"], isWhole: true)
            try await Daybook.run(options, titles: ["A"]) { daybook in
                func isThere() async throws {
                    try await daybook.browser.until("document.querySelector('#new').value === 'Buy mi'")
                    try await daybook.browser.click("#plus")
                    try await daybook.browser.until("document.querySelector('#form-title')?.value === 'Trip'")
                    #expect(try await daybook.browser.text("document.querySelector('#form-notes').value") == "by train")
                }
                try await daybook.browser.type("#new", "Buy mi")
                try await daybook.browser.click("#plus")
                try await daybook.browser.type("#form-title", "Trip")
                try await daybook.browser.type("#form-notes", "by train")
                try await daybook.browser.run("history.back()")
                try await daybook.browser.until("!document.querySelector('#form-title')")
                try await isThere()
                try await daybook.reload()
                try await daybook.browser.until("document.querySelector('#form-title')?.value === 'Trip'")
                try await daybook.browser.run("history.back()")
                try await isThere()
                // It has a moment to keep what was typed last.
                try await daybook.browser.type("#form-notes", "!")
                try await SavingTests.kept(["Buy mi", "by train!"], daybook.browser)
                try SavingTests.kill(profile)
                await daybook.browser.quit()
                try await daybook.restartBrowser(options)
                try await daybook.open()
                try await daybook.browser.until("document.querySelector('#new').value === 'Buy mi'")
                try await daybook.browser.click("#plus")
                try await daybook.browser.until("document.querySelector('#form-notes')?.value === 'by train!'")
                // Saved or cancelled, it is gone.
                try await daybook.browser.click(".actions .quiet")
                try await daybook.browser.click(".new .add")
                try await daybook.expect(todos: ["Buy mi", "A"])
                try await daybook.reload()
                try await daybook.browser.click("#plus")
                try await daybook.browser.until("document.querySelector('#form-title')?.value === ''")
                #expect(try await daybook.browser.text("document.querySelector('#new').value") == "")
            }
        }

        @Test("11.10 Each of two tabs keeps what is half typed in it, and the next page has what a closed one left")
        func twoTabs() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                let first = try #require(try await browser.call("GET", "/window") as? String)
                try await browser.type("#new", "first")
                try await SavingTests.kept(["first"], browser)
                try await browser.openTab()
                try await daybook.open()
                #expect(try await browser.text("document.querySelector('#new').value") == "")
                try await browser.type("#new", "second")
                try await SavingTests.kept(["first", "second"], browser)
                try await daybook.reload()
                try await browser.until("document.querySelector('#new').value === 'second'")
                try await browser.call("DELETE", "/window")
                try await browser.call("POST", "/window", ["handle": first])
                try await browser.openTab()
                try await daybook.open()
                try await browser.until("document.querySelector('#new').value === 'second'")
                try await browser.call("POST", "/window", ["handle": first])
                try await daybook.reload()
                try await browser.until("document.querySelector('#new').value === 'first'")
            }
        }

        @Test("11.10 What the command line deletes while its details are open can be brought back, with what was typed")
        func deleted() async throws {
            try await Daybook.run(titles: ["Fix the tap"]) { daybook in
                let browser = daybook.browser
                try await browser.click(try await daybook.row("Fix the tap") + " .open")
                try await browser.type("#detail-notes", "call first\t")
                try await daybook.synced()
                let deleting = try ChildProcess(
                    Daybook.program,
                    ["delete", "1", "--book", daybook.folder.appending(path: "book").path], until: "Deleted")
                await deleting.stop()
                try await browser.until(
                    "document.querySelector('.notice')?.textContent.includes('“Fix the tap” was deleted')")
                try await browser.click(".notice .undo")
                try await daybook.expect(todos: ["Fix the tap"])
                try await daybook.synced()
                #expect(try daybook.book().map(\.notes) == ["call first"])
            }
        }
    }
}
