import DaybookCore
import Fixtures
import Foundation
import Testing

@testable import DaybookCLI

/// Servers of one database that keep recordings in an object store.
@Suite(.bounded) struct BlobClusterTests {
    let program: Program
    /// A sound, as far as its first bytes tell.
    let recording: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3] + (0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

    init() throws { program = try Program() }

    /// An account in a new database.
    private func database() async throws -> (url: String, token: String) {
        let url = try Postgres.shared().database()
        try await program.succeed("database", "init", "--database", url)
        #expect(try await program.run("account", "add", "ann", "--database", url, input: "long enough\n").status == 0)
        let token = try await program.succeed("token", "add", "ann", "--database", url)
        return (url, token.trimmingCharacters(in: .newlines))
    }

    /// Lets a server run that was given some variables.
    private func serving(
        _ url: String, _ options: String, _ environment: [String: String], body: (RemoteServer) async throws -> Void,
        token: String
    ) async throws -> String {
        let variables = environment.map { "\($0.key)=\($0.value)" }
        return try await program.serving(
            through: URL(filePath: "/usr/bin/env"),
            variables + [Program.daybook.path, "serve", "--port", "0", "--database", url]
                + options.split(separator: " ").map(String.init)
        ) { address, _ in
            try await body(RemoteServer(url: address, token: token))
        }
    }

    private func lacks(_ lacks: Bool, _ digest: Digest, _ server: RemoteServer) async throws {
        let lacking = try await server.lacking([digest])
        #expect(lacking == (lacks ? [digest] : []))
    }

    private func has(_ bytes: [UInt8], _ server: RemoteServer) async throws {
        let recording = try await server.recording(Digest(of: bytes))
        #expect(recording == bytes)
    }

    @Test(
        "009.8 Recordings go into an object store, and come from there on each server; the database has no bytes of them"
    )
    func stored() async throws {
        let (url, token) = try await database()
        let store = try ObjectStore()
        let (sound, digest) = (try Recording(recording), Digest(of: recording))
        let postgres = try Postgres.shared()
        // What came before stays where it is.
        let old = try Recording(recording + [1])
        _ = try await serving(url, "", [:], body: { try await $0.put(old.bytes, old.digest) }, token: token)
        let log = try await serving(
            url, "--blobs s3://recordings/daybook", store.environment,
            body: { server in
                try await lacks(true, digest, server)
                for _ in 0..<2 { try await server.put(sound.bytes, digest) }
                try await lacks(false, digest, server)
            }, token: token)
        #expect(
            try postgres.sql("SELECT count(*), count(bytes) FROM blobs WHERE account = 1", in: url) == "2|1")
        _ = try await serving(
            url, "--blobs s3://recordings/daybook", store.environment,
            body: { server in
                try await has(recording, server)
                try await has(old.bytes, server)
            }, token: token)
        // The object itself, as another program finds it.
        let object = try S3Store("s3://recordings/daybook", environment: { store.environment[$0] })
        #expect(try await object.get("1/\(digest.text)") == recording)
        let secret = try #require(store.environment["AWS_SECRET_ACCESS_KEY"])
        #expect(!log.contains(secret) && !log.contains(digest.text.prefix(8) + "/"))

        // Without the store, and where it lacks the object, nobody gets other bytes or hears that there are none.
        _ = try await serving(
            url, "", [:],
            body: { server in
                await #expect(throws: RemoteServer.Failure.self) { try await server.recording(digest) }
                try await lacks(false, digest, server)
            }, token: token)
        let told = try await serving(
            url, "--blobs s3://recordings/elsewhere", store.environment,
            body: { server in
                await #expect(throws: RemoteServer.Failure.self) { try await server.recording(digest) }
            }, token: token)
        #expect(told.contains("lacks 1/\(digest.text)"), "\(told)")
    }

    @Test("009.8 While the object store is away, a recording is refused and nothing says that it is there")
    func away() async throws {
        let (url, token) = try await database()
        let store = try ObjectStore()
        let digest = Digest(of: recording)
        let log = try await serving(
            url, "--blobs s3://recordings", store.environment,
            body: { server in
                await store.stop()
                await #expect(throws: RemoteServer.Failure.self) { try await server.put(recording, digest) }
                try await lacks(true, digest, server)
            }, token: token)
        #expect(log.contains("store of recordings can't be reached"), "\(log)")
        #expect(try Postgres.shared().sql("SELECT count(*) FROM blobs WHERE account = 1", in: url) == "0")
    }

    @Test("009.8 A server doesn't start with a bucket, keys or an address that are wrong, and says which")
    func refused() async throws {
        let (url, _) = try await database()
        let store = try ObjectStore()
        func refusal(_ blobs: String, _ changes: [String: String]) async throws -> String {
            let outcome = try await program.run(
                Program.daybook, ["serve", "--port", "0", "--database", url, "--blobs", blobs],
                store.environment.merging(changes) { $1 })
            #expect(outcome.status == 1, "\(outcome)")
            return outcome.errors
        }
        #expect(try await refusal("s3://nowhere", [:]).contains("refused (404"))
        #expect(try await refusal("s3://recordings", ["AWS_SECRET_ACCESS_KEY": "wrong"]).contains("refused (403"))
        #expect(
            try await refusal("s3://recordings", ["AWS_ENDPOINT_URL": "http://127.0.0.1:1"]).contains(
                "AWS_ENDPOINT_URL"))
        #expect(try await refusal("s3://recordings", ["AWS_ACCESS_KEY_ID": ""]).contains("needs keys"))
        #expect(try await refusal("recordings", [:]).contains("s3://BUCKET"))
        let single = try await program.run("serve", "--port", "0", "--blobs", "s3://recordings")
        #expect(single.status == 2 && single.errors.contains("--database"))
    }
}
