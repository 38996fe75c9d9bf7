import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

extension BrowserTests {
    /// Files on their way into the book through the built app.
    @Suite struct ImportTests {
        private static let ofx = """
            <OFX><STMTRS><CURDEF>EUR<BANKACCTFROM><ACCTID>4711</BANKACCTFROM>
            <STMTTRN><DTPOSTED>20260102<TRNAMT>-5.00<FITID>a1<NAME>Tea</STMTTRN>
            <STMTTRN><DTPOSTED>20260103<TRNAMT>2000.00<FITID>a2<NAME>Pay</STMTTRN>
            <STMTTRN><DTPOSTED>20260230<TRNAMT>-7.00<FITID>a3<NAME>Never</STMTTRN>
            </STMTRS></OFX>

            """

        private func file(_ text: String, _ name: String, _ daybook: Daybook) throws -> String {
            let path = daybook.folder.appending(path: name).path
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            return path
        }

        /// Opens the settings and chooses a file, as a person does in the browser's own window.
        private func choose(_ path: String, _ daybook: Daybook) async throws {
            try await daybook.browser.click("#settings")
            try await daybook.open(room: "Data")
            try await daybook.browser.until("document.querySelector('#import-file')")
            try await daybook.browser.type("#import-file", path)
        }

        private func titles(_ daybook: Daybook) throws -> [String] { try daybook.book().map(\.title).sorted() }

        @Test("008.5 A file that a website hands over is asked about by the website's name, and no request gets it")
        func handedOver() async throws {
            try await Daybook.run(titles: ["Milk"]) { daybook in
                let browser = daybook.browser
                try await browser.until("navigator.serviceWorker.controller")
                // Kept until a page takes it: meanwhile nobody who asks is given it.
                try await browser.run(
                    """
                    return caches.open('daybook-shared').then((cache) => cache.put('/share', new Response('secret'))).then(() => true)
                    """)
                #expect(
                    try await browser.text("fetch('/share').then((answer) => answer.text(), () => 'none')")
                        .contains("secret") == false)
                try await browser.run("return caches.delete('daybook-shared')")
                // Another site: to a browser the two names of this machine are two.
                let page = """
                    <!DOCTYPE html><form method="post" action="\(daybook.address)/share" enctype="multipart/form-data">
                    <input type="file" name="file"></form>
                    """
                _ = try file(page, "index.html", daybook)
                let port = try freePort()
                let site = try ChildProcess(
                    URL(filePath: "/usr/bin/python3"),
                    ["-u", "-m", "http.server", "\(port)", "--bind", "127.0.0.1", "--directory", daybook.folder.path],
                    until: "Serving HTTP", log: daybook.folder.appending(path: "site.log"))
                let outcome = await Result {
                    try await browser.go("http://localhost:\(port)/index.html")
                    try await browser.run(
                        """
                        const files = new DataTransfer();
                        files.items.add(new File([arguments[0]], 'a.ofx'));
                        document.querySelector('input').files = files.files;
                        document.querySelector('form').submit();
                        """, [Self.ofx])
                    try await browser.until(
                        "document.querySelector('.dialog')?.innerText.includes('The website http://localhost:\(port) hands over')"
                    )
                }
                site.kill()
                try outcome.get()
                try await browser.click("#import-close")
                #expect(try titles(daybook) == ["Milk"])
            }
        }

