import DaybookCore
import Foundation
import Testing

extension BrowserTests {
    /// The to-dos in the built app: a real server, a real browser, a real book.
    @Suite struct TodoTests {
        @Test("002.22 What is added in the browser is the first of the to-dos, and stands in the book's file")
        func add() async throws {
            try await Daybook.run { daybook in
                try await daybook.add("One")
                try await daybook.add("Two <b>&amp; 'three'")
                try await daybook.expect(todos: ["Two <b>&amp; 'three'", "One"])
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["Two <b>&amp; 'three'", "One"])
            }
        }

        @Test("002.17 002.20 002.21 The + at the top right opens a form; Save is grey without text, green with text")
        func form() async throws {
            try await Daybook.run(titles: ["Old"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["Old"])
                let isTopRight = """
                    const plus = document.querySelector("#plus").getBoundingClientRect();
                    const list = document.querySelector("#list").getBoundingClientRect();
                    return plus.bottom <= list.top && plus.right > list.right - 60 && plus.right <= list.right
                    """
                #expect(try await browser.run(isTopRight) as? Bool == true)
                try await browser.click("#plus")
                try await browser.until("document.activeElement.id === 'form-title'")
                #expect(try await browser.run("return document.querySelector('.save').disabled") as? Bool == true)
                // Red, green and blue.
                let color = """
                    return getComputedStyle(document.querySelector(".save")).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)
                    """
                let grey = try #require(try await browser.run(color) as? [Int])
                try await browser.type("#form-title", "New")
                try await browser.until("!document.querySelector('.save').disabled")
                let green = try #require(try await browser.run(color) as? [Int])
                #expect((grey.max() ?? 0) - (grey.min() ?? 0) < 24, "\(grey)")
                #expect(green[1] > green[0] + 24 && green[1] > green[2] + 24, "\(green)")
                try await browser.type("#form-notes", "Some notes")
                try await browser.click(".save")
                try await daybook.expect(todos: ["New", "Old"])
                try await daybook.synced()
                #expect(try daybook.book().first?.notes == "Some notes")
            }
        }

        @Test("002.19 Cancel in the form changes nothing")
        func cancel() async throws {
            try await Daybook.run(titles: ["Old"]) { daybook in
                try await daybook.browser.click("#plus")
                try await daybook.browser.type("#form-title", "New")
                try await daybook.browser.click(".form .quiet")
                try await daybook.browser.until("document.querySelector('.app').dataset.state === 'list'")
                try await daybook.expect(todos: ["Old"])
            }
        }

