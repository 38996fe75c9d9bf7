import ArgumentParser
import DaybookCore
import DaybookBook
import DaybookStorage
import Foundation
import UnixSignals

struct Sync: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send changes to the server, and fetch changes from it.",
        discussion: "Name the server first: daybook remote add URL.")

    @Flag(help: "Sync whenever something changes here or there, until Ctrl-C.")
    var watch = false

    @OptionGroup var book: BookOptions

    func run() async throws {
        guard let signal = try await syncUntilEnd() else { return }
        Self.end(by: signal)
    }

    /// - Returns: the signal that ended the watching, once the book is closed.
    private func syncUntilEnd() async throws -> UnixSignal? {
        let book = try book.open(makes: false)
        defer { try? book.close() }
        var session = try RemoteSession(book: book)
        session.keepLost = { try RememberedChange.remember(lost: $1, in: $0) }
        session.onLost = { Self.warn(Self.words(ofLost: $0)) }
        if watch { return try await Self.follow(session) }
        let progress = Progress("Syncing")
        session.progress = progress
        defer { progress.end() }
        do {
            try await session.sync()
        } catch {
            progress.end()
            // Data that came through before is not to be doubted.
            if session.sent + session.received > 0 {
                try Self.report(session.sent, session.received, session.server.url)
            }
            throw error
        }
        progress.end()
        try Self.report(session.sent, session.received, session.server.url)
        return nil
    }

    private static func follow(_ session: RemoteSession) async throws -> UnixSignal? {
        let signals = await UnixSignalsSequence(trapping: Serve.endingSignals)
        return try await withThrowingTaskGroup(of: UnixSignal?.self) { group in
            group.addTask {
                var session = session
                try await session.follow(onSync: { try? report($0, $1, $2) }, onFailure: { warn($0) })
                return nil
            }
            group.addTask { await signals.first { _ in true } }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }

    /// Ends the process as the signal would have: its parent sees why.
    private static func end(by unixSignal: UnixSignal) -> Never {
        let number = unixSignal.rawValue
        var unblocked = sigset_t()
        sigemptyset(&unblocked)
        sigaddset(&unblocked, number)
        signal(number, SIG_DFL)
        pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
        raise(number)
        _exit(128 + number)
    }

    private static func report(_ sent: Int, _ received: Int, _ url: String) throws {
        var output = Output()
        output.append("Synced with \(url): \(sent) \(sent == 1 ? "change" : "changes") sent, \(received) received.\n")
        try output.flushChange()
    }

    static func words(ofLost names: [String]) -> String {
        let quoted = names.prefix(3).map { "“\($0.excerpt(40))”" }.joined(separator: ", ")
        return "\(names.count) of what was deleted here \(names.count == 1 ? "was" : "were") changed elsewhere before: "
            + "\(quoted)\(names.count > 3 ? " …" : ""). To bring \(names.count == 1 ? "it" : "them") back: daybook undo"
    }

    private static func warn(_ message: String) {
        var output = Output()
        output.append(terminalLine: message)
        output.flushToStandardError()
    }
}
