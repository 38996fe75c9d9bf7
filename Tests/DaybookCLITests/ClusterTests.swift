import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

@testable import DaybookCLI

/// Servers of one database as processes, and devices that sync with them over sockets.
@Suite(.bounded) struct ClusterTests {
    let (one, other): (Program, Program)
    let (phone, laptop): (Program, Program)

    init() throws {
        (one, other) = (try Program(), try Program())
        (phone, laptop) = (try Program(), try Program())
    }

    @Test("009.1 009.2 A database is prepared by commands, and says which one is missing")
    func commands() async throws {
        let url = try Postgres.shared().database()
        let early = try await one.run("serve", "--port", "0", "--database", url)
        #expect(early.status == 1 && early.errors.contains("daybook database init --database URL"))
        #expect(try await one.succeed("database", "init", "--database", url).contains("daybook account add"))
        #expect(try await one.run("database", "init", "--database", url).status == 1)
        #expect(try await one.succeed("database", "check", "--database", url).contains("version 6"))
        #expect(try await one.succeed("database", "migrate", "--database", url).contains("Nothing was changed"))
        #expect(try await one.succeed("database", "new-epoch", "--database", url).contains("once more"))
        let added = try await one.run("account", "add", "ann", "--database", url, input: "long enough\n")
        #expect(added.status == 0 && added.output.contains("--database URL"))
        #expect(try await one.run("account", "add", "ann", "--database", url, input: "x").errors.contains("already"))
        #expect(try await one.succeed("account", "list", "--database", url).hasPrefix("ann\t"))
        #expect(try await one.succeed("token", "add", "ann", "--database", url).count == 65)
        #expect(try await one.succeed("token", "list", "ann", "--database", url).contains("\t"))
        #expect(try await one.succeed("feed", "add", "ann", "--database", url).hasPrefix("/feed/"))
        #expect(try await one.run("feed", "add", "ann", "--database", url).errors.contains("at most 1"))
        let removed = try await one.succeed("account", "remove", "ann", "--database", url)
        #expect(removed.contains("stays in the database"))
        let both = try await one.run("account", "list", "--database", url, "--accounts", "x")
        #expect(both.status == 2)
    }

    @Test("009.1 A database that can't be reached, or refuses the password, is told without the password")
    func refused() async throws {
        let nowhere = try await one.run("serve", "--port", "0", "--database", "postgres://u:s3cret@127.0.0.1:1/x")
        #expect(nowhere.status == 1 && nowhere.errors.contains("can't be reached"), "\(nowhere.errors)")
        #expect(!nowhere.errors.contains("s3cret"))
        let wrong = try await one.run("database", "check", "--database", "s3cret")
        #expect(wrong.status == 1 && wrong.errors.contains("postgres://USER@HOST") && !wrong.errors.contains("s3cret"))
    }

    @Test("009.1 The program itself needs no library of PostgreSQL")
    func libraries() async throws {
        let libraries = try await one.run(shell: #"ldd "$0""#).output
        #expect(libraries.contains("libc.so") && !libraries.contains("libpq") && !libraries.contains("libssl"))
    }

    @Test("009.5 009.7 Devices of two servers hear of each other, and go on with one when the other is killed")
    func twoNodes() async throws {
        let url = try Postgres.shared().database()
        try await one.succeed("database", "init", "--database", url)
        #expect(try await one.run("account", "add", "ann", "--database", url, input: "long enough\n").status == 0)
        let token = try await one.succeed("token", "add", "ann", "--database", url).trimmingCharacters(in: .newlines)
        let log = try await other.serving("--database", url) { second in
            try await one.serving("--database", url, endingWith: SIGKILL) { first in
                for (device, server) in [(phone, first), (laptop, second)] {
                    let added = try await device.run("remote", "add", server, environment: ["DAYBOOK_TOKEN": token])
                    #expect(added.status == 0, "\(added.errors)")
                }
                let secret = ["DAYBOOK_TOKEN": token]
                try await phone.succeed("add", "milk")
                #expect(try await phone.run("sync", environment: secret).status == 0)
                #expect(try await laptop.run("sync", environment: secret).status == 0)
                #expect(try await laptop.succeed("list").contains("milk"))

                // A device that listens at the one server hears of a push to the other.
                try await phone.succeed("add", "tea")
                let mine = try Book(path: phone.book)
                try await phone.running("sync", "--watch") { output in
                    #expect(output.nextOutput().hasPrefix("Synced with \(first): "))
                    try await laptop.succeed("add", "bread")
                    #expect(try await laptop.run("sync", environment: secret).status == 0)
                    for await _ in mine.heads() where try mine.read({ try $0.count() }) == 3 { break }
                }
            }
            let secret = ["DAYBOOK_TOKEN": token]
            #expect(try await phone.run("sync", environment: secret).status != 0)
            #expect(try await phone.run("remote", "add", second, environment: secret).status == 0)
            #expect(try await phone.run("sync", environment: secret).status == 0)
            #expect(try await phone.succeed("list").contains("bread"))
        }
        let lines = log.split(separator: "\n").filter { $0.contains("route=/v1/push") }
        #expect(!lines.isEmpty && lines.allSatisfy { $0.contains("account=1") && $0.contains("node=") }, "\(log)")
        #expect(!log.contains("ann"))
    }

    @Test("009.10 A server that is told to end says so first, and then lets go who listens and ends")
    func draining() async throws {
        let command = ["serve", "--port", "0", "--drain-delay", "3"]
        try await one.serving(through: Program.daybook, command, endingWith: SIGTERM) { url, process in
            func get(_ path: String) async throws -> String {
                try await phone.run(shell: #"curl -s -o - -w ' %{http_code}' "$1""#, ["\(url)/\(path)"]).output
            }
            #expect(try await get("readyz").hasSuffix(" 200"))
            async let listening = laptop.run(shell: #"curl -sN --max-time 60 "$1/v1/live"; echo "ended $?""#, [url])
            while try await !get("metrics").contains("daybook_live_streams 1\n") {}
            kill(process, SIGTERM)
            while try await !get("readyz").hasSuffix(" 503") {}
            #expect(try await get("healthz").hasSuffix(" 200"))
            #expect(try await listening.output.hasSuffix("ended 0\n"))
        }
        let refused = try await one.run("serve", "--port", "0", "--drain-delay", "601")
        #expect(refused.status != 0 && refused.errors.contains("0 to 600"))
    }
}
