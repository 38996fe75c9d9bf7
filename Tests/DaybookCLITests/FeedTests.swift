import Fixtures
import Foundation
import Testing

@testable import DaybookCLI

/// A calendar that subscribes, as real processes and sockets.
@Suite(.bounded) struct FeedTests {
    @Test("006.22 A feed is created, read by a calendar without signing in, listed and revoked")
    func feed() async throws {
        let server = try Program()
        let accounts = server.folder.appending(path: "accounts").path
        let none = try await server.run("feed", "add", "ann", "--accounts", accounts)
        #expect(none.status == 1 && none.errors.contains("There are no accounts in \(accounts)."))
        let added = try await server.run("account", "add", "ann", "--accounts", accounts, input: "correct horse\n")
        #expect(added.status == 0)
        try await server.succeed("add", "Dentist", "--due", "2030-05-06", "--book", accounts + "/1.sqlite")

        let path = String(try await server.succeed("feed", "add", "ann", "--accounts", accounts).dropLast())
        #expect(path.wholeMatch(of: /\/feed\/[0-9a-f]{64}\.ics/) != nil, "\(path)")
        #expect(try await server.succeed("feed", "list", "--accounts", accounts).hasPrefix("ann\t20"))
        for (arguments, problem) in [
            (["feed", "add", "ann"], "An account can have at most 1."), (["feed", "add", "bob"], "no account bob"),
            (["feed", "revoke", "bob"], "no account bob"),
        ] {
            let outcome = try await server.run(Program.daybook, arguments + ["--accounts", accounts])
            #expect(outcome.status == 1 && outcome.errors.contains(problem), "\(outcome.errors)")
        }
        try await server.serving("--accounts", accounts) { url in
            let answer = try await curl(server, url + path)
            #expect(answer.contains("200 OK") && answer.contains("DTSTART;VALUE=DATE:20300506"), "\(answer)")
            #expect(!answer.lowercased().contains("set-cookie"))
            try await server.succeed("feed", "revoke", "ann", "--accounts", accounts)
            let gone = try await curl(server, url + path)
            #expect(gone.contains("404") && !gone.contains("Dentist"), "\(gone)")
        }
        let log = try String(contentsOf: server.folder.appending(path: "serve.log"), encoding: .utf8)
        #expect(!log.contains(path.dropFirst("/feed/".count).prefix(64)))
        #expect(try await server.succeed("feed", "list", "--accounts", accounts).isEmpty)
        let again = try await server.run("feed", "revoke", "ann", "--accounts", accounts)
        #expect(again.status == 1 && again.errors.contains("The account ann has no feed."))
    }

    private func curl(_ program: Program, _ url: String) async throws -> String {
        let outcome = try await program.run(
            URL(filePath: "/usr/bin/curl"), ["--silent", "--show-error", "--include", url])
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }
}
