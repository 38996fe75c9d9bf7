import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import Testing

@testable import DaybookCLI

/// The server on a real disk that fills up: a file system of two megabytes.
@Suite(.enabled(if: SmallDisk.isPossible, "unshare and mount are not permitted here"), .bounded)
struct FullDiskTests {
    let server: Program

    init() throws { server = try Program() }

    @Test("A disk that fills up: errors, nothing that was acknowledged is lost, and it goes on when there is room")
    func full() async throws {
        let disk = try SmallDisk(server)
        try await disk.serving { url in
            let remote = RemoteServer(url: url)
            try disk.fill(leaving: 400_000)
            var clock = HybridClock(node: 9)
            var random = SystemRandomNumberGenerator()
            var (acknowledged, refused): ([Register], [Register]) = ([], [])
            for _ in 0..<40 {
                let stamp = clock.tick(now: .now())
                let register = Register(
                    EntityID(using: &random), .notes, stamp, (0..<20_000).map { _ in UInt8.random(in: 32...126) })
                do {
                    guard case .accepted = try await remote.push(PushRequest(node: 9, changes: [register])) else {
                        Issue.record("the clock is right")
                        continue
                    }
                    acknowledged.append(register)
                } catch let error as RemoteServer.Failure {
                    #expect(error.message.contains("full"), "\(error.message)")
                    refused.append(register)
                }
            }
            #expect(!acknowledged.isEmpty && !refused.isEmpty)
            #expect(Set(try await remote.pull(0).registers) == Set(acknowledged))

            try disk.empty()
            for register in refused {
                guard case .accepted = try await remote.push(PushRequest(node: 9, changes: [register])) else {
                    Issue.record("there is room")
                    continue
                }
            }
            #expect(Set(try await remote.pull(0).registers) == Set(acknowledged + refused))
            #expect(try await disk.integrity() == "ok\n")
        }
    }
}

extension FullDiskTests {
    @Test("A book that nobody has open is read also where nothing fits on its disk any more")
    func reading() async throws {
        let script = """
            mount -t tmpfs -o size=2m tmpfs "$1" && "$0" add milk --book "$1/b.sqlite" || exit 9
            cat /dev/zero >"$1/filler" 2>/dev/null
            "$0" list --book "$1/b.sqlite" && "$0" list --book "$1/b.sqlite" && ! "$0" add bread --book "$1/b.sqlite"
            """
        let folder = server.folder.appending(path: "full").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let outcome = try await server.run(
            URL(filePath: "/usr/bin/unshare"),
            ["--map-root-user", "--mount", "sh", "-c", script, Program.daybook.path, folder])
        let list = "To do\n    1  [ ] milk\n"
        #expect(outcome.status == 0 && outcome.output == "Added 1: milk\n" + list + list, "\(outcome)")
        #expect(outcome.errors.contains("full"), "\(outcome.errors)")
    }

    @Test("On a full disk, who wants to allow notifications is told so as anybody else who writes")
    func pushKey() async throws {
        let disk = try SmallDisk(server)
        try await disk.serving { url in
            func status(_ path: String) async throws -> String {
                try await server.run(
                    URL(filePath: "/usr/bin/curl"),
                    ["--silent", "--output", "/dev/null", "--write-out", "%{http_code}", url + path]
                ).output
            }
            #expect(try await status("/api/v1/todos") == "200")
            try disk.fill(leaving: 0)
            #expect(try await status("/api/v1/push/key") == "507")
            try disk.empty()
            #expect(try await status("/api/v1/push/key") == "200")
        }
    }

    @Test("On a full disk, who signs in or out is told so on a page in their language, and stays as they were")
    func signingInAndOut() async throws {
        let disk = try SmallDisk(server)
        let jar = server.folder.appending(path: "cookies").path
        func curl(_ arguments: String...) async throws -> String {
            let language = ["-H", "Accept-Language: zh-TW"]
            return try await server.run(
                URL(filePath: "/usr/bin/curl"), ["--silent", "--include", "--cookie", jar] + language + arguments
            ).output
        }
        try await disk.serving(
            "--accounts \"$1/accounts\"",
            after: "echo 'correct horse' | \"$0\" account add ann --accounts \"$1/accounts\" >&2"
        ) { url in
            let form = "name=ann&password=correct+horse"
            #expect(try await curl(url + "/login", "--data", form, "--cookie-jar", jar).contains(" 303 "))
            #expect(try await curl(url + "/todos").contains(" 200 "))
            try disk.fill(leaving: 0)
            let signedIn = try await curl(url + "/login", "--data", form)
            #expect(signedIn.contains(" 507 ") && signedIn.contains("伺服器的磁碟已滿"), "\(signedIn)")
            let signedOut = try await curl(url + "/logout", "--data", "")
            #expect(signedOut.contains(" 507 ") && signedOut.contains("你仍處於登入狀態"), "\(signedOut)")
            for answer in [signedIn, signedOut] {
                #expect(!answer.contains("Set-Cookie") && !answer.contains("Clear-Site-Data"))
            }
            #expect(try await curl(url + "/todos").contains(" 200 "))
            try disk.empty()
            #expect(try await curl(url + "/logout", "--data", "").contains(" 303 "))
            #expect(try await curl(url + "/todos").contains(" 401 "))
        }
    }
}

/// A file system of its own for one server, that nobody else sees.
private final class SmallDisk {
    private let program: Program
    private let folder: String
    private var process: pid_t = 0

    /// True where this user may mount a file system in a namespace of their own.
    static let isPossible: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.begin()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    init(_ program: Program) throws {
        self.program = program
        folder = program.folder.appending(path: "disk").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    /// - Parameters:
    ///   - options: in the shell's words, where `$1` is the disk.
    ///   - preparation: likewise, what runs before; `$0` is `daybook`.
    func serving(
        _ options: String = "--book \"$1/book.sqlite\"", after preparation: String = "true",
        _ body: (_ url: String) async throws -> Void
    ) async throws {
        let script =
            "mount -t tmpfs -o size=2m tmpfs \"$1\" && \(preparation) && exec \"$0\" serve --port 0 \(options)"
        try await program.serving(
            through: URL(filePath: "/usr/bin/unshare"),
            ["--map-root-user", "--mount", "sh", "-c", script, Program.daybook.path, folder]
        ) { url, process in
            self.process = process
            try await body(url)
        }
    }

    /// What SQLite says of the book.
    func integrity() async throws -> String {
        try await program.run(
            URL(filePath: "/usr/bin/sqlite3"), [seen("/book.sqlite"), "PRAGMA integrity_check"]
        ).output
    }

    /// Leaves so many bytes on the disk.
    func fill(leaving bytes: UInt64) throws {
        var status = statvfs()
        guard statvfs(seen(""), &status) == 0 else { throw CommandFailure("the disk can't be seen") }
        let free = UInt64(status.f_bfree) * UInt64(status.f_frsize)
        let filler = [UInt8](repeating: 7, count: Int(free - min(free, bytes)))
        guard FileManager.default.createFile(atPath: seen("/filler"), contents: Data(filler)) else {
            throw CommandFailure("the disk can't be filled")
        }
    }

    func empty() throws { try FileManager.default.removeItem(atPath: seen("/filler")) }

    /// The path of a file on the disk, from outside.
    private func seen(_ path: String) -> String { "/proc/\(process)/root\(folder)\(path)" }
}
