import AsyncHTTPClient
import DaybookCore
import DaybookExchange
import Foundation
import NIOCore
import NIOHTTP1

/// A server as a device reaches it over HTTP: bytes there and back, nothing else.
struct RemoteServer: Sendable {
    /// Why a request came to nothing.
    enum Failure: Error {
        case offline(String)
        case refused(String)

        var message: String {
            switch self {
            case .offline(let reason), .refused(let reason): reason
            }
        }

        var forClient: SyncClient.Failure {
            switch self {
            case .offline: .offline
            case .refused: .refused
            }
        }
    }

    let url: String
    /// Admits the device to its account, on a server with accounts.
    var token: String?
    /// How long an answer may take to begin, beside the time that the request itself takes at the least pace.
    var patience = Duration.seconds(60)

    func push(_ request: PushRequest) async throws(Failure) -> PushAnswer {
        let (status, bytes) = try await send(.POST, "/v1/push", body: request.bytes)
        do {
            if status == .ok || status == .conflict { return try PushAnswer(bytes: bytes) }
        } catch {
            if status == .ok { throw noMessage(error) }
        }
        throw refusal(status, bytes)
    }

    /// Asks from 0 where the book is empty, too: it may be served to others, and has to know what is deleted, or it
    /// would take that back from them.
    func pull(_ cursor: UInt64) async throws(Failure) -> PullPage {
        let (status, bytes) = try await send(.GET, "/v1/pull?cursor=\(cursor)")
        do {
            if status == .ok { return try PullPage(bytes: bytes) }
        } catch {
            throw noMessage(error)
        }
        throw refusal(status, bytes)
    }

    /// The recordings among some that the server lacks.
    func lacking(_ digests: some Sequence<Digest>) async throws(Failure) -> Set<Digest> {
        let (status, bytes) = try await send(.POST, "/v1/blobs/missing", body: digests.flatMap { $0.bytes })
        guard status == .ok else { throw refusal(status, bytes) }
        guard let lacking = Digest.list(bytes) else {
            throw .refused("\(url) answered with \(bytes.count) bytes where the names of recordings have 32 each.")
        }
        return Set(lacking)
    }

    func put(_ recording: [UInt8], _ digest: Digest) async throws(Failure) {
        let (status, bytes) = try await send(.PUT, "/v1/blobs/" + digest.text, body: recording)
        guard status == .noContent else { throw refusal(status, bytes) }
    }

    func recording(_ digest: Digest) async throws(Failure) -> [UInt8] {
        let (status, bytes) = try await send(.GET, "/v1/blobs/" + digest.text)
        guard status == .ok else { throw refusal(status, bytes) }
        return bytes
    }

    /// Calls `onHead` whenever the server says that it has news, until the connection ends.
    ///
    /// - Returns: whether it ever said so; it does at once where the connection comes about.
    @discardableResult
    func live(_ onHead: @Sendable () -> Void) async -> Bool {
        var hasBegun = false
        do {
            let response = try await Self.http.execute(request(.GET, "/v1/live"), deadline: .distantFuture)
            guard response.status == .ok else { return false }
            var isStart = true
            for try await chunk in response.body {
                // A line of data starts an event; one of a colon alone is a sign of life.
                for byte in chunk.readableBytesView {
                    if isStart, byte == UInt8(ascii: "d") {
                        hasBegun = true
                        onHead()
                    }
                    isStart = byte == UInt8(ascii: "\n")
                }
            }
        } catch {}
        return hasBegun
    }

    private func send(
        _ method: HTTPMethod, _ path: String, body: [UInt8]? = nil
    ) async throws(Failure) -> (HTTPResponseStatus, [UInt8]) {
        var request = request(method, path)
        var patience = patience
        if let body {
            request.headers.replaceOrAdd(name: "content-type", value: "application/octet-stream")
            let packed = Gzip.packed(body)
            if packed != nil { request.headers.add(name: "content-encoding", value: "gzip") }
            request.body = .bytes(ByteBuffer(bytes: packed ?? body))
            patience += .seconds((packed ?? body).count / AnswerPace.leastRate)
        }
        do {
            let client = body?.count ?? 0 > Self.greatestBriefly ? Self.uploading : Self.http
            let response = try await client.execute(request, timeout: TimeAmount(patience))
            if response.status == .ok, response.headers.first(name: "content-type")?.hasPrefix("text/html") == true {
                throw Failure.refused(
                    "\(url) answered with a page for people; check the address, and whether the network asks to sign in."
                )
            }
            let bytes = try await collect(response.body)
            switch response.headers.first(name: "content-encoding")?.lowercased() {
            case nil, "identity": return (response.status, Array(buffer: bytes))
            case "gzip": return (response.status, try Gzip.unpacked(Array(buffer: bytes), upTo: Self.greatestAnswer))
            case let coding?:
                throw Failure.refused(
                    "\(url) packs its answers as \(coding), not as gzip; check what stands before it.")
            }
        } catch let failure as Failure {
            throw failure
        } catch is NIOTooManyBytesError {
            throw .refused("\(url) answered with more than \(Self.greatestAnswer) bytes.")
        } catch is Gzip.Failure {
            throw .refused("\(url) answered with bytes that can't be unpacked.")
        } catch {
            throw Failure(unreachable: url, error)
        }
    }

