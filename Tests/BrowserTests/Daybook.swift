import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

@testable import DaybookServer

/// The built `daybook serve` on a book of its own, and a browser that shows it.
final class Daybook {
    let folder: URL
    private(set) var browser: WebDriver
    private(set) var address = ""
    private var server: ChildProcess?
    /// Complaints of the console that a test brings about on purpose.
    var expectedComplaints = ["net::ERR_", "Failed to load resource"]

    private init(_ browser: WebDriver) throws {
        self.browser = browser
        folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Runs a test in a fresh browser, on a book with these to-dos, and expects the console to be silent.
    static func run(
        _ options: WebDriver.Options = .init(), titles: [String] = [], opens: Bool = true,
        _ body: (Daybook) async throws -> Void
    ) async throws {
        try await BrowserTests.turns.take { try await runAlone(options, titles, opens, body) }
    }

    private static func runAlone(
        _ options: WebDriver.Options, _ titles: [String], _ opens: Bool, _ body: (Daybook) async throws -> Void
    ) async throws {
        let daybook = try Daybook(try await WebDriver(options))
        let outcome = await Result {
            if !titles.isEmpty { try daybook.fill(titles) }
            try daybook.startServer()
            if opens { try await daybook.open() }
            try await body(daybook)
            let complaints = try await daybook.browser.complaints()
                .filter { text in !daybook.expectedComplaints.contains { text.contains($0) } }
            #expect(complaints == [])
        }
        await daybook.browser.quit()
        await daybook.stopServer()
        try? FileManager.default.removeItem(at: daybook.folder)
        try outcome.get()
    }

    /// Runs a test where ann has signed in and written a to-do, which the server has.
    static func run(
        annWrites title: String, _ options: WebDriver.Options = .init(), _ body: (Daybook) async throws -> Void
    ) async throws {
        try await run(options, opens: false) { daybook in
            try await daybook.startServerWithAccounts()
            try await daybook.signIn("ann")
            try await daybook.add(title)
            try await daybook.synced()
            try await body(daybook)
        }
    }

    /// Starts the server, at the same address as before if it ran.
    func startServer(_ program: URL = Daybook.program) throws {
        let port = try address.split(separator: ":").last.map(String.init) ?? String(freePort())
        let server = try ChildProcess(
            program, ["serve", "--port", port, "--book", folder.appending(path: "book").path],
            until: "Daybook is at", log: folder.appending(path: "log"))
        address = String(server.firstLine.split(separator: " ").last ?? "")
        self.server = server
    }

    /// Starts one that asks who it is, in the place of the other.
    func startServerWithAccounts() async throws {
        await stopServer()
        let accounts = folder.appending(path: "accounts").path
        for name in ["ann", "bob"] { try await Accounts.make(name, in: accounts) }
        let server = try ChildProcess(
            Self.program, ["serve", "--port", "0", "--accounts", accounts], until: "Daybook is at",
            log: folder.appending(path: "log"))
        address = String(server.firstLine.split(separator: " ").last ?? "")
        self.server = server
    }

    /// Signs in to a server that asks who it is, and waits for the book.
    func signIn(_ name: String) async throws {
        try await browser.go(address + "/login")
        try await browser.type("[name=name]", name)
        try await browser.type("[name=password]", "correct horse" + WebDriver.Key.enter)
        try await browser.until("document.documentElement.dataset.account")
        try await ready()
    }

    /// Makes the browser store nothing from the next page on.
    ///
    /// - Parameter answer: what it does where a page asks for its database.
    func refuseStorage(by answer: String = "throw new Error('not allowed')") async throws {
        try await browser.devTools(
            "Page.addScriptToEvaluateOnNewDocument",
            ["source": "IDBFactory.prototype.open = () => { \(answer) };"])
    }

    /// Runs `body` while the server answers nothing.
    func withSilentServer(_ body: () async throws -> Void) async throws {
        server?.hold(true)
        defer { server?.hold(false) }
        try await body()
    }

    func stopServer() async {
        await server?.stop()
        server = nil
    }

    /// Starts another browser in the place of one that has ended.
    func restartBrowser(_ options: WebDriver.Options) async throws { browser = try await WebDriver(options) }

    /// Opens the app and waits until it has read its storage.
    func open() async throws {
        try await browser.go(address)
        try await ready()
    }

    /// Shows a part of the settings, which are open, by its name.
    func open(room: String) async throws {
        try await browser.until(
            """
            (() => {
              const room = [...document.querySelectorAll('.dialog > .segment button')].find((b) => b.textContent === \(Self.quoted(room)));
              room?.click();
              return room;
            })()
            """)
    }

    func reload() async throws {
        try await browser.reload()
        try await ready()
    }

    func ready() async throws {
        try await browser.until("document.documentElement.dataset.ready !== undefined")
    }

    func add(_ title: String) async throws {
        try await browser.type("#new", title + WebDriver.Key.enter)
        try await browser.until(
            "[...document.querySelectorAll('.row .name')].some((n) => n.textContent === \(Self.quoted(title)))")
    }

    /// The selector of the row with a title.
    func row(_ title: String) async throws -> String {
        let key = try await browser.text(
            "[...document.querySelectorAll('.row')].find((r) => r.querySelector('.name')?.textContent === \(Self.quoted(title)))?.querySelector('.open').id"
        )
        return ".row:has(#\(key))"
    }

    func expect(todos: [String], finished: [String] = [], sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        let wanted = Self.quoted([todos, finished])
        try await browser.until(
            "JSON.stringify(['todo', 'done'].map((s) => [...document.querySelectorAll(`section.${s} .name`)].map((n) => n.textContent))) === JSON.stringify(\(wanted))",
            sourceLocation: sourceLocation)
    }

    /// Waits until the server has everything.
    func synced() async throws { try await browser.until("document.querySelector('.bar .sync.done')") }

    /// What the book's file holds.
    func book() throws -> [Todo] {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        return try book.read { try $0.rows() }.map(\.todo)
    }

    /// The lists of the book that the server serves, in their order.
    func lists() throws -> [ItemList] {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        return try book.read { try $0.lists() }.map(\.list)
    }

    /// The filters of the book that the server serves, in their order.
    func filters() throws -> [SavedFilter] {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        return try book.read { try $0.all(SavedFilter.self) }.map(\.item)
    }

    /// The settings of the book that the server serves.
    func settings() throws -> DaybookCore.Settings {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        return try book.read { try $0.settings() }
    }

    /// Changes the book's file, as the command line does.
    func change(_ actions: ([Todo]) -> [BookAction]) throws {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        let actions = actions(try book.read { try $0.rows() }.map(\.todo))
        try book.write { for action in actions { _ = try $0.perform(action) } }
    }

    /// Copies the book's file while no server runs.
    func backUp() throws -> URL {
        let copy = folder.appending(path: "backup")
        try FileManager.default.copyItem(at: folder.appending(path: "book"), to: copy)
        return copy
    }

    /// Puts a copy in the place of the book, as `daybook restore` does.
    func restore(_ copy: URL) throws {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        try book.restore(from: Backup(of: copy.path))
    }

    private func fill(_ titles: [String]) throws {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        var random = SystemRandomNumberGenerator()
        let actions = titles.reversed().map { BookAction.add(.todo, EntityID(using: &random), .todo(title: $0)) }
        try book.write { for action in actions { _ = try $0.perform(action) } }
    }

    static func quoted(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    static let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "daybook")
}
