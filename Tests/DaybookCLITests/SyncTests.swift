import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Synchronization
import Testing

@testable import DaybookCLI

/// Devices that sync with a real server over a socket.
@Suite(.bounded) struct SyncTests {
    let server: Program
    let phone: Program
    let laptop: Program

    init() throws {
        server = try Program()
        phone = try Program()
        laptop = try Program()
    }

    private func titles(_ device: Program) throws -> [String] {
        try Book(path: device.book).read { try $0.rows().map(\.todo.title) }
    }

    @Test("003.66 003.68 003.69 What one device writes is synced, and a new device gets everything")
    func bootstrap() async throws {
        try await server.serving { url in
            try await phone.succeed("add", "milk", "--notes", "two")
            try await phone.succeed("add", "bread")
            try await phone.succeed("check", "1")
            #expect(try await phone.succeed("remote", "add", url).contains(url))
            #expect(try await phone.succeed("remote", "show") == url + "\n")
            #expect(try await phone.succeed("list", "--filter", "unsynced").contains("bread"))
            #expect(try await phone.succeed("sync").hasPrefix("Synced with \(url): "))
            #expect(try await phone.succeed("list", "--filter", "unsynced") == "Everything is synced.\n")

            try await laptop.succeed("remote", "add", url + "/")
            try await laptop.succeed("sync")
            #expect(try titles(laptop) == titles(phone))
            #expect(try await laptop.succeed("sync") == "Synced with \(url): 0 changes sent, 0 received.\n")

            // Each device numbers what comes to it as it comes.
            let bread = try Book(path: laptop.book).read { try $0.rows().first { $0.todo.title == "bread" } }
            try await laptop.succeed("delete", "\(try #require(bread).number)")
            try await laptop.succeed("sync")
            try await phone.succeed("sync")
            #expect(try titles(laptop) == titles(phone))
            #expect(try await !phone.succeed("list").contains("bread"))
        }
    }

    @Test("A new book hears of what is deleted: it may be served in turn, to who still has that")
    func servedInTurn() async throws {
        let tablet = try Program()
        try await server.serving { url in
            for device in [phone, tablet, laptop] { try await device.succeed("remote", "add", url) }
            try await phone.succeed("add", "milk")
            try await phone.succeed("sync")
            try await tablet.succeed("sync")
            try await phone.succeed("delete", "1")
            try await phone.succeed("sync")
            try await laptop.succeed("sync")
        }
        try await laptop.serving { url in
            try await tablet.succeed("remote", "add", url)
            try await tablet.succeed("sync")
            #expect(try titles(tablet).isEmpty && titles(laptop).isEmpty)
        }
    }

