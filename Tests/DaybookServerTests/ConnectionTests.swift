import DaybookCore
import DaybookStorage
import Fixtures
import Logging
import NIOCore
import NIOPosix
import Testing

@testable import DaybookServer

/// How long the server keeps sockets open.
@Suite struct ConnectionTests {
    private typealias Socket = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    @Test(
        "Half a request is given up after a while; news go on for as long as somebody listens",
        .timeLimit(.minutes(15)))
    func idle() async throws {
        let folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book.sqlite"))
        try await serving(book, idleTimeout: .seconds(3)) { port in
            let news = try await connect(port)
            try await news.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: "GET /v1/live HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n"))
                var parts = inbound.makeAsyncIterator()
                try await read(until: "data: 0\n\n", &parts)

                let half = try await connect(port)
                let answer = try await half.executeThenClose { inbound, outbound in
                    try await outbound.write(ByteBuffer(string: "POST /v1/push HTTP/1.1\r\nHost: "))
                    return try await inbound.reduce(into: "") { $0 += String(buffer: $1) }
                }
                #expect(!answer.contains("200"))

                _ = try await book.write { try $0.add(TodoDraft(title: "milk")) }
                try await read(until: "data: 1\n\n", &parts)
            }
        }
    }

    private func connect(_ port: Int) async throws -> Socket {
        try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture { try Socket(wrappingChannelSynchronously: channel) }
            }
    }

    /// Reads until the text that came ends with `end`; fails if the server closes before.
    private func read(
        until end: String, _ parts: inout NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
    ) async throws {
        var text = ""
        while !text.contains(end) {
            text += String(buffer: try #require(try await parts.next(), "closed after \(text)"))
        }
    }

    private func serving(
        _ book: Book, idleTimeout: TimeAmount, _ body: @Sendable @escaping (_ port: Int) async throws -> Void
    ) async throws {
        let address = try #require(ListeningAddress(host: "127.0.0.1", port: 0))
        var server = try BookServer(
            book: book, address: address, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        server.idleTimeout = idleTimeout
        let (urls, told) = AsyncStream.makeStream(of: String.self)
        try await withThrowingTaskGroup(of: Void.self) { [server] group in
            group.addTask { try await server.run { told.yield($0) } }
            let url = try #require(await urls.first { _ in true })
            try await body(try #require(url.split(separator: ":").last.flatMap { Int($0) }))
            group.cancelAll()
        }
    }
}
