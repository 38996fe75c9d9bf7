import Fixtures
import Foundation

@testable import DaybookCLI

/// A store of objects on this machine that doesn't do what it should. It ends with the object.
final class BadObjectStore: Sendable {
    /// What it does.
    enum Fault: String, Sendable {
        /// It answers a download with a byte now and then.
        case drips
        /// It says that it keeps what it got, and doesn't.
        case forgets
        /// It keeps half of what it got.
        case cuts
        /// It does what it should.
        case none
    }

    let url: String
    private let id: pid_t

    private static let script = """
        import http.server, sys, time
        fault, objects = sys.argv[1], {}
        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *args): pass
            def answer(self, status, body=b"", size=None):
                self.send_response(status)
                self.send_header("Content-Length", str(len(body) if size is None else size))
                self.end_headers()
                self.wfile.write(body)
            def do_PUT(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if fault != "forgets": objects[self.path] = body[:len(body) // 2] if fault == "cuts" else body
                self.answer(200)
            def do_HEAD(self):
                body = objects.get(self.path)
                self.answer(404) if body is None else self.answer(200, size=len(body))
            def do_GET(self):
                body = objects.get(self.path, b"x" * 1000)
                if fault != "drips": return self.answer(200, body)
                self.answer(200, size=len(body))
                for byte in body:
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(0.2)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """

    init(_ fault: Fault) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = ["-c", Self.script, fault.rawValue]
        let pipe = Pipe.alone()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        _ = try process.start()
        id = process.processIdentifier
        url =
            "http://127.0.0.1:" + pipe.fileHandleForReading.nextOutput().trimmingCharacters(in: .whitespacesAndNewlines)
    }

    deinit { kill(id, SIGKILL) }

    /// What a server has of it.
    func store(patience: Duration = .seconds(30)) throws -> S3Store {
        let variables = ["AWS_ENDPOINT_URL": url, "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"]
        var store = try S3Store("s3://recordings", environment: { variables[$0] })
        store.patience = patience
        return store
    }
}
