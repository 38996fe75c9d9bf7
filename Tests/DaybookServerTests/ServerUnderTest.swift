import DaybookApp
import DaybookCore
import DaybookStorage
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import DaybookServer

/// The server without a socket: requests go to its responder, and it keeps its book in memory.
struct ServerUnderTest {
    let book: Book
    private let pipeline: RequestPipeline
    private let logger: Logger
    /// Each route as `GET /path/{parameter}`, without those for HEAD.
    let routes: [String]

    /// - Parameter book: one in memory unless the test brings its own.
    init(
        book: Book? = nil, allowedOrigin: String? = nil, assets: Assets = .none,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, kinds: [ServedKind] = ServedKind.all
    ) throws {
        let book = try book ?? Book.inMemory()
        try self.init(
            .one(book), book: book, transport: .loopback, allowedOrigin: allowedOrigin, assets: assets, logger: logger,
            kinds: kinds)
    }

    /// - Parameter book: what `titles` tells of.
    init(
        _ books: ServedBooks, book: Book, transport: RequestGuard.Transport, allowedOrigin: String? = nil,
        assets: Assets = .none,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, metricsToken: String? = nil,
        kinds: [ServedKind] = ServedKind.all
    ) throws {
        self.book = book
        let address = try #require(ListeningAddress(host: "127.0.0.1", port: 0))
        var server = BookServer(
            books, address: address, transport: transport, allowedOrigin: allowedOrigin.flatMap { WebOrigin($0) },
            logger: logger,
            assets: assets
        ).watched(drainDelay: .zero, token: metricsToken)
        server.kinds = kinds
        routes = server.routes().routes.filter { $0.method != .head }.map { route in
            let parts = route.path.description.split(separator: "/").map {
                $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0)
            }
            return "\(route.method.rawValue) /" + parts.joined(separator: "/")
        }
        pipeline = server.pipeline()
        self.logger = logger
    }

    /// - Parameter peer: the address at the other end; nil without a socket.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String] = [:], body: [UInt8] = [],
        host: String? = "localhost", peer: String? = nil
    ) async throws -> Answer {
        try await Answer(respond(method, path, headers, body: body, host: host, peer: peer))
    }

    /// As `send`, before any of the answer is taken.
    func respond(
        _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String] = [:], body: [UInt8] = [],
        host: String? = "localhost", peer: String? = nil
    ) async throws -> Response {
        try await respond(
            method, path, headers, of: RequestBody(buffer: ByteBuffer(bytes: body)), host: host, peer: peer)
    }

    /// - Parameter meanwhile: what happens after the first half of the body has come, and before the other comes.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String], body: [UInt8],
        meanwhile: @escaping @Sendable () async throws -> Void
    ) async throws -> Answer {
        let half = body.count / 2
        let sent = Mutex(0)
        let stream = AsyncThrowingStream<ByteBuffer, any Error> { [sent] in
            switch sent.withLock({ sent in
                defer { sent += 1 }
                return sent
            }) {
            case 0: return ByteBuffer(bytes: body[..<half])
            case 1:
                try await meanwhile()
                return ByteBuffer(bytes: body[half...])
            default: return nil
            }
        }
        return try await Answer(
            respond(method, path, headers, of: RequestBody(asyncSequence: stream), host: "localhost"))
    }

    private func respond(
        _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String], of body: RequestBody,
        host: String?, peer: String? = nil
    ) async throws -> Response {
        var fields = HTTPFields()
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        let request = Request(
            head: HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: fields),
            body: body)
        let channel = NIOAsyncTestingChannel()
        if let peer { try await channel.connect(to: SocketAddress(ipAddress: peer, port: 1)).get() }
        let context = ConnectionContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        return try await pipeline.respond(to: request, context: context)
    }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String] = [:], json: String
    ) async throws -> Answer {
        try await send(method, path, headers, body: Array(json.utf8))
    }

    /// The titles in the order of the list, finished ones in parentheses.
    func titles() throws -> [String] {
        try book.read { try $0.rows().map { $0.todo.isCompleted ? "(\($0.todo.title))" : $0.todo.title } }
    }
}

struct Answer {
    let status: Int
    let headers: HTTPFields
    let bytes: [UInt8]
    /// How many bytes it was handed over with, each time.
    let parts: [Int]

    init(_ response: Response) async throws {
        let writer = BodyRecorder()
        try await response.body.write(writer)
        (status, headers, bytes) = (response.status.code, response.headers, writer.bytes)
        parts = writer.parts
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func json() throws -> FoundationJSON { try FoundationJSON(bytes) }

    /// The lines of a kind that the app reads.
    func shown(_ kind: ImportAnswer.Kind) throws -> [ImportAnswer.Line] {
        try ImportAnswer(bytes: bytes).lines.filter { $0.kind == kind }
    }

    /// A member of the object that the body is, or of the one at `index` of the array that it is.
    func member(_ name: String, at index: Int? = nil) throws -> FoundationJSON? {
        switch (try json(), index) {
        case (.object(let members), nil): members[name]
        case (.array(let elements), let index?): elements.indices.contains(index) ? elements[index].member(name) : nil
        default: nil
        }
    }

    /// How many elements the array has that the body is.
    func count() throws -> Int? {
        if case .array(let elements) = try json() { elements.count } else { nil }
    }
}

/// Takes an answer, or hangs up after so many parts of it.
final class BodyRecorder: ResponseBodyWriter {
    struct HungUp: Error {}

    nonisolated(unsafe) private(set) var bytes: [UInt8] = []
    nonisolated(unsafe) private(set) var parts: [Int] = []
    private let most: Int

    init(upTo most: Int = .max) { self.most = most }

    func write(_ buffer: ByteBuffer) async throws {
        parts.append(buffer.readableBytes)
        if parts.count > most { throw HungUp() }
        bytes += Array(buffer: buffer)
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
