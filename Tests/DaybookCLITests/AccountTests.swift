import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

@testable import DaybookCLI
@testable import DaybookServer

/// A server for several, as its people and devices meet it: real processes, files and sockets.
@Suite(.bounded) struct AccountTests {
    let server: Program
    let phone: Program
    let laptop: Program
    private let accounts: String

    init() throws {
        server = try Program()
        phone = try Program()
        laptop = try Program()
        accounts = server.folder.appending(path: "accounts").path
    }

    private func add(_ name: String) async throws { try await Accounts.make(name, in: accounts) }

    private func token(_ name: String) async throws -> String {
        let token = try await server.succeed("token", "add", name, "--label", "test", "--accounts", accounts)
        return String(token.dropLast())
    }

    private func curl(_ arguments: String...) async throws -> String {
        let outcome = try await server.run(URL(filePath: "/usr/bin/curl"), ["--silent", "--show-error"] + arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    @Test("A password that is not UTF-8 is refused: it would be the same as another")
    func passwordBytes() async throws {
        let outcome = try await server.run(
            shell: "printf 'correct \\377orse\\n' | \"$0\" account add ann --accounts \"$1\"", [accounts])
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("isn't UTF-8"))
        #expect(!FileManager.default.fileExists(atPath: accounts))
    }

    @Test("A password that is piped with the line end of Windows is the same password")
    func passwordLineEnd() async throws {
        let added = try await server.run("account", "add", "ann", "--accounts", accounts, input: "correct horse\r\n")
        #expect(added.status == 0, "\(added.errors)")
        try await server.serving("--accounts", accounts) { url in
            let answer = try await curl(
                "--include", "--header", "Origin: \(url)", url + "/login", "--data", "name=ann&password=correct+horse")
            #expect(answer.contains("303"), "\(answer)")
        }
    }

    @Test("Accounts and tokens are made, listed, changed and ended on the command line")
    func commands() async throws {
        for name in ["ann", "bob"] {
            let outcome = try await server.run("account", "add", name, "--accounts", accounts, input: "correct horse\n")
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.output.contains("daybook serve --accounts \(accounts)"))
        }
        #expect(try Book(path: accounts + "/1.sqlite").read { try $0.isEmpty() }, "it is there at once")
        let permissions = try FileManager.default.attributesOfItem(atPath: accounts + "/1.sqlite")[.posixPermissions]
        #expect(permissions as? Int == 0o600)
        let list = try await server.succeed("account", "list", "--accounts", accounts)
        #expect(list == "ann\t\(accounts)/1.sqlite\nbob\t\(accounts)/2.sqlite\n")
        let token = try await token("ann")
        #expect(token.count == 64)
        #expect(try await server.succeed("token", "list", "ann", "--accounts", accounts) == "1\ttest\n")
        try await server.succeed("token", "revoke", "1", "--accounts", accounts)
        #expect(try await server.succeed("token", "list", "ann", "--accounts", accounts).isEmpty)
        for url in ["http://book.example", "book.example", "https://book.example/dav"] {
            let refused = try await server.run("token", "add", "ann", "--url", url, "--accounts", accounts)
            #expect(refused.status == 2 && refused.errors.contains("https"), "\(refused.errors)")
        }
        #expect(try await server.succeed("token", "list", "ann", "--accounts", accounts).isEmpty)
        let unseen = try await server.run(
            shell: #"exec "$0" token add ann --accounts "$1" >/dev/full"#, [accounts])
        #expect(unseen.status == 1 && unseen.errors.contains("could not be shown"))
        let changed = try await server.run(
            "account", "password", "ann", "--accounts", accounts, input: "another horse\n")
        #expect(changed.status == 0)
        #expect(try await server.succeed("account", "remove", "ann", "--accounts", accounts).contains("/1.sqlite"))
        #expect(try await server.succeed("account", "list", "--accounts", accounts) == "bob\t\(accounts)/2.sqlite\n")
        try FileManager.default.removeItem(atPath: accounts + "/2.sqlite")
        try await add("cat")
        #expect(
            try await server.succeed("account", "remove", "bob", "--accounts", accounts)
                == "The account bob was removed.\n")
        let lists = (
            "daybook account list --accounts \(accounts)\n", "daybook token list NAME --accounts \(accounts)\n"
        )
        for (arguments, problem) in [
            (["account", "remove", "ann"], "no account ann. See: " + lists.0),
            (["token", "add", "ann"], "no account ann"),
            (["token", "revoke", "1"], "no token 1. See: " + lists.1),
            (["account", "add", "Ann"], "can't be the name"),
            (["account", "password", "cat"], "A password has at least 8"),
        ] {
            let outcome = try await server.run(Program.daybook, arguments + ["--accounts", accounts], input: "short\n")
            #expect(outcome.status == 1 && outcome.errors.contains(problem), "\(outcome.errors)")
        }
        // Before a password is asked for.
        for (arguments, problem) in [
            (["account", "add", "cat"], "There is an account cat already."),
            (["account", "add", "Bad Name"], "can't be the name"),
            (["account", "password", "nobody"], "There is no account nobody."),
        ] {
            let outcome = try await server.run(Program.daybook, arguments + ["--accounts", accounts])
            #expect(outcome.status == 1 && outcome.errors.contains(problem), "\(outcome.errors)")
        }
    }

