import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

/// The server as a process, reached over a socket by other programs.
@Suite(.bounded) struct ServeTests {
    let daybook: Program
    private let curl = URL(filePath: "/usr/bin/curl")

    init() throws { daybook = try Program() }

    @Test("003.24 The printed commands work as they stand")
    func printedCommands() async throws {
        try await daybook.serving { url in
            let lines = [
                #"curl -X POST   http://localhost:8080/postTodo/   -H "Cookie: test=123" -H "id: 3" -H "notes: do not forget to buy potato chips" -H "Content-Type: application/json" -H "description: Our first todo item" -H "completed: false" -H "name: todo 1" -d "{}""#,
                #"curl -X GET    http://localhost:8080/todos       -H "Cookie: test=123""#,
                #"curl -X GET    http://localhost:8080/todo/       -H "id: 1" -H "Cookie: test=123""#,
                #"curl -X DELETE http://localhost:8080/deleteTodo/ -H "id: 1" -H "Cookie: test=123""#,
                #"curl -X DELETE http://localhost:8080/deleteAll   -H "Cookie: test=123""#,
                #"curl -X POST   http://localhost:8080/updateTodo  -H "Cookie: test=123" -H "id: 3" -H "notes: new note" -H "name: updated name" -H "description: updated description" -H "completed: yes""#,
            ]
            let port = try #require(url.split(separator: ":").last)
            func run(_ index: Int) async throws -> String {
                let line = lines[index].replacing("localhost:8080", with: "localhost:\(port)")
                return try await daybook.run(shell: line + " --silent").output
            }
            let item =
                #"{"id":3,"name":"todo 1","description":"Our first todo item","notes":"do not forget to buy potato chips","completed":false,"synced":false}"#
            #expect(try await run(0) == "[\(item)]")
            #expect(try await run(1) == "[\(item)]")
            #expect(try await run(2) == "[]")
            #expect(try await run(3) == #"{"message":"Item not found"}"#)
            #expect(try await run(5) == #"{"message":"Item is updated"}"#)
            #expect(try await run(1).contains(#""name":"updated name","description":"updated description","#))
            #expect(try await run(1).contains(#""completed":true"#))
            #expect(try await run(4) == #"{"message":"All items are deleted"}"#)
            #expect(try await run(1) == "[]")
        }
    }

    @Test("A field name followed by a space before the colon is malformed HTTP, and the server goes on")
    func malformedHTTP() async throws {
        try await daybook.serving { url in
            let bad = try await curl(url + "/todo", "-H", "id : 1", "-o", "/dev/null", "-w", "%{http_code}")
            #expect(bad == "400")
            #expect(try await curl(url + "/welcome") == "Hello, World")
        }
    }

    @Test("The address that REST gives works, whatever name the server is called by")
    func addresses() async throws {
        try await daybook.serving { url in
            let port = try #require(url.split(separator: ":").last)
            for host in ["localhost", "127.0.0.1"] {
                let base = "http://\(host):\(port)"
                let location = try await curl(
                    base + "/api/v1/todos", "-d", #"{"title":"x"}"#, "-o", "/dev/null", "-w", "%header{location}")
                #expect(location.hasPrefix(base + "/api/v1/todos/"))
                #expect(try await curl(location).contains(#""title":"x""#))
            }
            let foreign = try await curl(
                url + "/todos", "-H", "Host: evil.example", "-o", "/dev/null", "-w", "%{http_code}")
            #expect(foreign == "421")
        }
    }

    @Test("The server listens on the other names of this machine, too", arguments: ["localhost", "::1"])
    func hosts(host: String) async throws {
        try await daybook.serving("--host", host) { url in
            let welcome = try await curl(url + "/welcome")
            #expect(welcome == "Hello, World")
        }
    }

    @Test("A port that is in use is told, and ends with 1")
    func portInUse() async throws {
        try await daybook.serving { url in
            let port = try #require(url.split(separator: ":").last)
            let second = try await daybook.run("serve", "--port", String(port))
            #expect(second.status == 1)
            #expect(second.errors.contains("Port \(port) is in use by another program."))
        }
    }

    @Test(
        "A host that isn't this machine, or isn't known, is told, and ends with 1",
        arguments: ["192.0.2.1", "fe80::1", "daybook.invalid"])
    func notHere(host: String) async throws {
        let (accounts, _) = try await makeAccount()
        let outcome = try await daybook.run(
            "serve", "--port", "0", "--accounts", accounts, "--trusted-proxy", "127.0.0.1",
            "--trusted-proxy", "192.0.2.7", "--host", host)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("\(host) is not an address of this machine. Give"), "\(outcome.errors)")
    }

