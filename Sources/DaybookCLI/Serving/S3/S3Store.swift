import AsyncHTTPClient
import DaybookCore
import DaybookPostgres
import Foundation
import NIOCore
import NIOHTTP1

/// An object store that speaks the protocol of Amazon S3, such as Garage, SeaweedFS, Ceph or Amazon's own.
struct S3Store: Sendable {
    let address: S3Address
    let signer: S3Signer
    /// How long the store may take for an answer, to its last byte.
    var patience = Duration.seconds(30)

    /// - Parameter environment: gives a variable. The keys are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.
    init(_ text: String, environment: (String) -> String?) throws {
        address = try S3Address(text, environment: environment)
        guard let access = environment("AWS_ACCESS_KEY_ID"), let secret = environment("AWS_SECRET_ACCESS_KEY") else {
            throw CommandFailure(
                "--blobs needs keys. Give them in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and the address of a store that "
                    + "isn't Amazon's in AWS_ENDPOINT_URL.")
        }
        signer = S3Signer(
            accessKey: access, secretKey: secret, sessionToken: environment("AWS_SESSION_TOKEN"), region: address.region
        )
    }

    var blobs: BlobStore { BlobStore(put: put, get: get) }

    /// Throws where the bucket isn't there or the keys aren't good for it.
    func check() async throws(BlobStoreError) {
        let (status, body, _) = try await send(.HEAD, address.path)
        guard status == .ok else { throw refusal(status, body) }
    }

    /// Looks whether the store has it then: nothing else is kept of the recording.
    func put(_ key: String, _ recording: Recording) async throws(BlobStoreError) {
        let (status, body, _) = try await send(.PUT, address.path(key), recording.bytes, recording.digest)
        guard status == .ok else { throw refusal(status, body) }
        let kept = try await send(.HEAD, address.path(key))
        guard kept.status == .ok || kept.status == .notFound else { throw refusal(kept.status, kept.body) }
        guard kept.status == .ok, kept.size == recording.bytes.count else { throw .notKept(key: key) }
    }

    func get(_ key: String) async throws(BlobStoreError) -> [UInt8] {
        let (status, body, _) = try await send(.GET, address.path(key))
        guard status == .ok else {
            let refusal = refusal(status, body)
            if refusal == .refused(status: 404, code: "NoSuchKey") { throw .missing(key: key) }
            throw refusal
        }
        guard key.hasSuffix("/" + Digest(of: body).text) else { throw .damaged(key: key) }
        return body
    }

    /// The answer of the store, with the size from its head. An answer to HEAD has a size and an empty body.
    private typealias Answer = (status: HTTPResponseStatus, body: [UInt8], size: Int?)

    /// Three attempts, since stores ask now and then to come again; all of them and their bodies within `patience`.
    private func send(
        _ method: HTTPMethod, _ path: String, _ body: [UInt8] = [], _ digest: Digest = Digest(of: [])
    ) async throws(BlobStoreError) -> Answer {
        let outcome = await withTaskGroup(of: Result<Answer, BlobStoreError>?.self) { group in
            group.addTask {
                do throws(BlobStoreError) {
                    return .success(try await attempts(method, path, body, digest))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let outcome else {
            throw .unreachable(reason: "it didn't answer within \(patience.components.seconds) seconds")
        }
        return try outcome.get()
    }

    private func attempts(
        _ method: HTTPMethod, _ path: String, _ body: [UInt8], _ digest: Digest
    ) async throws(BlobStoreError) -> Answer {
        for pause in [Duration.milliseconds(200), .milliseconds(800)] {
            if let answer = try? await attempt(method, path, body, digest), answer.status.code < 500 { return answer }
            try? await Task.sleep(for: pause)
        }
        return try await attempt(method, path, body, digest)
    }

    private func attempt(
        _ method: HTTPMethod, _ path: String, _ body: [UInt8], _ digest: Digest
    ) async throws(BlobStoreError) -> Answer {
        var request = HTTPClientRequest(url: address.endpoint + path)
        request.method = method
        for (name, value) in signer.headers(method.rawValue, host: address.host, path: path, body: digest, at: .now) {
            request.headers.add(name: name, value: value)
        }
        if method == .PUT { request.body = .bytes(ByteBuffer(bytes: body)) }
        do {
            let response = try await Self.http.execute(request, timeout: .seconds(60))
            let answer = try await response.body.collect(upTo: Recording.greatestSize)
            let size = response.headers.first(name: "content-length").flatMap { Int($0) }
            return (response.status, Array(buffer: answer), size)
        } catch {
            throw .unreachable(reason: "\(error)")
        }
    }

    /// Tells what a refusal is called stands in its XML, which is read no further.
    private func refusal(_ status: HTTPResponseStatus, _ body: [UInt8]) -> BlobStoreError {
        let text = String(decoding: body.prefix(4_096), as: UTF8.self)
        let code = text.firstMatch(of: /<Code>([A-Za-z0-9]{1,64})<\/Code>/)?.1 ?? ""
        return .refused(status: Int(status.code), code: code.isEmpty ? status.reasonPhrase : String(code))
    }

    /// `send` makes further attempts.
    private static let http = RemoteServer.client(silence: .seconds(30))
}
