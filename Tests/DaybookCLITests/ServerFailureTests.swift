import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Synchronization
import Testing

@testable import DaybookCLI

/// Servers that do other than they should, or nothing for a while, as devices that sync with them meet them.
@Suite(.bounded) struct ServerFailureTests {
    private let server: Program
    private let phone: Program
    private let python = URL(filePath: "/usr/bin/python3")

    init() throws {
        server = try Program()
        phone = try Program()
    }

    @Test("A server that names another one is refused: what is meant for it goes to no other")
    func redirected() async throws {
        let script = """
            import http.server, sys, threading
            class Other(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    open(sys.argv[1], "a").write("%s\\n" % self.headers.get("Authorization"))
                    self.send_response(204)
                    self.end_headers()
                do_POST = do_GET
                def log_message(self, *_): pass
            other = http.server.HTTPServer(("127.0.0.1", 0), Other)
            threading.Thread(target=other.serve_forever, daemon=True).start()
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    self.rfile.read(int(self.headers.get("Content-Length", 0)))
                    self.send_response(307)
                    self.send_header("Location", "http://127.0.0.1:%d%s" % (other.server_port, self.path))
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                do_POST = do_GET
                def log_message(self, *_): pass
            server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
            print("Daybook is at http://127.0.0.1:%d" % server.server_port, flush=True)
            server.serve_forever()
            """
        let asked = phone.folder.appending(path: "asked").path
        try await server.serving(through: python, ["-c", script, asked], endingWith: SIGKILL) { url, _ in
            try await phone.succeed("remote", "add", url)
            try await phone.succeed("add", "a secret")
            let outcome = try await phone.run("sync")
            #expect(outcome.status == 1 && outcome.errors.contains("\(url) refused: 307"), "\(outcome.errors)")
            #expect(!FileManager.default.fileExists(atPath: asked), "the other server was asked")
        }
    }

    /// Serves a book that names a recording and holds other bytes under its name, to the phone.
    private func servingOtherBytes(_ body: (_ url: String) async throws -> Void) async throws {
        let sound = Array("OggS".utf8) + [UInt8](repeating: 7, count: 100)
        let book = try Book(path: server.book)
        try await book.write { book in
            let recording = try Recording(sound)
            try book.store(recording)
            try book.perform(
                .add(
                    .entry, EntityID(high: 1, low: 2),
                    .entry(kind: .unsorted, amount: nil, day: .local(), voice: recording.digest)))
        }
        try book.close()
        let other = (sound.dropLast() + [8]).map { String(format: "%02x", $0) }.joined()
        let changed = try await server.run(
            URL(filePath: "/usr/bin/sqlite3"), [server.book, "UPDATE blobs SET bytes = x'\(other)'"])
        #expect(changed.status == 0, "\(changed.errors)")
        try await server.serving { url in
            try await phone.succeed("remote", "add", url)
            try await body(url)
        }
    }

    @Test("A recording that comes as other bytes than those that were asked for isn't taken in, and is told")
    func otherBytes() async throws {
        try await servingOtherBytes { url in
            let outcome = try await phone.run("sync")
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains("\(url) sent something else than the recording "), "\(outcome.errors)")
        }
    }

    @Test("sync --watch tells of a recording that didn't get through")
    func watchOtherBytes() async throws {
        try await servingOtherBytes { _ in
            let book = try Book(path: phone.book)
            defer { try? book.close() }
            let (failures, failure) = AsyncStream.makeStream(of: String.self)
            let following = try RemoteSession(book: book).following(onFailure: { failure.yield($0) })
            defer { following.cancel() }
            var said = failures.makeAsyncIterator()
            #expect(await said.next()?.hasPrefix("A recording didn't get through, and will be tried again: ") == true)
        }
    }

    @Test("sync --watch tells once that the server fails, however often it tries, and tells when it is back")
    func watchFailures() async throws {
        // It refuses everything, and writes down each sync that is tried.
        let script = """
            import http.server, sys
            class Handler(http.server.BaseHTTPRequestHandler):
                def do_GET(self):
                    if self.path != "/v1/live": open(sys.argv[2], "a").write("x")
                    self.send_response(503)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                do_POST = do_GET
                def log_message(self, *_): pass
            server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
            print("Daybook is at http://127.0.0.1:%d" % server.server_port, flush=True)
            server.serve_forever()
            """
        let (port, tried) = (String(try freePort()), phone.folder.appending(path: "tried"))
        try await phone.succeed("remote", "add", "http://127.0.0.1:\(port)")
        let book = try Book(path: phone.book)
        defer { try? book.close() }
        let failures = Atomic(0)
        let (syncs, synced) = AsyncStream.makeStream(of: [Int].self)
        // Each look at the clock is two minutes later, so that no pause is longer than the shortest.
        let start = Timestamp.now().milliseconds
        let ahead = Atomic<Int64>(0)
        let session = try RemoteSession(
            book: book,
            now: { Timestamp(milliseconds: start + ahead.add(120_000, ordering: .relaxed).newValue) })
        // Nothing is said of a server that isn't there yet.
        let (starts, begin) = AsyncStream.makeStream(of: Void.self)
        let following = Task {
            for await _ in starts { break }
            var session = session
            try await session.follow(
                onSync: { sent, received, _ in synced.yield([sent, received]) },
                onFailure: { _ in failures.add(1, ordering: .relaxed) })
        }
        defer { following.cancel() }
        try await Program().serving(through: python, ["-c", script, port, tried.path], endingWith: SIGKILL) { _, _ in
            begin.yield()
            // At the third attempt both failures before it have been told, or not.
            while (try? Data(contentsOf: tried))?.count ?? 0 < 3 { try await Task.sleep(for: .milliseconds(50)) }
            #expect(failures.load(ordering: .relaxed) == 1)
        }
        try await server.serving("--port", port) { _ in
            var said = syncs.makeAsyncIterator()
            #expect(await said.next() == [0, 0], "also if there was nothing to bring")
        }
    }
}