    @Test("The pages of a site that is allowed get an answer that they may read, with accounts and without")
    func allowedOrigin() async throws {
        let origin = "https://todo.example"
        let (accounts, _) = try await makeAccount()
        for options in [[], ["--accounts", accounts]] {
            try await daybook.serving(
                through: Program.daybook, ["serve", "--port", "0", "--allow-origin", origin] + options
            ) { url, _ in
                let answer = try await curl(url + "/api/v1/todos", "--include", "-H", "Origin: \(origin)")
                #expect(answer.lowercased().contains("access-control-allow-origin: \(origin)\r\n"), "\(answer)")
            }
        }
    }

    @Test("003.71 Requests are logged with their fields named, and without what anybody wrote down")
    func log() async throws {
        let log = try await daybook.serving { url in
            _ = try await curl(url + "/api/v1/todos?secret=query", "-d", #"{"title":"a secret title"}"#)
            _ = try await curl(url + "/api/v1/todos/00000000000000000000000000000000")
            _ = try await curl(url + "/postTodo", "-X", "POST", "-H", "name: a secret name")
        }
        let requests = log.split(separator: "\n").filter { $0.hasSuffix(" request") }
        #expect(requests.count == 3)
        #expect(requests[0].contains(" method=POST ") && requests[0].contains(" status=201"))
        #expect(requests[1].contains(" route=/api/v1/todos/{id} ") && requests[1].contains(" status=404"))
        #expect(requests[2].contains(" route=/postTodo ") && requests[2].contains(" status=400"))
        #expect(!log.contains("secret"))
    }

    @Test("--log-level quietens the server")
    func quiet() async throws {
        let log = try await daybook.serving("--log-level", "error") { url in _ = try await curl(url + "/welcome") }
        #expect(log.isEmpty)
    }

    @Test("The command line and the server write the same book at once, and nothing is lost")
    func together() async throws {
        let count = 40
        try await daybook.serving("--log-level", "error") { url in
            try await withThrowingTaskGroup { group in
                for number in 0..<count {
                    group.addTask {
                        let outcome = try await daybook.run("add", "typed \(number)")
                        #expect(outcome.status == 0, "\(outcome.errors)")
                    }
                    group.addTask {
                        let status = try await curl(
                            url + "/api/v1/todos", "-d", #"{"title":"sent \#(number)"}"#, "-o", "/dev/null", "-w",
                            "%{http_code}")
                        #expect(status == "201")
                    }
                }
                try await group.waitForAll()
            }
            // The server sees what the command line wrote, and the other way round.
            let sent = try await curl(url + "/api/v1/todos")
            let listed = try await daybook.succeed("list")
            for number in 0..<count {
                #expect(sent.contains(#""typed \#(number)""#) && sent.contains(#""sent \#(number)""#))
                #expect(listed.contains("] typed \(number)\n") && listed.contains("] sent \(number)\n"))
            }
        }
        let numbers = try await daybook.run(
            URL(filePath: "/usr/bin/sqlite3"),
            [daybook.book, "SELECT count(DISTINCT number), count(*) FROM todos; PRAGMA integrity_check"])
        #expect(numbers.output == "\(2 * count)|\(2 * count)\nok\n")
    }

    @Test("What was written before the server was stopped is there when it starts again")
    func restart() async throws {
        try await daybook.serving { url in _ = try await curl(url + "/api/v1/todos", "-d", #"{"title":"kept"}"#) }
        try await daybook.serving { url in
            let list = try await curl(url + "/api/v1/todos")
            #expect(list.contains(#""kept""#))
        }
    }

    @Test("A copy of the file alone is the whole book after a command, and after a server that was stopped")
    func copies() async throws {
        func titlesOfCopy() async throws -> String {
            let copy = daybook.folder.appending(path: UUID().uuidString).path
            try FileManager.default.copyItem(atPath: daybook.book, toPath: copy)
            return try await daybook.run(
                URL(filePath: "/usr/bin/sqlite3"), [copy, "SELECT title FROM todos ORDER BY number"]
            ).output
        }
        try await daybook.succeed("add", "typed")
        #expect(try await titlesOfCopy() == "typed\n")
        for (signal, title) in [(SIGINT, "sent"), (SIGTERM, "more"), (SIGHUP, "last")] {
            try await daybook.serving(endingWith: signal) { url in
                _ = try await curl(url + "/api/v1/todos", "-d", #"{"title":"\#(title)"}"#)
            }
        }
        #expect(try await titlesOfCopy() == "typed\nsent\nmore\nlast\n")
        #expect(!FileManager.default.fileExists(atPath: daybook.book + "-wal"))
    }

    @Test("Where whoever started the server has it ignore a hang-up, it does")
    func hangUpIgnored() async throws {
        try await daybook.serving(
            through: URL(filePath: "/usr/bin/nohup"), [Program.daybook.path, "serve", "--port", "0"]
        ) { url, process in
            kill(process, SIGHUP)
            for _ in 0..<20 {
                let welcome = try await curl(url + "/welcome")
                #expect(welcome == "Hello, World")
            }
        }
    }

    @Test("A server with accounts brings every book into its file when it is stopped")
    func copiesOfAccounts() async throws {
        let (accounts, token) = try await makeAccount()
        try await daybook.serving("--accounts", accounts, endingWith: SIGTERM) { url in
            let sent = try await curl(
                url + "/api/v1/todos", "-d", #"{"title":"sent"}"#, "-H", "Authorization: Bearer \(token)")
            #expect(sent.contains("sent"))
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: accounts).sorted()
        #expect(files == ["1.sqlite", "accounts.sqlite"])
    }

    @Test("However many connect, the books can be opened, and who waited is served when others have gone")
    func manyConnections() async throws {
        let (accounts, token) = try await makeAccount()
        try await daybook.serving(
            shell: #"ulimit -n 128; exec "$0" serve --port 0 --accounts "$1""#, [accounts]
        ) { url, _ in
            let first = try Connection(to: url)
            let others = try (0..<150).map { _ in try Connection(to: url) }
            #expect(try others[40].get("/login").hasPrefix("HTTP/1.1 200 "))
            try others[80].ask("/login")
            #expect(!others[80].isAnswered(within: 1_000))
            // Ann's book is opened only now.
            #expect(try first.get("/api/v1/todos", "Authorization: Bearer \(token)\r\n").hasPrefix("HTTP/1.1 200 "))
            for other in others[..<80] { other.end() }
            #expect(others[80].isAnswered(within: 10_000))
        }
    }

    @Test("The server opens as many files as the system lets it, however few it is given at first")
    func fileLimit() async throws {
        try await daybook.serving(shell: #"ulimit -Sn 64; exec "$0" serve --port 0"#) { url, _ in
            let connections = try (0..<100).map { _ in try Connection(to: url) }
            for connection in connections {
                #expect(try connection.get("/welcome").hasPrefix("HTTP/1.1 200 "))
            }
        }
    }

    @Test("Who is being sent something large when the server is stopped gets all of it")
    func stoppedWhileSending() async throws {
        let size = 30_000_000
        try await Book(path: daybook.book).write { book in
            for _ in 0..<(size / 50_000) {
                _ = try book.add(todo: .todo(title: "a", notes: String(repeating: "n", count: 50_000)))
            }
        }
        try await daybook.serving(shell: #"exec "$0" serve --port 0 --book "$1""#, [daybook.book]) { url, process in
            let file = daybook.folder.appending(path: "answer")
            async let status = daybook.run(
                curl, ["--silent", "--limit-rate", "15M", "--output", file.path, "\(url)/api/v1/todos"]
            ).status
            let sizes = { (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0 }
            while sizes() == 0 { await Task.yield() }
            kill(process, SIGTERM)
            let end = try await status
            #expect(end == 0 && sizes() > size)
        }
    }

    /// Makes ann's account, the first one there, and a token of hers.
    private func makeAccount() async throws -> (folder: String, token: Substring) {
        let folder = daybook.folder.appending(path: "accounts").path
        _ = try await daybook.run("account", "add", "ann", "--accounts", folder, input: "correct horse\n")
        return (folder, try await daybook.succeed("token", "add", "ann", "--accounts", folder).dropLast())
    }

    /// What curl prints.
    private func curl(_ url: String, _ arguments: String...) async throws -> String {
        try await daybook.run(curl, ["--silent", "--globoff"] + arguments + [url]).output
    }
}

/// A connection that stays open.
private final class Connection: Sendable {
    private let socket: FileHandle
    private let port: UInt16

    init(to url: String) throws {
        port = try #require(UInt16(url.split(separator: ":").last ?? ""))
        socket = FileHandle(
            fileDescriptor: Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0), closeOnDealloc: true)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let result = withUnsafeBytes(of: &address) {
            connect(
                socket.fileDescriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        try #require(result == 0, "\(String(cString: strerror(errno)))")
    }

    func ask(_ path: String, _ headers: String = "") throws {
        let head = "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\(headers)\r\n"
        try socket.write(contentsOf: Data(head.utf8))
    }

    func isAnswered(within milliseconds: Int32) -> Bool {
        var awaited = pollfd(fd: socket.fileDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&awaited, 1, milliseconds) == 1
    }

    /// - Returns: the beginning of the answer; nothing if there is none for 10 s.
    func get(_ path: String, _ headers: String = "") throws -> String {
        try ask(path, headers)
        return isAnswered(within: 10_000) ? socket.nextOutput() : ""
    }

    func end() { try? socket.close() }
}