    @Test("Under a wrong name there are no accounts, and nothing is made; only the first account makes the folder")
    func noAccounts() async throws {
        // What can't be a proxy would end a server, too.
        for arguments in [
            ["account", "list"], ["account", "remove", "ann"], ["account", "password", "ann"], ["token", "add", "ann"],
            ["token", "list", "ann"], ["token", "revoke", "1"], ["serve", "--port", "0", "--trusted-proxy", "nobody"],
        ] {
            let outcome = try await server.run(
                Program.daybook, arguments + ["--accounts", accounts], input: "correct horse\n")
            #expect(outcome.status == 1 && outcome.errors.contains("There are no accounts in \(accounts)."))
            #expect(!FileManager.default.fileExists(atPath: accounts))
        }
        // Nor are there any in an empty file.
        try FileManager.default.createDirectory(atPath: accounts, withIntermediateDirectories: false)
        try Data().write(to: URL(filePath: accounts + "/accounts.sqlite"))
        let empty = try await server.run("account", "list", "--accounts", accounts)
        #expect(empty.status == 1 && empty.errors.contains("There are no accounts in \(accounts)."))
        #expect(try Data(contentsOf: URL(filePath: accounts + "/accounts.sqlite")).isEmpty)
        try await add("ann")
        try await server.succeed("account", "remove", "ann", "--accounts", accounts)
        #expect(
            try await server.succeed("account", "list", "--accounts", accounts).hasPrefix(
                "There are no accounts in \(accounts)."))
    }

    @Test("Accounts that can't be looked at aren't called none") func outOfReach() async throws {
        try FileManager.default.createDirectory(atPath: accounts, withIntermediateDirectories: false)
        // A link to itself, since whoever runs this may be allowed to look everywhere.
        try FileManager.default.createSymbolicLink(
            atPath: accounts + "/accounts.sqlite", withDestinationPath: "accounts.sqlite")
        let outcome = try await server.run("account", "list", "--accounts", accounts)
        #expect(outcome.status == 1 && outcome.errors.contains("\(accounts)/accounts.sqlite: "), "\(outcome.errors)")
    }

    @Test("007.1 A token comes with what a phone asks for, and on a terminal as a code that opens its login")
    func phone() async throws {
        try await add("ann")
        let arguments = ["token", "add", "ann", "--url", "https://book.example", "--accounts", accounts]
        let printed = try await server.succeed(arguments)
        let expected = /Server:    https:\/\/book.example\/dav\/\nUser name: ann\nPassword:  [0-9a-f]{64}\n/
        #expect(printed.wholeMatch(of: expected) != nil, "\(printed)")
        let python = URL(filePath: "/usr/bin/python3")
        let spawn = "import pty, sys; pty.spawn(sys.argv[1:])"
        let shown = try await server.run(python, ["-c", spawn, Program.daybook.path] + arguments).output
            .replacing("\r\n", with: "\n")
        let password = try #require(shown.firstMatch(of: /[0-9a-f]{64}/)).output
        let link = "caldavs://ann:\(password)@book.example/dav/"
        let code = try #require(QRCode(link)).lines.joined(separator: "\n")
        #expect(shown.hasSuffix(code + "\n"), "\(shown)")
        let local = TokenCommand.Add.link(to: "http://127.0.0.1:8080", "ann b", "t")
        #expect(local == "caldav://ann%20b:t@127.0.0.1:8080/dav/")
    }

    @Test("Two people's devices sync through one server, each with their own book; a revoked token says so")
    func sync() async throws {
        for name in ["ann", "bob"] { try await add(name) }
        let (annsToken, bobsToken) = (try await token("ann"), try await token("bob"))
        try await server.serving("--accounts", accounts) { url in
            let added = try await phone.run("remote", "add", url, environment: ["DAYBOOK_TOKEN": annsToken])
            #expect(added.status == 0, "\(added.errors)")
            let file = laptop.folder.appending(path: "token")
            try Data("\(bobsToken)\n".utf8).write(to: file)
            try await laptop.succeed("remote", "add", url, "--token-file", file.path)
            let mode = try FileManager.default.attributesOfItem(atPath: phone.book + ".token")[.posixPermissions]
            #expect(mode as? Int == 0o600)

            try await phone.succeed("add", "ann's milk")
            try await laptop.succeed("add", "bob's bread")
            for device in [phone, laptop, phone, laptop] { try await device.succeed("sync") }
            #expect(try await !phone.succeed("list").contains("bob's"))
            #expect(try await !laptop.succeed("list").contains("ann's"))
            #expect(try Book(path: accounts + "/1.sqlite").read { try $0.rows().map(\.todo.title) } == ["ann's milk"])

            try await server.succeed("token", "revoke", "1", "--accounts", accounts)
            try await phone.succeed("add", "written afterwards")
            let refused = try await phone.run("sync")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("it was revoked") && refused.errors.contains("daybook remote add \(url)"))
            try FileManager.default.removeItem(atPath: phone.book + ".token")
            let asked = try await phone.run("sync").errors
            #expect(asked.contains("asks for a token, and this device has none") && asked.contains("token add NAME"))
            #expect(try await phone.succeed("list").contains("written afterwards"))
            let new = try await token("ann")
            _ = try await phone.run("remote", "add", url, environment: ["DAYBOOK_TOKEN": new])
            #expect(try await phone.succeed("sync").contains("sent"))
            #expect(try Book(path: accounts + "/1.sqlite").read { try $0.count() } == 2)
        }
    }

    @Test("A token is sent to no server but its own, and never in the open")
    func tokenStays() async throws {
        let token = String(repeating: "ab", count: 32)
        for (url, text) in [("http://book.example", token), ("http://127.0.0.1:1", "no token")] {
            let outcome = try await phone.run("remote", "add", url, environment: ["DAYBOOK_TOKEN": text])
            #expect(outcome.status == 1)
            #expect(!FileManager.default.fileExists(atPath: phone.book + ".token"))
        }
        for url in ["http://127.0.0.1.example", "http://localhost.example", "http://127.example"] {
            #expect(throws: CommandFailure.self) { try RemoteToken(token, url: url) }
        }
        _ = try await phone.run("remote", "add", "http://127.0.0.1:1", environment: ["DAYBOOK_TOKEN": token])
        #expect(try RemoteToken(book: phone.book, url: "http://127.0.0.1:1")?.text == token)
        #expect(try RemoteToken(book: phone.book, url: "http://127.0.0.1:2") == nil)
        #expect(try await !phone.succeed("remote", "add", "http://127.0.0.1:1").contains("deleted"))
        #expect(try RemoteToken(book: phone.book, url: "http://127.0.0.1:1")?.text == token, "nobody said that it goes")
        #expect(
            try await phone.succeed("remote", "add", "http://127.0.0.1:2").contains(
                "token of the server before was deleted"))
        #expect(!FileManager.default.fileExists(atPath: phone.book + ".token"))
        #expect(try await !phone.succeed("remote", "add", "http://127.0.0.1:3").contains("deleted"))
        // Nor does it outlast its server.
        _ = try await phone.run("remote", "add", "http://127.0.0.1:1", environment: ["DAYBOOK_TOKEN": token])
        #expect(FileManager.default.fileExists(atPath: phone.book + ".token"))
        try await phone.succeed("remote", "remove")
        #expect(!FileManager.default.fileExists(atPath: phone.book + ".token"))
    }

    @Test("Who adds a server without a token is told how to give one; a file that is named goes before the environment")
    func tokenSource() async throws {
        let (url, file) = ("http://127.0.0.1:1", phone.folder.appending(path: "token").path)
        #expect(
            try await phone.succeed("remote", "add", url).contains(
                "No token is sent. If the server has accounts, give one: --token-file PATH\n"))
        let (written, inherited) = (String(repeating: "ab", count: 32), String(repeating: "cd", count: 32))
        try written.write(toFile: file, atomically: true, encoding: .utf8)
        _ = try await phone.run("remote", "add", url, "--token-file", file, environment: ["DAYBOOK_TOKEN": inherited])
        #expect(try RemoteToken(book: phone.book, url: url)?.text == written)
    }

    @Test("What a program left that was killed as it stored a token is in nobody's way")
    func leftToken() async throws {
        let left = phone.book + ".token.new"
        try "x".write(toFile: left, atomically: true, encoding: .utf8)
        let token = String(repeating: "ab", count: 32)
        let outcome = try await phone.run("remote", "add", "http://127.0.0.1:1", environment: ["DAYBOOK_TOKEN": token])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try RemoteToken(book: phone.book, url: "http://127.0.0.1:1")?.text == token)
        #expect(!FileManager.default.fileExists(atPath: left))
    }

    @Test("A token that can't be stored or read is told, and where it can't be stored the server stays the one before")
    func brokenToken() async throws {
        let token = String(repeating: "ab", count: 32)
        try await phone.succeed("remote", "add", "http://127.0.0.1:1")
        let file = URL(filePath: phone.book + ".token")
        // What no file can take the place of, and what can't be read as one.
        try FileManager.default.createDirectory(
            at: file.appending(path: "in"), withIntermediateDirectories: true)
        let outcome = try await phone.run("remote", "add", "http://127.0.0.1:2", environment: ["DAYBOOK_TOKEN": token])
        #expect(outcome.status == 1 && outcome.errors.contains("\(file.path) can't be written"))
        #expect(try await phone.succeed("remote", "show") == "http://127.0.0.1:1\n")
        let sync = try await phone.run("sync")
        #expect(sync.status == 1 && sync.errors.contains("\(file.path) can't be read"))
    }

    @Test("Where the change of the server can't be stored, the token that was there stays, and none comes")
    func tokenKept() async throws {
        let tokens = ["ab", "cd"].map { String(repeating: $0, count: 32) }
        func add(_ url: String, _ token: String, limit: String) async throws -> Program.Outcome {
            try await phone.run(
                shell: "ulimit -f \(limit); trap '' XFSZ; \"$0\" remote add \"$1\"", [url], ["DAYBOOK_TOKEN": token])
        }
        try await phone.succeed("remote", "add", "http://127.0.0.1:1")
        // Open, so that its log stays beside it.
        let book = try Book(path: phone.book)
        defer { try? book.close() }
        /// The length of the log, which is longer than all else: there is room for a token, and for no more log.
        func limit() async throws -> String {
            for number in 0..<30 {
                try await book.write { book in
                    _ = try book.add(todo: .todo(title: "\(number)", notes: String(repeating: "x", count: 9_000)))
                }
            }
            let log = try FileManager.default.attributesOfItem(atPath: phone.book + "-wal")[.size] as? Int
            let size = try #require(log)
            #expect(size > 40_000)
            return "\(size / 512)"
        }
        let file = URL(filePath: phone.book + ".token")
        let first = try await add("http://127.0.0.1:2", tokens[0], limit: limit())
        #expect(first.status == 1 && !FileManager.default.fileExists(atPath: file.path), "\(first)")
        #expect(try await add("http://127.0.0.1:1", tokens[0], limit: "unlimited").status == 0)
        let before = try Data(contentsOf: file)
        let outcome = try await add("http://127.0.0.1:2", tokens[1], limit: limit())
        #expect(outcome.status == 1, "\(outcome)")
        #expect(try await phone.succeed("remote", "show") == "http://127.0.0.1:1\n")
        #expect(try Data(contentsOf: file) == before)
        #expect(!FileManager.default.fileExists(atPath: file.path + ".old"))
        #expect(try await add("http://127.0.0.1:2", tokens[1], limit: "unlimited").status == 0)
        #expect(try String(contentsOf: file, encoding: .utf8).contains(tokens[1]))
    }

    @Test("003.66 A change in an account's book file shows on its open devices at once, and on nobody else's")
    func live() async throws {
        for name in ["ann", "bob"] { try await add(name) }
        let (annsToken, bobsToken) = (try await token("ann"), try await token("bob"))
        try await server.serving("--accounts", accounts) { url in
            let (heads, head) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
            let (others, other) = AsyncStream.makeStream(of: Void.self)
            let listening = [
                Task { await RemoteServer(url: url, token: annsToken).follow { head.yield(.now) } },
                Task { await RemoteServer(url: url, token: bobsToken).listen { other.yield() } },
            ]
            defer { for task in listening { task.cancel() } }
            // Each hears of the head at the start.
            var times = heads.makeAsyncIterator()
            _ = try #require(await times.next())
            for await _ in others { break }
            let file = try Book(path: accounts + "/1.sqlite")
            var fastest = Duration.seconds(60)
            for number in 0..<10 {
                let start = ContinuousClock.now
                try await file.write { _ = try $0.add(todo: .todo(title: "\(number)")) }
                fastest = min(fastest, try #require(await times.next()) - start)
            }
            // Sooner than the sign of life that comes every 15 seconds in any case. SyncBenchmarks measures how soon.
            #expect(fastest < .seconds(10))
            other.finish()
            var count = 0
            for await _ in others { count += 1 }
            #expect(count == 0, "bob heard of nothing else")
        }
    }

    @Test("A folder whose name looks like an address is a folder") func folderName() async throws {
        let outcome = try await server.run(
            shell:
                #"cd "$1" && echo correct horse | "$0" account add ann --accounts file:acc && "$0" account list --accounts file:acc"#,
            [server.folder.path])
        #expect(outcome.status == 0 && outcome.output.contains("ann"), "\(outcome.errors)")
        #expect(FileManager.default.fileExists(atPath: server.folder.path + "/file:acc/accounts.sqlite"))
    }

    @Test("A live connection ends soon after its token, and no other does")
    func liveEnds() async throws {
        try await add("ann")
        let (kept, revoked) = (try await token("ann"), try await token("ann"))
        try await server.serving("--accounts", accounts) { url in
            let (keptHeads, keptHead) = AsyncStream.makeStream(of: Void.self)
            let (revokedHeads, revokedHead) = AsyncStream.makeStream(of: Void.self)
            let other = Task { await RemoteServer(url: url, token: kept).follow { keptHead.yield() } }
            defer { other.cancel() }
            let ending = Task { await RemoteServer(url: url, token: revoked).listen { revokedHead.yield() } }
            var (heads, first) = (keptHeads.makeAsyncIterator(), revokedHeads.makeAsyncIterator())
            try #require(await heads.next())
            try #require(await first.next())
            let list = try await server.succeed("token", "list", "ann", "--accounts", accounts)
            #expect(list.split(separator: "\n").count == 2, "\(list)")
            try await server.succeed("token", "revoke", "2", "--accounts", accounts)
            try #require(await ending.valueOrCancelled)
            // The other still hears of changes.
            try await Book(path: accounts + "/1.sqlite").write { _ = try $0.add(todo: .todo(title: "x")) }
            try #require(await heads.next())
            #expect(await !RemoteServer(url: url, token: revoked).live {})
        }
    }

    @Test("A live connection ends once another file has taken the place of its book, and the next hears of that one")
    func liveReplaced() async throws {
        try await add("ann")
        let token = try await token("ann")
        let (path, backup) = (accounts + "/1.sqlite", server.folder.path + "/backup.sqlite")
        let copy = try Book(path: backup)
        try await copy.write { _ = try $0.add(todo: .todo(title: "kept")) }
        try copy.close()
        try await server.serving("--accounts", accounts) { url in
            let (heads, head) = AsyncStream.makeStream(of: Void.self)
            var told = heads.makeAsyncIterator()
            let remote = RemoteServer(url: url, token: token)
            let old = Task { await remote.listen { head.yield() } }
            try #require(await told.next())
            for part in ["", "-wal", "-shm"] {
                try FileManager.default.moveItem(atPath: path + part, toPath: path + ".away" + part)
            }
            try FileManager.default.moveItem(atPath: backup, toPath: path)
            try #require(await old.valueOrCancelled)
            let new = Task { await remote.follow { head.yield() } }
            defer { new.cancel() }
            try #require(await told.next())
            try await Book(path: path).write { _ = try $0.add(todo: .todo(title: "x")) }
            try #require(await told.next())
        }
    }

    @Test("What docs/server.md says of keeping all accounts and putting them back holds")
    func putBack() async throws {
        for name in ["ann", "bob"] { try await add(name) }
        let old = try await token("ann")
        try await Book(path: accounts + "/1.sqlite").write { _ = try $0.add(todo: .todo(title: "backed up")) }
        let blocks = try Fixtures.page("server.md").components(separatedBy: "\n\n").filter { $0.hasPrefix("    ") }
        /// Runs the lines of the page of which one contains `words`.
        func run(_ words: String) async throws {
            let lines = try #require(blocks.first { $0.contains(words) }).replacing("FOLDER", with: "accounts")
                .replacing("daybook restore", with: "\"$0\" restore")
            let outcome = try await server.run(shell: "set -e; cd \"$1\"\n" + lines, [server.folder.path])
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        try await run(".backup 'backup/")
        try await server.succeed("token", "revoke", "1", "--accounts", accounts)
        let late = try await token("ann")
        try await add("cat")
        try await Book(path: accounts + "/1.sqlite").write { _ = try $0.add(todo: .todo(title: "later")) }
        try await run(".restore 'backup/")
        try await server.serving("--accounts", accounts) { url in
            func todos(_ token: String, _ options: String...) async throws -> String {
                let arguments = ["--silent", "--header", "Authorization: Bearer \(token)"] + options
                return try await server.run(URL(filePath: "/usr/bin/curl"), arguments + [url + "/api/v1/todos"]).output
            }
            let list = try await todos(old)
            #expect(list.contains("backed up") && !list.contains("later"))
            #expect(try await todos(late, "-o", "/dev/null", "-w", "%{http_code}") == "401")
        }
        // The book of cat, whom nobody knows any more, lies there still.
        try await add("dan")
        let people = try await server.succeed("account", "list", "--accounts", accounts)
        #expect(people.hasSuffix("dan\t\(accounts)/4.sqlite\n"), "\(people)")
    }

    @Test("With a certificate everything is encrypted; without one, or a proxy, the network is refused")
    func tls() async throws {
        try await add("ann")
        let (key, certificate) = (server.folder.path + "/key.pem", server.folder.path + "/cert.pem")
        let made = try await server.run(
            URL(filePath: "/usr/bin/openssl"),
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
                + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key]
                + ["-out", certificate])
        #expect(made.status == 0, "\(made.errors)")
        let token = try await token("ann")
        try await server.serving(
            "--accounts", accounts, "--tls-cert", certificate, "--tls-key", key, "--host", "localhost"
        ) { url in
            #expect(url.hasPrefix("https://localhost:"))
            let answer = try await curl(
                "--cacert", certificate, "--include", url + "/login", "--data", "name=ann&password=correct+horse")
            #expect(answer.contains("303"))
            #expect(answer.contains("__Host-daybook_session") && answer.contains("; Secure"))
            let page = try await curl("--cacert", certificate, "--head", url + "/")
            #expect(page.contains("401") && page.contains("text/html"))
            let plain = try await server.run(
                URL(filePath: "/usr/bin/curl"), ["--silent", url.replacing("https", with: "http") + "/"])
            #expect(plain.status != 0)
            _ = try await phone.run("remote", "add", url, environment: ["DAYBOOK_TOKEN": token])
            let outcome = try await phone.run("sync")
            #expect(outcome.status == 1)
            #expect(
                outcome.errors.contains(
                    "\(url) can't be reached: its certificate has expired, or this machine doesn't trust it;"),
                "\(outcome.errors)")
            #expect(!outcome.errors.contains("SSL"))
        }
        let wrong = try await server.run(
            "serve", "--accounts", accounts, "--tls-cert", key, "--tls-key", certificate)
        #expect(wrong.status == 1 && wrong.errors.contains("be used as a certificate and its key"))
        for arguments in [
            ["serve", "--accounts", accounts, "--host", "0.0.0.0"], ["serve", "--tls-cert", certificate],
            ["serve", "--trusted-proxy", "127.0.0.1"], ["serve", "--host", "0.0.0.0"],
            ["serve", "--accounts", accounts, "--book", server.folder.path + "/book.sqlite"],
        ] {
            #expect(try await server.run(Program.daybook, arguments).status == 2)
        }
        for (options, words) in [
            ("--tls-cert c.pem", "--tls-cert and --tls-key go together."),
            ("--tls-key k.pem", "--tls-cert and --tls-key go together."),
            ("--tls-cert c.pem --tls-key k.pem --trusted-proxy 127.0.0.1", "Either this server encrypts"),
        ] {
            // A server that isn't refused wouldn't end.
            let outcome = try await server.run(
                shell: "timeout 300 \"$0\" serve --port 0 --accounts \"$1\" \(options)", [accounts])
            #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome)")
        }
        let proxy = try await server.run("serve", "--accounts", accounts, "--trusted-proxy", "proxy.example")
        #expect(proxy.status == 1 && proxy.errors.contains("proxy.example is not an IP address"))
    }

    @Test("006.18 The devices that get notifications are listed and revoked on the command line")
    func devices() async throws {
        #expect(
            try await server.run("account", "add", "ann", "--accounts", accounts, input: "correct horse\n").status == 0
        )
        let token = try await server.succeed("token", "add", "ann", "--accounts", accounts)
            .trimmingCharacters(in: .newlines)
        func list() async throws -> [Substring] {
            try await server.succeed("device", "list", "ann", "--accounts", accounts).split(separator: "\n")
        }
        #expect(try await list() == [])
        try await server.serving("--accounts", accounts) { url in
            // A point of P-256, and 16 bytes.
            let keys =
                #"{"p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4","auth":"BTBZMqHH6r4Tts7J_aSIgg"}"#
            let outcome = try await server.run(
                URL(filePath: "/usr/bin/curl"),
                [
                    "--silent", "--show-error", "--fail", "-X", "POST", "-H", "Authorization: Bearer \(token)", "-A",
                    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "-d",
                    #"{"endpoint":"https://web.push.apple.com/x","keys":\#(keys)}"#,
                    "\(url)/api/v1/push/subscriptions",
                ])
            #expect(outcome.status == 0, "\(outcome)")
            let line = try #require(try await list().first)
            #expect(line.hasPrefix("1\t20") && line.hasSuffix("\tFirefox, Linux"), "\(line)")
            try await server.succeed("device", "revoke", "1", "--accounts", accounts)
            #expect(try await list() == [])
            let again = try await server.run("device", "revoke", "1", "--accounts", accounts)
            #expect(again.status == 1 && again.errors.contains("There is no device 1"), "\(again.errors)")
        }
        let nobody = try await server.run("device", "list", "bob", "--accounts", accounts)
        #expect(nobody.status == 1 && nobody.errors.contains("There is no account bob"))
    }
}
