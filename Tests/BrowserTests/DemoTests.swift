import Fixtures
import Foundation
import Testing

extension BrowserTests {
    /// The static files of `make demo`, from a web server that knows nothing of Daybook.
    @Suite struct DemoTests {
        private let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()

        @Test("The demo works from any folder of any web host: it keeps what is changed, also without a network")
        func demo() async throws { try await BrowserTests.turns.take { try await make() } }

        private func make() async throws {
            let folder = try TemporaryFolder()
            let files = folder.url.appending(path: "some path/demo")
            let making = try ChildProcess(
                URL(filePath: "/bin/bash"),
                [
                    repository.appending(path: "scripts/make-demo").path, Daybook.program.path,
                    Daybook.program.deletingLastPathComponent().appending(path: "daybook_DaybookCLI.resources").path,
                    files.path,
                ],
                until: "Look at it", log: folder.url.appending(path: "log"))
            await making.stop()
            let host = try ChildProcess(
                URL(filePath: "/usr/bin/env"),
                ["python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder.url.path],
                until: "Serving HTTP")
            let port = try #require(host.firstLine.firstMatch(of: /port (\d+)/)?.1)
            let browser = try await WebDriver()
            let outcome = await Result {
                try await tryOut(browser, "http://127.0.0.1:\(port)/some%20path/demo/") { host.kill() }
            }
            await browser.quit()
            host.kill()
            try outcome.get()
        }

        private func tryOut(_ browser: WebDriver, _ address: String, stopHost: () -> Void) async throws {
            let ready = "document.documentElement.dataset.ready !== undefined"
            func shows(_ text: String) -> String { "document.body.innerText.includes(\(Daybook.quoted(text)))" }
            try await browser.go(address)
            try await browser.until("\(ready) && \(shows("Call the dentist"))")
            // Add, and check: a bill that is paid becomes an expense.
            try await browser.type("#new", "Pay the plumber 80 eur" + WebDriver.Key.enter)
            try await browser.until(shows("Pay the plumber"))
            try await browser.until("document.querySelector('.bar .sync.done')")
            try await browser.run(
                "[...document.querySelectorAll('.row')].find((r) => r.innerText.includes('plumber')).querySelector('[role=checkbox]').click()"
            )
            // Record, and the report counts it.
            try await browser.go(address + "#/money")
            try await browser.until("\(ready) && document.querySelector('#record') && \(shows("Pay the plumber"))")
            try await browser.type("#record", "12.50 lunch #demo" + WebDriver.Key.enter)
            try await browser.until("document.querySelector('.entry .name')?.textContent === 'lunch'")
            try await browser.go(address + "#/money/report")
            try await browser.until(
                "[...document.querySelectorAll('.share-name')].some((name) => name.textContent === 'demo')")
            // What needs a server says so.
            let file = FileManager.default.temporaryDirectory.appending(path: "demo-\(UUID().uuidString).ofx")
            try "<OFX>".write(to: file, atomically: true, encoding: .utf8)
            defer { try? FileManager.default.removeItem(at: file) }
            try await browser.click("#settings")
            try await browser.until("document.querySelector('.dialog > .segment')")
            try await browser.click(".dialog > .segment button:nth-child(4)")
            try await browser.until("document.querySelector('#import-file')")
            try await browser.type("#import-file", file.path)
            try await browser.until(shows("Importing needs the server."))
            // A reload keeps it, and so does one without the host.
            try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
            try await browser.go(address)
            try await browser.until("\(ready) && \(shows("Pay the plumber"))")
            stopHost()
            try await browser.reload()
            try await browser.until("\(ready) && \(shows("Call the dentist"))")
            try await browser.type("#new", "Offline" + WebDriver.Key.enter)
            try await browser.until(shows("Offline"))
            try await browser.go(address + "#/money")
            try await browser.until("\(ready) && \(shows("lunch"))")
        }
    }
}