        @Test("008.5 A file that another program shares with the installed app is previewed there, once")
        func shared() async throws {
            try await Daybook.run(titles: ["Milk"]) { daybook in
                let browser = daybook.browser
                // What the system posts is what the manifest names.
                let manifest = try await browser.text(
                    "fetch('/manifest.webmanifest').then((a) => a.json()).then((m) => JSON.stringify(m.share_target))")
                #expect(manifest.contains(#""action":"/share","method":"POST","enctype":"multipart/form-data""#))
                try await browser.until("navigator.serviceWorker.controller")
                // The page itself may post no form: the system does.
                try await browser.go("data:text/html;charset=utf-8,<p>share")
                try await browser.run(
                    """
                    const form = document.createElement('form'), input = document.createElement('input');
                    Object.assign(form, { method: 'post', action: new URL('/share', arguments[1]).href, enctype: 'multipart/form-data' });
                    Object.assign(input, { type: 'file', name: 'file' });
                    const files = new DataTransfer();
                    files.items.add(new File([arguments[0]], 'Umsätze 11.ofx'));
                    input.files = files.files;
                    form.append(input);
                    document.body.append(form);
                    form.submit();
                    """, [Self.ofx, daybook.address])
                // Any website can do that. This one doesn't say its name.
                try await browser.until(
                    "document.querySelector('.dialog')?.innerText.includes('say its name hands over this file')")
                #expect(
                    try await browser.text("document.querySelector('.dialog').innerText").contains("Umsätze 11.ofx"))
                try await browser.click("#import-look")
                try await browser.until("document.querySelector('.dialog')?.innerText.includes('2 new (1 income')")
                #expect(try titles(daybook) == ["Milk"])
                try await browser.go(daybook.address)
                try await browser.reload()
                try await daybook.expect(todos: ["Milk"])
                #expect(try await browser.number("document.querySelectorAll('#import-now').length") == 0)
            }
        }

        @Test(
            "006.21 A file is chosen, previewed, imported by the keyboard, shown, undone, and imports nothing twice",
            arguments: [390, 1_440])
        func todos(width: Int) async throws {
            try await Daybook.run(.init(width: max(width, 500)), titles: ["Milk"]) { daybook in
                let browser = daybook.browser
                try await browser.devTools(
                    "Emulation.setDeviceMetricsOverride",
                    ["width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false])
                let path = try file(
                    "(A) Water plants @garden\nx 2026-01-01 Old\nCall Ann\n", "todo.txt", daybook)
                try await choose(path, daybook)
                try await browser.until("document.querySelector('#import-now')?.textContent === 'Import 3'")
                #expect(try titles(daybook) == ["Milk"])
                #expect(
                    try await browser.texts(".imports tr:not(:first-child) td:last-child") == ["new", "new", "new"])
                #expect(try await browser.text("document.querySelector('.facts').innerText").contains("3 new"))
                // Nothing is wider than the dialog.
                let dialog = "document.querySelector('.dialog')"
                #expect(try await browser.number("\(dialog).scrollWidth - \(dialog).clientWidth") <= 0)
                try await browser.until("document.activeElement.id === 'import-now'")
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelector('.notice')?.innerText.includes('Imported 3 to-dos')")
                try await daybook.expect(todos: ["Water plants", "Call Ann", "Milk"], finished: ["Old"])

                try await browser.click(".notice .undo")
                try await daybook.expect(todos: ["Milk"])
                try await choose(path, daybook)
                // What was taken back is new again.
                try await browser.until("document.querySelector('.facts')?.innerText.includes('3 new')")
                try await browser.until("document.querySelector('#import-now').textContent === 'Import 3'")
                try await browser.click("#import-now")
                try await daybook.expect(todos: ["Water plants", "Call Ann", "Milk"], finished: ["Old"])
                try await choose(path, daybook)
                try await browser.until("document.querySelector('.facts')?.innerText.includes('3 known')")
                #expect(
                    try await browser.text("document.querySelector('#import-now').textContent") == "Nothing to import")
                #expect(try await browser.run("return document.querySelector('#import-now').disabled") as? Bool == true)
                try await browser.press(WebDriver.Key.escape)
                try await browser.until("!document.querySelector('.dialog')")
                // Ctrl Z takes the import back, too, while nothing was done since.
                try await browser.press("z", holding: [WebDriver.Key.control])
                try await daybook.expect(todos: ["Milk"])
            }
        }

        @Test(
            "008.6 A bank's file with a row in doubt imports nothing until that is left out; axe has nothing to report",
            arguments: [390, 1_440])
        func bank(width: Int) async throws {
            try await Daybook.run(.init(width: max(width, 500))) { daybook in
                let browser = daybook.browser
                try await browser.devTools(
                    "Emulation.setDeviceMetricsOverride",
                    ["width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false])
                try await choose(try file(Self.ofx, "statement.ofx", daybook), daybook)
                try await browser.until(
                    "document.querySelector('.facts')?.innerText.includes(\"1 can't be read\")")
                #expect(try await browser.run("return document.querySelector('#import-now').disabled") as? Bool == true)
                #expect(
                    try await browser.text("document.querySelector('.is-unreadable').innerText").contains(
                        "20260230"))
                try await browser.run(try String(contentsOf: LooksTests.axeFile, encoding: .utf8))
                #expect(try await LooksTests.violations(browser) == [])
                try await browser.run(
                    "[...document.querySelectorAll('.dialog .choice')].find((b) => b.textContent === 'Leave out').focus()"
                )
                try await browser.press(WebDriver.Key.enter)
                try await browser.until("document.querySelector('#import-now').textContent === 'Import 2'")
                #expect(try await browser.text("document.activeElement.textContent") == "Leave out")
                #expect(try await LooksTests.violations(browser) == [])
                try await browser.click("#import-now")
                try await browser.until("document.querySelector('.notice')?.innerText.includes('Imported 2 entries')")
                try await browser.until(
                    "[...document.querySelectorAll('.row')].map((r) => r.innerText).join().match(/Pay[^]*Tea/)")
            }
        }

        /// Columns that nobody can tell by their names, and amounts of which none has a minus.
        private static let odd = """
            Alpha;Beta;Gamma;Delta
            03/04/2026;;Baker;12.50
            05/06/2026;;Bus;3.00

            """

        /// Clicks what says just this in the dialog.
        private func press(_ words: String, _ browser: WebDriver) async throws {
            let button =
                "[...document.querySelectorAll('.dialog button')].find((b) => b.innerText.trim() === arguments[0])"
            try await browser.until(button.replacing("arguments[0]", with: "'\(words)'"))
            try await browser.run("\(button).click()", [words])
        }

        private func shows(_ words: String, _ browser: WebDriver) async throws {
            try await browser.until("document.querySelector('.dialog')?.innerText.includes('\(words)')")
        }

        private func isPressed(_ words: String, _ browser: WebDriver) async throws -> Bool {
            try await browser.run(
                """
                return [...document.querySelectorAll('.dialog button[aria-pressed=true]')]
                  .some((b) => b.innerText.trim().startsWith(arguments[0]))
                """, [words]) as? Bool == true
        }

        @Test("12.4 A bank's odd CSV asks what is open, its columns are given meanings, and that account remembers it")
        func mapping() async throws {
            try await Daybook.run { daybook in
                let browser = daybook.browser
                try daybook.change { _ in
                    ["Giro", "Visa"].enumerated().map { number, name in
                        var draft = Changes.todo(title: name)
                        draft[.amount] = .amount(.zero(.usDollar))
                        return .add(.account, EntityID(high: 8, low: UInt64(number)), draft)
                    }
                }
                let path = try file(Self.odd, "odd.csv", daybook)
                try await choose(path, daybook)
                // Each column is shown with what is in it, also while a question stops everything.
                try await shows("In which order do dates stand", browser)
                try await shows("Alpha", browser)
                try await shows("Baker", browser)
                #expect(try await browser.run("return document.querySelector('#import-now').disabled") as? Bool == true)
                try await press("Day first: 2026-04-03", browser)
                try await shows("What you spent is 12.50 or −12.50?", browser)
                try await press("12.50", browser)
                try await press("Giro", browser)
                try await browser.until("document.querySelector('#import-now')?.textContent === 'Import 2'")
                try await shows("The file has 2 entries of money.", browser)
                try await shows("2 expenses", browser)
                // Another meaning for a column.
                try await browser.run(
                    """
                    [...document.querySelectorAll('.meanings li')].find((l) => l.innerText.includes('Gamma'))
                      .querySelector('button').click()
                    """)
                try await press("Tags", browser)
                try await browser.until(
                    "document.querySelector('.imports')?.innerText.includes('Baker') === false")
                try await browser.click("#import-now")
                try await browser.until("document.querySelector('.notice')?.innerText.includes('Imported 2 entries')")
                // The same header again: all of that is known, and where it goes.
                let later = Self.odd.replacing("03/04/2026", with: "04/05/2026").replacing(
                    "05/06/2026", with: "06/07/2026")
                try await choose(try file(later, "later.csv", daybook), daybook)
                try await browser.until("document.querySelector('#import-now')?.textContent === 'Import 2'")
                #expect(try await isPressed("Giro", browser))
                #expect(try await browser.text("document.querySelector('.meanings').innerText").contains("Tags"))
                // Another account takes nothing over.
                try await press("Visa", browser)
                try await shows("In which order do dates stand", browser)
                #expect(try await browser.run("return document.querySelector('#import-now').disabled") as? Bool == true)
                // The columns may come a moment after the question.
                try await browser.until("document.querySelector('.meanings')?.innerText.includes('Tags') === false")
            }
        }

        @Test(
            "008.6 A file is dropped onto the page; without the server the dialog says that it needs it, and goes on later"
        )
        func dropped() async throws {
            try await Daybook.run(titles: ["Milk"]) { daybook in
                let browser = daybook.browser
                try await daybook.synced()
                await daybook.stopServer()
                try await browser.run(
                    """
                    const data = new DataTransfer();
                    data.items.add(new File([arguments[0]], "list.csv"));
                    for (const type of ["dragover", "drop"])
                      document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
                    """, ["title;due\nPaint;2026-02-01\n"])
                try await browser.until(
                    "document.querySelector('.dialog .problem')?.innerText.includes('Importing needs the server')")
                try daybook.startServer()
                try await browser.run(
                    "[...document.querySelectorAll('.dialog button')].find((b) => b.textContent === 'Try again').click()"
                )
                try await browser.until("document.querySelector('#import-now').textContent === 'Import 1'")
                try await browser.click("#import-now")
                try await daybook.expect(todos: ["Paint", "Milk"])
            }
        }
    }
}
