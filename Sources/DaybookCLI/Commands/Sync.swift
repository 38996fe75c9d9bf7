import ArgumentParser
import DaybookStorage

struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send what was written here to the server, and fetch what is new there.",
        discussion: "Name the server first: daybook remote add URL.")

    @Flag(help: "Go on syncing as things change here or there, until Ctrl-C.")
    var watch = false

    @OptionGroup var book: BookOptions

    func run() async throws {
        let book = try book.open(makes: false)
        defer { try? book.close() }
        var session = try RemoteSession(book: book)
        let url = session.server.url
        if watch {
            try await session.follow(onSync: { try? Self.report($0, $1, url) }, onFailure: { Self.warn($0) })
        } else {
            try await session.sync()
            try Self.report(session.sent, session.received, url)
        }
    }

    private static func report(_ sent: Int, _ received: Int, _ url: String) throws {
        var output = Output()
        output.append("Synced with \(url): \(sent) \(sent == 1 ? "change" : "changes") sent, \(received) received.\n")
        try output.flushChange()
    }

    private static func warn(_ message: String) {
        var output = Output()
        output.append(terminal: message)
        output.append("\n")
        output.flushToStandardError()
    }
}