    @Test("What a device sent itself isn't counted as received") func counts() async throws {
        try await server.serving { url in
            for device in [phone, laptop] {
                try await device.succeed("add", "milk")
                try await device.succeed("remote", "add", url)
            }
            let count = try Book(path: phone.book).read { try $0.pendingRegisters().count }
            #expect(try await phone.succeed("sync") == "Synced with \(url): \(count) changes sent, 0 received.\n")
            #expect(
                try await laptop.succeed("sync") == "Synced with \(url): \(count) changes sent, \(count) received.\n")
        }
    }

    @Test(
        "A book that was put back counts what it takes back as received, however it was put back",
        arguments: [true, false])
    func countsAfterRestore(byCommand: Bool) async throws {
        try await server.serving { url in
            try await phone.succeed("add", "kept")
            try await phone.succeed("remote", "add", url)
            try await phone.succeed("sync")
            let backup = phone.book + ".backup"
            try FileManager.default.copyItem(atPath: phone.book, toPath: backup)
            try await phone.succeed("add", "lost")
            let count = try Book(path: phone.book).read { try $0.pendingRegisters().count }
            try await phone.succeed("sync")
            if byCommand {
                try await phone.succeed("restore", backup)
            } else {
                try FileManager.default.removeItem(atPath: phone.book)
                try FileManager.default.copyItem(atPath: backup, toPath: phone.book)
            }
            #expect(try await phone.succeed("sync") == "Synced with \(url): 0 changes sent, \(count) received.\n")
            #expect(try titles(phone) == ["lost", "kept"])
        }
    }

    @Test("003.70 Without a server the changes stay here, unsynced, and the person is told")
    func offline() async throws {
        try await phone.succeed("add", "milk")
        let none = try await phone.run("sync")
        #expect(none.status == 1)
        #expect(none.errors.contains("daybook remote add"))
        try await phone.succeed("remote", "add", "http://127.0.0.1:1")
        let outcome = try await phone.run("sync")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("http://127.0.0.1:1 can't be reached: nothing listens there;"))
        #expect(try await phone.succeed("list", "--filter", "unsynced").contains("milk"))
        for url in ["ftp://x", "nonsense", "http://", "http://x?y=1", "http://u:p@x"] {
            #expect(try await phone.run("remote", "add", url).status == 2)
        }
        #expect(
            try await phone.run("remote", "add", "localhost:8080").errors.contains("begins with http:// or https://"))
    }

    @Test("Why a server can't be reached is told in words: a name that isn't known, one side alone that encrypts")
    func unreachable() async throws {
        try await phone.succeed("remote", "add", "http://daybook.invalid")
        #expect(try await phone.run("sync").errors.contains("the name daybook.invalid isn't known;"))
        try await server.serving { url in
            try await phone.succeed("remote", "add", url.replacing("http:", with: "https:"))
            #expect(try await phone.run("sync").errors.contains("what answers doesn't encrypt;"))
            try await phone.succeed("remote", "add", url.replacing("127.0.0.1", with: "localhost"))
            #expect(try await phone.succeed("sync").hasPrefix("Synced with"))
        }
        #expect(try await phone.run("sync").errors.contains("nothing listens there;"), "under any of its addresses")
    }

    @Test("A server that isn't Daybook's is told from one that refuses, at a pull and at a push")
    func otherServer() async throws {
        let script = """
            import http.server
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    self.rfile.read(int(self.headers.get("Content-Length", 0)))
                    self.send_response(200)
                    self.send_header("Content-Length", "5")
                    self.end_headers()
                    self.wfile.write(b"Hello")
                do_POST = do_GET
            server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
            print("Daybook is at http://127.0.0.1:%d" % server.server_port, flush=True)
            server.serve_forever()
            """
        let python = URL(filePath: "/usr/bin/python3")
        try await server.serving(through: python, ["-c", script], endingWith: SIGKILL) { url, _ in
            try await phone.succeed("remote", "add", url)
            for _ in ["pull", "push"] {
                let outcome = try await phone.run("sync")
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains("\(url) answered with something that isn't a message of sync."))
                try await phone.succeed("add", "to be pushed")
            }
        }
    }

    @Test(
        "An answer that breaks off, is no HTTP or is packed in another way is told as what it is",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nHello", "can't be reached: it hung up; check the address"),
            ("HTTP/1.1 200 OK\r\nContent-Le", "can't be reached: it hung up; check the address"),
            ("SSH-2.0-x\r\n\r\n", "speaks no HTTP; perhaps the address starts with https. What"),
            (
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>",
                "answered with a page for people; check the address, and whether the network asks to sign in."
            ),
            ("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 5\r\n\r\nHello", "packs its answers as br"),
        ])
    func brokenAnswer(answer: String, words: String) async throws {
        let script = """
            import socket, sys
            server = socket.create_server(("127.0.0.1", 0))
            print("Daybook is at http://127.0.0.1:%d" % server.getsockname()[1], flush=True)
            while True:
                connection = server.accept()[0]
                connection.recv(65536)
                connection.sendall(sys.argv[1].encode())
                connection.shutdown(socket.SHUT_WR)
                connection.recv(65536)
                connection.close()
            """
        let python = URL(filePath: "/usr/bin/python3")
        try await server.serving(through: python, ["-c", script, answer], endingWith: SIGKILL) { url, _ in
            try await phone.succeed("remote", "add", url)
            let outcome = try await phone.run("sync")
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(words), "\(outcome.errors)")
        }
    }

    @Test("A server that drips its answer isn't waited for") func drippedAnswer() async throws {
        let script = """
            import signal, socket, time
            server = socket.create_server(("127.0.0.1", 0))
            print("Daybook is at http://127.0.0.1:%d" % server.getsockname()[1], flush=True)
            connection = server.accept()[0]
            connection.recv(65536)
            connection.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 100000\\r\\n\\r\\n")
            try:
                while True:
                    connection.sendall(b"x")
                    time.sleep(0.05)
            except OSError:
                # The client is gone. The test ends this program.
                signal.pause()
            """
        let python = URL(filePath: "/usr/bin/python3")
        // A program of its own: among hundreds of tests nobody here might read for so long that it counts as silence.
        try await server.serving(through: python, ["-c", script], endingWith: SIGKILL) { url, _ in
            try await phone.succeed("remote", "add", url)
            let outcome = try await phone.run("sync")
            let words = "can't be reached: its answer comes too slowly; check the network and the server."
            #expect(outcome.status == 1 && outcome.errors.contains(words), "\(outcome)")
        }
    }

    @Test("A recording that a slow line takes long to carry away is waited for")
    func slowUpload() async throws {
        let script = """
            import signal, socket, time
            server = socket.create_server(("127.0.0.1", 0))
            print("Daybook is at http://127.0.0.1:%d" % server.getsockname()[1], flush=True)
            connection = server.accept()[0]
            left = None
            while left != 0:
                bytes = connection.recv(65536)
                left = (left or 1_000_000 + bytes.index(b"\\r\\n\\r\\n") + 4) - len(bytes)
                time.sleep(0.05)
            connection.sendall(b"HTTP/1.1 204 No Content\\r\\n\\r\\n")
            signal.pause()
            """
        let python = URL(filePath: "/usr/bin/python3")
        try await server.serving(through: python, ["-c", script], endingWith: SIGKILL) { url, _ in
            var random = SystemRandomNumberGenerator()
            let recording = (0..<1_000_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            try await RemoteServer(url: url, patience: .milliseconds(200)).put(recording, Digest(of: recording))
        }
    }

    @Test("A slow line is waited for as long as it brings 1 KiB a second, over 45 seconds each")
    func pace() {
        func givenUp(_ bytes: (Int) -> Int) -> Int? {
            var pace = AnswerPace()
            return (1...90).first { !pace.isKept(bytes($0), after: .seconds($0)) }
        }
        #expect(givenUp { $0 * 1_024 } == nil)
        #expect(givenUp { $0 } == 45)
        // What came before doesn't make up for what doesn't come any more.
        #expect(givenUp { 1_000_000 + $0 } == 90)
    }

    /// Stands before servers: hands each request on to the next of them, but what goes to one path, or as `large` has over
    /// 2,000 bytes, it refuses; what is as large it breaks off as `broken`. As `split` it hands what is written to the
    /// first server and all else to the second, which gets everything once `/second` was asked for.
    private static let gateway = """
        import http.server, sys, urllib.request
        refused, servers = sys.argv[1], sys.argv[2:]
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0))) or None
                status, answer, packed = 413, b"", None
                if refused == "broken" and len(body or b"") > 2000:
                    self.close_connection = True
                    return self.connection.shutdown(2)
                if refused != ("large" if len(body or b"") > 2000 else self.path):
                    if self.path == "/second": servers.pop(0)
                    if refused == "split":
                        server = servers[0 if self.command == "POST" else -1]
                    else:
                        server = servers.pop(0)
                        servers.append(server)
                    headers = {k: v for k, v in self.headers.items() if k.lower() != "host"}
                    request = urllib.request.Request(server + self.path, body, headers, method=self.command)
                    with urllib.request.urlopen(request) as response:
                        status, answer, packed = response.status, response.read(), response.headers["Content-Encoding"]
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer)))
                if packed: self.send_header("Content-Encoding", packed)
                self.end_headers()
                self.wfile.write(answer)
            do_POST = do_PUT = do_GET
            def log_message(self, *_): pass
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        print("Daybook is at http://127.0.0.1:%d" % server.server_port, flush=True)
        server.serve_forever()
        """

    private func serving(
        through gateway: [String], while body: (_ url: String, _ process: pid_t) async throws -> Void
    ) async throws {
        let python = URL(filePath: "/usr/bin/python3")
        try await Program().serving(
            through: python, ["-c", Self.gateway] + gateway, endingWith: SIGKILL, while: body)
    }

    @Test("What others wrote comes also while the server refuses what is written here, and the person is told")
    func refusedPush() async throws {
        try await server.succeed("add", "of the server")
        try await phone.succeed("add", "of the phone")
        try await server.serving { url in
            try await serving(through: ["/v1/push", url]) { url, _ in
                try await phone.succeed("remote", "add", url)
                let outcome = try await phone.run("sync")
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains("refused: 413"))
                #expect(try titles(phone) == ["of the phone", "of the server"])
                #expect(try await phone.succeed("list", "--filter", "unsynced").contains("of the phone"))
            }
        }
    }

    @Test("Two books behind one address are told, rather than synced without end") func twoBooks() async throws {
        try await phone.succeed("add", "of the phone")
        try await server.serving { first in
            try await laptop.serving { second in
                try await serving(through: ["willing", first, second]) { url, _ in
                    try await phone.succeed("remote", "add", url)
                    let outcome = try await phone.run("sync")
                    #expect(outcome.status == 1)
                    #expect(outcome.errors.contains("Are there two books behind it?"))
                    #expect(try titles(phone) == ["of the phone"])
                }
            }
        }
    }

    @Test("Who syncs on after two books stood behind one address loses nothing to the one that is left")
    func afterTwoBooks() async throws {
        try await phone.succeed("add", "of the phone")
        let book = try Book(path: phone.book)
        try await server.serving { first in
            try await laptop.serving { second in
                try await serving(through: ["split", first, second]) { url, _ in
                    try await book.write { try $0.setRemote(url: url) }
                    let ahead = Mutex<Int64>(0)
                    let start = Timestamp.now().milliseconds
                    var session = try RemoteSession(
                        book: book, now: { Timestamp(milliseconds: start + ahead.withLock { $0 }) })
                    await #expect(throws: RemoteServer.Failure.self) { try await session.sync() }
                    #expect(try titles(laptop) == [])
                    _ = try await phone.run(URL(filePath: "/usr/bin/curl"), ["--silent", url + "/second"])
                    // The pause after a failure is over by then.
                    ahead.withLock { $0 = 120_000 }
                    try await session.sync()
                    #expect(try titles(laptop) == ["of the phone"])
                }
            }
        }
    }

    @Test("Whoever syncs on gives a server that was restored its recordings back, too")
    func recordingsAfterRestore() async throws {
        let sound = Array("OggS".utf8) + [UInt8](repeating: 7, count: 5_000)
        try await server.succeed("add", "before")
        let backup = server.folder.appending(path: "backup.sqlite").path
        _ = try await server.run(URL(filePath: "/usr/bin/sqlite3"), [server.book, ".backup \(backup)"])
        try await server.serving { url in
            let book = try Book(path: phone.book)
            try await book.write { try $0.setRemote(url: url) }
            let id = EntityID(high: 1, low: 2)
            try await book.write { book in
                let recording = try Recording(sound)
                try book.store(recording)
                try book.perform(
                    .add(.entry, id, .entry(kind: .unsorted, amount: nil, day: .local(), voice: recording.digest)))
            }
            var session = try RemoteSession(book: book)
            try await session.sync()
            let theirs = try Book(path: server.book)
            #expect(try theirs.read { try $0.blob(Digest(of: sound)) } == sound)
            try await server.succeed("restore", backup)
            #expect(try theirs.read { try $0.blob(Digest(of: sound)) } == nil)
            try await session.sync()
            #expect(try theirs.read { try $0.blob(Digest(of: sound)) } == sound)
        }
    }

    @Test("Clearing what another device opened again and renamed before says how many, and undo brings them back")
    func clearedElsewhere() async throws {
        try await server.serving { url in
            for device in [phone, laptop] { try await device.succeed("remote", "add", url) }
            for title in ["rent", "tea", "bread"] { try await phone.succeed("add", title) }
            try await phone.succeed("check", "1", "2", "3")
            try await phone.succeed("sync")
            try await laptop.succeed("sync")
            // Both are offline: the laptop changes two, and the phone clears all after that.
            let theirs = try Book(path: laptop.book).read {
                try $0.rows().filter { $0.todo.title != "bread" }.map(\.number)
            }
            for number in theirs {
                try await laptop.succeed("uncheck", "\(number)")
                try await laptop.succeed("edit", "\(number)", "--title", "new \(number)")
            }
            #expect(try await phone.succeed("clear-completed") == "Deleted 3 finished items\n")
            try await laptop.succeed("sync")
            let sync = try await phone.run("sync")
            #expect(
                sync.status == 0
                    && sync.errors.hasPrefix("2 of what was deleted here were changed elsewhere before: “new "),
                "\(sync.errors)")
            #expect(try titles(phone) == [])
            try await phone.succeed("undo")
            #expect(try Set(titles(phone)) == Set(theirs.map { "new \($0)" }))
            #expect(try await phone.run("sync").errors == "")
            try await laptop.succeed("sync")
            #expect(try Set(titles(laptop)) == Set(theirs.map { "new \($0)" }))
            let open = try Book(path: laptop.book).read { try $0.rows(.active) }
            #expect(open.count == 2)
        }
    }

    @Test("remote remove says what it did, and the book stays")
    func removed() async throws {
        try await phone.succeed("add", "kept")
        try await phone.succeed("remote", "add", "http://127.0.0.1:1")
        #expect(try await phone.succeed("remote", "remove").contains("syncs with http://127.0.0.1:1 no more"))
        #expect(try await phone.succeed("remote", "remove") == "The book syncs with no server.\n")
        #expect(try await phone.succeed("list").contains("kept"))
    }

    @Test("A device that was offline for months catches up, and gives what it wrote")
    func months() async throws {
        let book = try Book(path: phone.book)
        try await server.serving { url in
            try await book.write { try $0.setRemote(url: url) }
            let long = Timestamp(milliseconds: Timestamp.now().milliseconds - 200 * 86_400_000)
            try await book.write(at: long) { book in
                for number in 0..<1_500 { try book.add(todo: .todo(title: "old \(number)")) }
            }
            for number in 0..<20 { try await server.succeed("add", "new \(number)") }
            var session = try RemoteSession(book: book)
            try await session.sync()
            #expect(session.sent > 2_000)
            let titles = try book.read { try $0.rows().map(\.todo.title) }
            #expect(titles.count == 1_520)
            #expect(titles.first == "new 19")
            #expect(try Book(path: server.book).read { try $0.rows().map(\.todo.title) } == titles)
        }
    }

    @Test("An address whose port doesn't exist is refused, also if the book names it already")
    func badPort() async throws {
        for url in [
            "http://127.0.0.1:65536", "http://127.0.0.1:0", "http://127.0.0.1:99999999999999999999", "http://a:-1",
            "http://bücher.example:65536",
        ] {
            let outcome = try await phone.run("remote", "add", url)
            #expect(outcome.status == 2, "\(url)")
        }
        try await phone.succeed("remote", "add", "http://127.0.0.1:65535/")
        #expect(try await phone.succeed("remote", "show") == "http://127.0.0.1:65535\n")
        // Its ASCII form is longer than what was typed.
        try await phone.succeed("remote", "add", "http://bücher.example:8080")
        #expect(try await phone.succeed("remote", "show") == "http://bücher.example:8080\n")
        let book = try Book(path: phone.book)
        try await book.write { try $0.setRemote(url: "http://127.0.0.1:65536") }
        try book.close()
        let outcome = try await phone.run("sync")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("remote add"))
    }

    @Test("A restored server gets back what the backup lacks, from every device")
    func restored() async throws {
        let backup = server.folder.appending(path: "backup.sqlite").path
        try await server.serving { url in
            for device in [phone, laptop] { try await device.succeed("remote", "add", url) }
            try await phone.succeed("add", "before")
            try await phone.succeed("sync")
            _ = try await server.run(URL(filePath: "/usr/bin/sqlite3"), [server.book, ".backup '\(backup)'"])
            try await phone.succeed("add", "from the phone")
            try await phone.succeed("sync")
            try await laptop.succeed("sync")
            try await laptop.succeed("add", "from the laptop")
            try await laptop.succeed("check", "1")
            try await laptop.succeed("sync")

            #expect(try await server.succeed("restore", backup).hasPrefix("Restored 1 to-do and 0 entries.\n"))
            #expect(try await !server.succeed("list").contains("laptop"))
            try await phone.succeed("add", "after")
            for device in [phone, laptop, phone] { try await device.succeed("sync") }
            let list = try await laptop.succeed("list")
            for title in ["before", "from the phone", "from the laptop", "after"] { #expect(list.contains(title)) }
            #expect(
                try await phone.succeed("list", "--filter", "completed")
                    == laptop.succeed("list", "--filter", "completed"))
            #expect(try await server.succeed("list", "--filter", "completed").contains("] "))
        }
        let wrong = try await server.run("restore", phone.folder.path + "/nothing")
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("/nothing can't be restored: there is no such file."))
    }

    @Test("A clock that is days ahead mends itself, and later edits of others win")
    func skewed() async throws {
        let book = try Book(path: phone.book)
        try await server.serving { url in
            try await book.write { try $0.setRemote(url: url) }
            let ahead: @Sendable () -> Timestamp = {
                Timestamp(milliseconds: Timestamp.now().milliseconds + 3 * 86_400_000)
            }
            let item = try await book.write(at: ahead()) { try $0.add(todo: .todo(title: "from the future")) }
            try await book.write(at: ahead()) { try $0.perform(.check(item.todo.id)) }
            var session = try RemoteSession(book: book, now: ahead)
            try await session.sync()
            #expect(try book.read { try $0.rows(.unsynced) }.isEmpty)

            let latest = try await server.run(
                URL(filePath: "/usr/bin/sqlite3"), [server.book, "SELECT max(clock) >> 16 FROM registers"])
            let stamp = try #require(Int64(latest.output.dropLast()))
            #expect(stamp <= Timestamp.now().milliseconds + PushAnswer.greatestLead)
            try await server.succeed("edit", "1", "--title", "edited since")
            try await session.sync()
            #expect(try book.read { try $0.rows().map(\.todo.title) } == ["edited since"])
        }
    }

    @Test("A change shows on another open device at once, also when it is made in the server's book file")
    func live() async throws {
        try await server.serving { url in
            let (heads, head) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
            let listening = Task { await RemoteServer(url: url).follow { head.yield(.now) } }
            defer { listening.cancel() }
            var times = heads.makeAsyncIterator()
            _ = try #require(await times.next())
            // This process isn't the server. The best of some attempts, since the machine may be busy.
            let file = try Book(path: server.book)
            var fastest = Duration.seconds(60)
            for number in 0..<10 {
                let start = ContinuousClock.now
                try await file.write { _ = try $0.add(todo: .todo(title: "\(number)")) }
                fastest = min(fastest, try #require(await times.next()) - start)
            }
            // It didn't wait for the next sign of life. How fast it is, `make bench-sync` measures.
            #expect(fastest < .seconds(15))
        }
    }

    @Test("A server that refuses to say its news is asked after 1, 2, 4 … 60 seconds")
    func livePauses() async throws {
        // The tenth time it says something, and hangs up.
        let script = """
            import http.server
            asked = 0
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    global asked
                    asked += self.path == "/v1/live"
                    speaks = self.path == "/v1/live" and asked == 10
                    self.send_response(200 if speaks else 404)
                    body = b"data: 1\\n\\n" if speaks else b""
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                def log_message(self, *_): pass
            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            print("Daybook is at http://127.0.0.1:%d" % server.server_port, flush=True)
            server.serve_forever()
            """
        let python = URL(filePath: "/usr/bin/python3")
        try await server.serving(through: python, ["-c", script], endingWith: SIGKILL) { url, _ in
            let book = try Book.inMemory()
            try await book.write { try $0.setRemote(url: url) }
            let (pauses, pause) = AsyncStream.makeStream(of: Duration.self)
            let following = try RemoteSession(book: book).following(pause: { pause.yield($0) })
            defer { following.cancel() }
            var seen: [Duration] = []
            for await pause in pauses.prefix(12) { seen.append(pause) }
            #expect(seen == [1, 2, 4, 8, 16, 32, 60, 60, 60, 1, 2, 4].map { .seconds($0) })
        }
    }

    @Test("sync --watch carries changes both ways until it is stopped")
    func watch() async throws {
        try await server.serving { url in
            for device in [phone, laptop] { try await device.succeed("remote", "add", url) }
            let (mine, theirs) = (try Book(path: phone.book), try Book(path: laptop.book))
            try await phone.running("sync", "--watch") { _ in
                try await laptop.running("sync", "--watch") { _ in
                    try await phone.succeed("add", "milk")
                    for await _ in theirs.heads() where try theirs.read({ try $0.count() }) == 1 { break }
                    try await laptop.succeed("check", "1")
                    for await _ in mine.heads() where try mine.read({ try $0.count(.completed) }) == 1 { break }
                }
            }
            for book in [mine, theirs] {
                #expect(try book.read { try $0.rows(.completed).map(\.todo.title) } == ["milk"])
            }
        }
    }

    @Test("sync --watch that is stopped leaves the book in its one file", arguments: [SIGINT, SIGTERM])
    func watchEnds(signal: Int32) async throws {
        try await phone.succeed("add", "milk")
        try await server.serving { url in
            try await phone.succeed("remote", "add", url)
            let theirs = try Book(path: server.book)
            try await phone.running("sync", "--watch", endingWith: signal) { _ in
                for await _ in theirs.heads() where try theirs.read({ try $0.count() }) == 1 { break }
            }
            for end in ["-wal", "-shm"] { #expect(!FileManager.default.fileExists(atPath: phone.book + end)) }
        }
    }

    @Test("sync --watch follows the book to another server, which gets all of it")
    func watchOtherServer() async throws {
        try await phone.succeed("add", "one")
        try await server.serving { first in
            try await laptop.serving { second in
                try await phone.succeed("remote", "add", first)
                let (mine, theirs) = (try Book(path: phone.book), try Book(path: laptop.book))
                try await phone.running("sync", "--watch") { output in
                    #expect(output.nextOutput().hasPrefix("Synced with \(first): "))
                    try await phone.succeed("remote", "add", second)
                    try await phone.succeed("add", "two")
                    for await _ in theirs.heads() where try theirs.read({ try $0.count() }) == 2 { break }
                    for await _ in mine.heads() where try mine.read({ try $0.count(.unsynced) }) == 0 { break }
                    #expect(output.nextOutput().hasPrefix("Synced with \(second): "))
                }
            }
        }
    }

    @Test("sync --watch goes on from where a backup is that was put in the book's place")
    func watchRestored() async throws {
        try await phone.succeed("add", "one")
        try await server.serving { url in
            try await phone.succeed("remote", "add", url)
            try await phone.succeed("sync")
            let backup = phone.folder.appending(path: "backup.sqlite").path
            _ = try await phone.run(URL(filePath: "/usr/bin/sqlite3"), [phone.book, ".backup \(backup)"])
            let mine = try Book(path: phone.book)
            try await phone.running("sync", "--watch") { _ in
                try await server.succeed("add", "two")
                for await _ in mine.heads() where try mine.read({ try $0.count() }) == 2 { break }
                try await phone.succeed("restore", backup)
                try await server.succeed("add", "three")
                for await _ in mine.heads() where try mine.read({ try $0.count() }) == 3 { break }
            }
        }
    }

    @Test("sync --watch ends, and says why, once another file has taken the book's place")
    func watchReplaced() async throws {
        try await server.serving { url in
            try await phone.succeed("remote", "add", url)
            let book = try Book(path: phone.book)
            let following = try RemoteSession(book: book).following()
            defer { following.cancel() }
            try await phone.succeed("add", "one")
            for await _ in book.heads() where try book.read({ try $0.count(.unsynced) }) == 0 { break }
            for part in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: phone.book + part) {
                try FileManager.default.moveItem(atPath: phone.book + part, toPath: phone.book + ".away" + part)
            }
            try await phone.succeed("add", "two")
            await #expect(throws: BookError.moved(path: phone.book)) { try await following.value }
        }
    }

    @Test("003.70 sync --watch says nothing of syncing while the server is away, and goes on when it is back")
    func watchWithoutServer() async throws {
        let port = String(try freePort())
        try await phone.succeed("remote", "add", "http://127.0.0.1:\(port)")
        let mine = try Book(path: phone.book)
        try await phone.running("sync", "--watch") { output in
            // Each of these wakes it up.
            for title in ["a", "b", "c"] {
                try await phone.succeed("add", title)
                let head = try mine.read { try $0.head() }
                for await next in mine.heads() where next.seq >= head { break }
            }
            try await server.serving("--port", port) { _ in
                let said = output.nextOutput()
                #expect(said.hasPrefix("Synced with") && !said.contains(": 0 changes"), "\(said)")
            }
            #expect(try mine.read { try $0.count(.unsynced) } == 0)
        }
    }

    @Test("sync --watch outlasts a program that keeps the book locked")
    func watchLocked() async throws {
        let lock = """
            import sqlite3, sys, time
            sqlite3.connect(sys.argv[1], isolation_level=None).execute("BEGIN IMMEDIATE")
            print("Daybook is at http://127.0.0.1:1", flush=True)
            time.sleep(900)
            """
        try await server.succeed("add", "milk")
        try await server.serving { url in
            try await phone.succeed("remote", "add", url)
            let book = try Book(path: phone.book)
            let (failures, failure) = AsyncStream.makeStream(of: String.self)
            let following = try RemoteSession(book: book).following(onFailure: { failure.yield($0) })
            defer { following.cancel() }
            let python = URL(filePath: "/usr/bin/python3")
            for await _ in book.heads() where try book.read({ try $0.count() }) == 1 { break }
            try await Program().serving(through: python, ["-c", lock, phone.book], endingWith: SIGKILL) { _, _ in
                try await server.succeed("add", "bread")
                var said = failures.makeAsyncIterator()
                #expect(await said.next()?.contains("locked by another program") == true)
            }
            for await _ in book.heads() where try book.read({ try $0.count() }) == 2 { break }
        }
    }

    @Test(
        "A recording that is refused, or whose connection breaks off, doesn't hold the others up, and is told",
        arguments: [("large", "refused: 413"), ("broken", "can't be reached")])
    func failingRecording(kind: String, words: String) async throws {
        var random = SystemRandomNumberGenerator()
        func recording(_ count: Int) throws -> Recording {
            try Recording(Array("OggS".utf8) + (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        let small = try [recording(500), recording(500)]
        // They go in the order of their names.
        var large: [Recording] = []
        while large.count < 2 {
            let next = try recording(5_000)
            if small.allSatisfy({ next.digest.text < $0.digest.text }) { large.append(next) }
        }
        let book = try Book(path: phone.book)
        for recording in small + large {
            let id = EntityID(using: &random)
            try await book.write { book in
                try book.store(recording)
                try book.perform(
                    .add(
                        .entry, id, .entry(kind: .unsorted, amount: nil, day: .local(), voice: recording.digest)))
            }
        }
        try book.close()
        try await server.serving { url in
            try await serving(through: [kind, url]) { url, _ in
                try await phone.succeed("remote", "add", url)
                let outcome = try await phone.run("sync")
                #expect(outcome.status == 1)
                #expect(outcome.output.hasPrefix("Synced with \(url): "))
                #expect(outcome.errors.contains("2 recordings didn't get through") && outcome.errors.contains(words))
                let theirs = try Book(path: server.book)
                for recording in small {
                    #expect(try theirs.read { try $0.blob(recording.digest) } == recording.bytes)
                }
                try theirs.close()
            }
        }
    }

    @Test("A recording that fails rests: an hour if it was refused, or else 1, 2, 4 … 60 minutes")
    func restingRecording() async throws {
        let book = try Book(path: phone.book)
        var random = SystemRandomNumberGenerator()
        let id = EntityID(using: &random)
        let noise = (0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        try await book.write { book in
            let recording = try Recording(Array("OggS".utf8) + noise)
            try book.store(recording)
            try book.perform(
                .add(.entry, id, .entry(kind: .unsorted, amount: nil, day: .local(), voice: recording.digest)))
        }
        try await server.serving { url in
            for (kind, rests) in [("large", [60, 60]), ("broken", [1, 2, 4, 8, 16, 32, 60, 60])] as [(_, [Int64])] {
                try await serving(through: [kind, url]) { url, _ in
                    try await book.write { try $0.setRemote(url: url) }
                    let start = Timestamp.now().milliseconds
                    let ahead = Mutex<Int64>(0)
                    var session = try RemoteSession(
                        book: book, now: { Timestamp(milliseconds: start + ahead.withLock { $0 }) })
                    for minutes in rests {
                        await #expect(throws: RecordingsLeft.self) { try await session.sync() }
                        ahead.withLock { $0 += minutes * 60_000 - 1 }
                        // It isn't tried, so nothing fails.
                        try await session.sync()
                        ahead.withLock { $0 += 1 }
                    }
                }
            }
        }
    }

    @Test("Recordings that entries name come along, from either side, and are the same bytes") func recordings()
        async throws
    {
        let sound = Array("OggS".utf8) + [UInt8](repeating: 7, count: 5_000)
        try await server.serving { url in
            try await phone.succeed("remote", "add", url)
            try await laptop.succeed("remote", "add", url)
            let book = try Book(path: phone.book)
            var random = SystemRandomNumberGenerator()
            let id = EntityID(using: &random)
            try await book.write { book in
                let recording = try Recording(sound)
                try book.store(recording)
                try book.perform(
                    .add(
                        .entry, id, .entry(kind: .unsorted, amount: nil, day: .local(), voice: recording.digest)))
            }
            try book.close()
            try await phone.succeed("sync")
            try await laptop.succeed("sync")
            try await laptop.succeed("sync")
            let other = try Book(path: laptop.book)
            #expect(try other.read { try $0.blob(Digest(of: sound)) } == sound)
            try other.close()
        }
    }
}

extension RemoteSession {
    /// Follows as `sync --watch` does, until the task is cancelled.
    func following(
        onFailure: @escaping @Sendable (String) -> Void = { _ in },
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) -> Task<Void, any Error> {
        Task {
            var session = self
            try await session.follow(onSync: { _, _, _ in }, onFailure: onFailure, pause: pause)
        }
    }
}