        @Test("002.5 002.6 A checked item is the first of the finished, an unchecked one the last of the to-dos")
        func check() async throws {
            try await Daybook.run(titles: ["A", "B", "C"]) { daybook in
                try await daybook.expect(todos: ["A", "B", "C"])
                try await daybook.browser.click(try await daybook.row("C") + " .box")
                try await daybook.expect(todos: ["A", "B"], finished: ["C"])
                try await daybook.browser.click(try await daybook.row("A") + " .box")
                try await daybook.expect(todos: ["B"], finished: ["A", "C"])
                try await daybook.browser.click(try await daybook.row("C") + " .box")
                try await daybook.expect(todos: ["B", "C"], finished: ["A"])
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["B", "C", "A"])
                #expect(try daybook.book().map(\.isCompleted) == [false, false, true])
                let line = try await daybook.browser.text(
                    "getComputedStyle(document.querySelector('section.done .name')).textDecorationLine")
                #expect(line == "line-through", "003.60")
            }
        }

        @Test("002.13 002.14 003.65 The detail edits every field, and checks and unchecks")
        func detail() async throws {
            try await Daybook.run(titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["A", "B"])
                try await browser.click(try await daybook.row("B") + " .open")
                try await browser.until("document.querySelector('#detail-title')?.value === 'B'")
                #expect(try await browser.texts(".detail .actions button") == ["Check"])
                try await browser.replace("#detail-title", "Better")
                try await browser.type("#detail-description", "In short")
                try await browser.type("#detail-notes", "See https://example.org/a?b=1.")
                try await browser.until("document.querySelector('.links a')?.href === 'https://example.org/a?b=1'")
                // It stands at the bottom, however far the rest is scrolled.
                let gap = "innerHeight - document.querySelector('.detail .actions').getBoundingClientRect().bottom"
                #expect(try await browser.number(gap) < 40)
                try await browser.click(".detail .check")
                try await browser.until("document.querySelector('.detail .check').textContent === 'Uncheck'")
                try await daybook.expect(todos: ["A"], finished: ["Better"])
                try await daybook.synced()
                let todo = try #require(try daybook.book().last)
                #expect(todo.title == "Better" && todo.description == "In short" && todo.isCompleted)
                #expect(todo.notes == "See https://example.org/a?b=1.")
            }
        }

        @Test("002.7 002.8 A deleted item is gone, from both sections and from the book")
        func delete() async throws {
            try await Daybook.run(titles: ["A", "B", "C"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["A", "B", "C"])
                try await browser.click(try await daybook.row("B") + " .box")
                try await daybook.expect(todos: ["A", "C"], finished: ["B"])
                for title in ["B", "C"] {
                    let row = try await daybook.row(title)
                    try await browser.run("document.querySelector(arguments[0]).click()", [row + " .more"])
                    try await browser.until("document.querySelector('.menu .danger')")
                    try await browser.click(".menu .danger")
                }
                try await daybook.expect(todos: ["A"])
                try await daybook.synced()
                #expect(try daybook.book().map(\.title) == ["A"])
            }
        }

        @Test("003.43 003.63 The filter decides what is shown, and is shown itself")
        func filter() async throws {
            try await Daybook.run(titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["A", "B"])
                try await browser.click(try await daybook.row("B") + " .box")
                try await daybook.expect(todos: ["A"], finished: ["B"])
                for (number, todos, finished) in [(2, ["A"], []), (3, [], ["B"]), (1, ["A"], ["B"])]
                    as [(Int, [String], [String])]
                {
                    try await browser.click(".filters button:nth-child(\(number))")
                    try await daybook.expect(todos: todos, finished: finished)
                    try await browser.until(
                        "document.querySelector('.filters [aria-pressed=true]').matches(':nth-child(\(number))')")
                }
                try await browser.click("section.done .clear")
                try await daybook.expect(todos: ["A"])
            }
        }

        @Test("002.9 002.10 002.11 After a reload, and with the server stopped, the list is still there")
        func offline() async throws {
            try await Daybook.run(titles: ["A", "B"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["A", "B"])
                try await daybook.add("C")
                try await daybook.synced()
                try await daybook.reload()
                try await daybook.expect(todos: ["C", "A", "B"])
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                await daybook.stopServer()
                try await daybook.reload()
                try await daybook.expect(todos: ["C", "A", "B"])
                try await daybook.add("Offline")
                // It says that it is unsynced, and why.
                try await browser.until(
                    "document.querySelector('.row .unsynced')?.title.includes('The server can\\'t be reached')")
                try await browser.click(try await daybook.row("A") + " .open")
                try await browser.replace("#detail-title", "A2")
                try await browser.click(try await daybook.row("B") + " .more")
                try await browser.click(".menu .danger")
                try await daybook.expect(todos: ["Offline", "C", "A2"])
                try await daybook.reload()
                try await daybook.expect(todos: ["Offline", "C", "A2"])
                try daybook.startServer()
                try await daybook.synced()
                try await browser.until("!document.querySelector('.row .unsynced')")
                #expect(try daybook.book().map(\.title) == ["Offline", "C", "A2"])
            }
        }

        @Test("Without a server nobody signs out: the book stays, and says that the server can't be reached")
        func signingOutOffline() async throws {
            try await Daybook.run(annWrites: "ann's") { daybook in
                let browser = daybook.browser
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                await daybook.stopServer()
                try await browser.click("#settings")
                try await daybook.open(room: "Devices")
                try await browser.click("a.choice[href='/login']")
                try await browser.until("location.pathname === '/'")
                try await daybook.ready()
                try await daybook.expect(todos: ["ann's"])
                try await browser.until(
                    "document.querySelector('.sync')?.title.includes('The server can\\'t be reached')")
            }
        }

        @Test(
            "Where the server takes too long the kept page is shown, and what comes at last is kept for the next time")
        func slowServer() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                try await daybook.expect(todos: ["A"])
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                try daybook.change { _ in [.add(.todo, EntityID(high: 1, low: 2), .todo(title: "B"))] }
                try await daybook.withSilentServer {
                    try await daybook.reload()
                    try await browser.until("document.querySelector('section.todo .name')?.textContent === 'A'")
                }
                try await daybook.expect(todos: ["B", "A"])
                try await browser.until(
                    "caches.match('/').then((page) => page.text()).then((html) => html.includes('>B<'))")
            }
        }

        @Test("A new version is shown once all of it is here; until then the kept one works")
        func newVersion() async throws {
            try await Daybook.run(titles: ["A"]) { daybook in
                let browser = daybook.browser
                try await browser.run("return navigator.serviceWorker.ready.then(() => true)")
                let files = FileManager.default
                let program = daybook.folder.appending(path: "daybook")
                do {
                    try files.linkItem(at: Daybook.program, to: program)
                } catch {
                    try files.copyItem(at: Daybook.program, to: program)
                }
                let name = "daybook_DaybookCLI.resources"
                let assets = daybook.folder.appending(path: name)
                try files.copyItem(at: Daybook.program.deletingLastPathComponent().appending(path: name), to: assets)
                func rewrite(_ file: String, _ change: (String) -> String) throws {
                    let file = assets.appending(path: file)
                    try change(String(contentsOf: file, encoding: .utf8)).write(
                        to: file, atomically: true, encoding: .utf8)
                }
                // As where a proxy has the page of the new version, and not its files yet.
                try rewrite("index.html") {
                    $0.replacing(/\/app\.[\d-]+\.css/, with: "/app.1-1.css").replacing("<title>", with: "<title>New ")
                }
                await daybook.stopServer()
                try daybook.startServer(program)
                try await daybook.reload()
                #expect(try await browser.text("document.title") == "Daybook")
                #expect(
                    try await browser.number(
                        "[...document.styleSheets].reduce((count, sheet) => count + sheet.cssRules.length, 0)") > 50)
                try await daybook.add("B")
                try await daybook.synced()
                try rewrite("assets.txt") { $0.replacing(/\/app\.[\d-]+\.css/, with: "/app.1-1.css") }
                await daybook.stopServer()
                try daybook.startServer(program)
                // A server that has just started may take longer than the worker waits.
                for _ in 0..<10 where try await browser.text("document.title") != "New Daybook" {
                    try await daybook.reload()
                }
                #expect(try await browser.text("document.title") == "New Daybook")
                try await daybook.expect(todos: ["B", "A"])
            }
        }

        @Test(
            "The domain runs as Embedded Swift: what the browser stamped, merged and stored, the book's own code reads")
        func embedded() async throws {
            try await Daybook.run { daybook in
                try await daybook.add("Überprüfen 買い物 🛒")
                try await daybook.synced()
                let here = try #require(try daybook.book().first)
                // The same bytes through the same domain, compiled for this machine.
                #expect(here.title == "Überprüfen 買い物 🛒")
                #expect(abs(here.createdAt.milliseconds - Int64(Date().timeIntervalSince1970 * 1_000)) < 60_000)
                #expect(here.todoPosition.bytes.first == 0x40)
            }
        }
    }
}