    /// The whole of an answer. A byte now and then satisfies the client's own limit for ever.
    private func collect(_ body: HTTPClientResponse.Body) async throws -> ByteBuffer {
        var bytes = ByteBuffer()
        var pace = AnswerPace()
        // The time that a laptop sleeps isn't the server's fault.
        let start = SuspendingClock.now
        for try await chunk in body {
            bytes.writeImmutableBuffer(chunk)
            guard bytes.readableBytes <= Self.greatestAnswer else {
                throw NIOTooManyBytesError(maxBytes: Self.greatestAnswer)
            }
            guard pace.isKept(bytes.readableBytes, after: start.duration(to: .now)) else { throw TooSlow() }
        }
        return bytes
    }

    /// An answer began, and comes too slowly to wait for its end.
    struct TooSlow: Error {}

    private func request(_ method: HTTPMethod, _ path: String) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: url + path)
        request.method = method
        request.headers.add(name: "accept-encoding", value: "gzip")
        request.headers.add(name: "daybook-protocol", value: "\(protocolVersion)")
        if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
        return request
    }

    /// Where a program answers that isn't a server of Daybook, or one of another age.
    private func noMessage(_ error: WireError) -> Failure {
        .refused("\(url) answered with something that isn't a message of sync. Check the address. \(error.message)")
    }

    private func refusal(_ status: HTTPResponseStatus, _ bytes: [UInt8]) -> Failure {
        if status == .unauthorized, token == nil {
            return .refused(
                "\(url) asks for a token, and this device has none. One is made on the server: daybook token add NAME. "
                    + "Then give it to this device: daybook remote add \(url)")
        }
        var detail = "\(status.code) \(status.reasonPhrase)"
        if case .object(let members)? = try? JSONValue(bytes), case .string(let text)? = members["detail"] {
            detail = text
        }
        let hint = status == .unauthorized ? ". Then give it to this device: daybook remote add \(url)" : ""
        return .refused("\(url) refused: \(detail)\(hint)")
    }

    private static let greatestAnswer = 256 * 1_024 * 1_024

    /// So many bytes are on their way in the time in which an answer is waited for.
    private static let greatestBriefly = 512 * 1_024
    /// A live connection gives a sign of life every 15 seconds.
    private static let http = client(silence: .seconds(45))
    /// The silence counts from when the system was handed all that is sent, of which megabytes may be on their way.
    private static let uploading = client(silence: .minutes(10))

    /// Lives as long as the process. It tells at once that nobody is there, rather than try again by itself.
    static func client(silence: TimeAmount) -> HTTPClient {
        var configuration = HTTPClient.Configuration(timeout: .init(connect: .seconds(10), read: silence))
        // A request is meant for this server and no other.
        configuration.redirectConfiguration = .disallow
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    }
}

/// The least pace of an answer: 1 KiB a second, which any line that is of use keeps, on average over some time.
struct AnswerPace {
    private static let window = Duration.seconds(45)
    private var start = Duration.zero
    private var count = 0
    /// In bytes a second.
    static let leastRate = 1_024

    /// To be asked at each part that comes.
    ///
    /// - Parameters:
    ///   - bytes: how many have come in all.
    ///   - time: since the answer began.
    mutating func isKept(_ bytes: Int, after time: Duration) -> Bool {
        guard time - start >= Self.window else { return true }
        defer { (start, count) = (time, bytes) }
        return Double(bytes - count) >= Double(Self.leastRate) * ((time - start) / .seconds(1))
    }
}
