import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import NIOPosix
import Testing

@testable import DaybookServer

/// How long the server keeps sockets open.
@Suite struct ConnectionTests {
    private typealias Socket = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    @Test(
        "Half a request is given up after a while; news go on for as long as somebody listens",
        .timeLimit(.minutes(25)))
    func idle() async throws {
        let folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book.sqlite"))
        try await serving(book, idleTimeout: .seconds(3)) { port in
            let listen = Array("GET /v1/live HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n".utf8)
            let news = try await connect(port, sending: listen)
            try await news.executeThenClose { inbound, _ in
                var parts = inbound.makeAsyncIterator()
                try await read(until: "data: 0\n\n", &parts)

                let answer = try await answers(port, "POST /v1/push HTTP/1.1\r\nHost: ")
                #expect(!answer.contains("200"))

                _ = try await book.write { try $0.add(todo: .todo(title: "milk")) }
                try await read(until: "data: 1\n\n", &parts)
            }
        }
    }

    @Test(
        "A client that sends all before it listens hears that it was too much, or not let in", .timeLimit(.minutes(25)))
    func largeBody() async throws {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 24 * 1_024 * 1_024)
        try await serving(Book.inMemory(), idleTimeout: .hours(1)) { port in
            for (host, word, status) in [
                ("localhost:\(port)", "close", 413), ("evil.example", "close", 421),
                ("localhost:\(port)", "TE, Close", 413),
            ] {
                let head =
                    "POST /api/v1/todos HTTP/1.1\r\nHost: \(host)\r\nConnection: \(word)\r\n"
                    + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
                let answer = try await answers(port, Array(head.utf8) + body)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
            }
        }
    }

    @Test("Who waits to be told to go on with the body is told, and then gets the answer", .timeLimit(.minutes(25)))
    func expectsContinue() async throws {
        try await serving(Book.inMemory(), idleTimeout: .hours(1)) { port in
            let body = #"{"title":"milk"}"#
            let head =
                "POST /api/v1/todos HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\nExpect: 100-Continue\r\n\r\n"
            let client = try await connect(port, sending: Array(head.utf8))
            try await client.executeThenClose { inbound, outbound in
                var parts = inbound.makeAsyncIterator()
                try await read(until: "HTTP/1.1 100 Continue\r\n\r\n", &parts)
                try await outbound.write(ByteBuffer(string: body))
                try await read(until: "HTTP/1.1 201 Created\r\n", &parts)
                // It isn't told so in the middle of the answer before.
                try await outbound.write(
                    ByteBuffer(string: "GET /api/v1/todos HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n" + head))
                try await read(until: "}]HTTP/1.1 100 Continue\r\n\r\n", &parts)
                try await outbound.write(ByteBuffer(string: body))
                try await read(until: "HTTP/1.1 201 Created\r\n", &parts)
            }
        }
    }

    @Test("Nothing that arrives once a connection is being closed is taken for a request")
    func arrivesTooLate() throws {
        /// As TLS waits for the other side's goodbye.
        final class Waiting: ChannelOutboundHandler {
            typealias OutboundIn = HTTPResponsePart
            func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {}
        }
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([Waiting(), ConnectionHandler(patience: .hours(1))])
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/api/v1/todos")
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(try channel.readInbound(as: HTTPRequestPart.self) != nil)
        #expect(try channel.readInbound(as: HTTPRequestPart.self) != nil)
        channel.close(promise: nil)
        try channel.writeInbound(HTTPRequestPart.head(head))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(try channel.readInbound(as: HTTPRequestPart.self) == nil)
    }

    /// A connection on which the head of a request has come, and its body is to follow.
    private func receiving(
        _ handlers: [any ChannelHandler], on loop: EmbeddedEventLoop = EmbeddedEventLoop()
    ) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: loop)
        try channel.pipeline.syncOperations.addHandlers(handlers)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        let head = HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/v1/push")
        try channel.writeInbound(HTTPRequestPart.head(head))
        return channel
    }

    @Test(
        "Who sends a byte of a body now and then is given up, who sends 1 KiB a second isn't", arguments: [false, true])
    func drippedBody(answered: Bool) throws {
        /// A half of a connection is closed by nothing here.
        final class Line: ChannelOutboundHandler {
            typealias OutboundIn = HTTPResponsePart
            func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
                if mode == .all { context.close(promise: promise) }
            }
        }
        for (size, isKept) in [(1, false), (60 * 1_024, true)] {
            let channel = try receiving([Line(), ConnectionHandler(patience: .seconds(90))])
            if answered { channel.close(mode: .output, promise: nil) }
            for _ in 0..<7 where channel.isActive {
                try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0x78, count: size)))
                channel.read()
                channel.embeddedEventLoop.advanceTime(by: .seconds(30))
            }
            #expect(channel.isActive == isKept)
            _ = try? channel.finish()
        }
    }

    @Test("Of a connection that ended in the middle of a body nothing is kept")
    func endedInBody() throws {
        let loop = EmbeddedEventLoop()
        weak var kept: ConnectionHandler?
        do {
            let handler = ConnectionHandler(patience: .seconds(90))
            kept = handler
            let channel = try receiving([handler], on: loop)
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "x")))
            channel.close(promise: nil)
            loop.run()
        }
        loop.run()
        #expect(kept == nil)
    }

    @Test("A body that the server itself doesn't ask for yet may come later")
    func unreadBody() throws {
        let channel = try receiving([ConnectionHandler(patience: .seconds(90))])
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "x")))
        channel.embeddedEventLoop.advanceTime(by: .seconds(300))
        #expect(channel.isActive)
        _ = try? channel.finish()
    }

    /// A line that takes what it is given piece by piece, when it is told to.
    private final class SlowLine: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        var waiting: [() -> Void] = []
        var size = 0
        var hasEnd = false

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard case .body(let bytes) = unwrapOutboundIn(data) else {
                hasEnd = true
                return context.write(data, promise: promise)
            }
            waiting.append {
                self.size += bytes.readableBytes
                promise?.succeed()
            }
        }

        func take(_ count: Int) {
            let taken = waiting.prefix(count)
            waiting.removeFirst(taken.count)
            for piece in taken { piece() }
        }
    }

    /// A connection on which an answer of 1 MB is on its way.
    private func answering(over line: SlowLine) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        try channel.pipeline.syncOperations.addHandlers([line, ConnectionHandler(patience: .seconds(90))])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0x78, count: 1_000_000)), promise: nil)
        return channel
    }

    @Test("A connection stays until a large answer has gone, whatever closes it, as long as something goes")
    func largeAnswer() throws {
        let line = SlowLine()
        let channel = try answering(over: line)
        channel.close(promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        while line.size + line.waiting.count * 65_536 < 1_000_000 {
            line.take(1)
            channel.embeddedEventLoop.advanceTime(by: .seconds(80))
            #expect(channel.isActive && !line.hasEnd && line.waiting.count <= 4)
        }
        line.take(4)
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive && line.size == 1_000_000 && line.hasEnd)
    }

    @Test("A large answer holds up no server that has no time left")
    func noTimeLeft() throws {
        let line = SlowLine()
        let channel = try answering(over: line)
        channel.close(promise: nil)
        channel.embeddedEventLoop.run()
        #expect(channel.isActive)
        channel.close(mode: .input, promise: nil)
        channel.embeddedEventLoop.run()
        #expect(!channel.isActive)
        line.take(.max)
    }

    @Test("Who takes nothing of a large answer for too long is given up")
    func silentReader() throws {
        let line = SlowLine()
        let channel = try answering(over: line)
        line.take(2)
        channel.embeddedEventLoop.advanceTime(by: .seconds(100))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(90))
        #expect(!channel.isActive)
        line.take(.max)
    }

    @Test("A slow line gets a large answer, however long that takes", .timeLimit(.minutes(25)))
    func slowLine() async throws {
        let book = try Book.inMemory()
        var bytes = Array("OggS".utf8)
        var random = SystemRandomNumberGenerator()
        while bytes.count < Recording.greatestSize - 8 {
            withUnsafeBytes(of: random.next()) { bytes += Array($0) }
        }
        let recording = try Recording(bytes)
        try await book.write { try $0.store(recording) }
        // In a process of its own: here other tests may keep it waiting. It takes 1 MB a second.
        let client = """
            import socket, sys, time
            port, path, size = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
            line = socket.socket()
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
            line.connect(("127.0.0.1", port))
            line.sendall(b"GET %b HTTP/1.1\\r\\nHost: localhost:%d\\r\\nConnection: close\\r\\n\\r\\n" % (path.encode(), port))
            count = 0
            while bytes := line.recv(65536):
                count += len(bytes)
                time.sleep(len(bytes) / 1e6)
            sys.exit(0 if count > size else "%d bytes came" % count)
            """
        try await serving(book, idleTimeout: .seconds(6)) { port in
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/python3")
            process.arguments = [
                "-c", client, "\(port)", "/v1/blobs/\(recording.digest.text)", "\(recording.bytes.count)",
            ]
            try await process.start().value
            #expect(process.terminationStatus == 0)
        }
    }

    @Test("An answer to HEAD has no body, also if it refuses: the next answer of the connection is found")
    func head() async throws {
        try await serving(Book.inMemory(), idleTimeout: .seconds(30)) { port in
            let (name, own) = ("localhost:\(port)", "Host: localhost:\(port)\r\n")
            for (path, headers, status) in [
                ("/nothing", own, 404), ("/v1/push", own, 405), ("/todos", "Host: evil.example\r\n", 421),
                ("/todos", own + "Origin: https://evil.example\r\n", 403), ("/api/v1/todos/1", own, 404),
                ("/todo", own, 400), ("/welcome", own, 200),
            ] {
                let text = try await answers(
                    port,
                    "HEAD \(path) HTTP/1.1\r\n\(headers)\r\n"
                        + "GET /version HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n")
                let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
                let (head, rest) = (try #require(parts.first), try #require(parts.last))
                #expect(head.hasPrefix("HTTP/1.1 \(status) "), "\(head)")
                #expect(
                    head.lowercased().contains("content-length: ") && !head.lowercased().contains("content-length: 0"))
                #expect(rest.hasPrefix("HTTP/1.1 200 OK"), "\(path): \(rest)")
                #expect(rest.hasSuffix("}"))
            }
        }
    }

    @Test("Two headers Host are a 400, also equal ones; a target with the server's name counts more than Host")
    func hosts() async throws {
        try await serving(Book.inMemory(), idleTimeout: .hours(1)) { port in
            let own = "localhost:\(port)"
            for (target, hosts, status) in [
                ("/version", [own, own], 400), ("/version", [own, "evil.example"], 400), ("/version", [], 400),
                ("http://\(own)/version", [own, own], 400), ("http://\(own)/version", [], 400),
                ("http://\(own)/version", ["evil.example"], 200), ("HTTP://\(own)/version?x=://", [own], 200),
                ("http://evil.example/version", [own], 421),
                ("http://evil.example", [own], 421), ("http://a@\(own)/version", [own], 400),
                ("http:///version", [own], 400), ("/version?x=http://evil.example/", [own], 200),
            ] {
                let head = "GET \(target) HTTP/1.1\r\n" + hosts.map { "Host: \($0)\r\n" }.joined()
                let answer = try await answers(port, head + "Connection: close\r\n\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(target) \(hosts): \(answer)")
            }
        }
    }

    @Test("The connection of an HTTP/1.0 request ends with the answer, which has no chunks; one that ends says so")
    func oldVersion() async throws {
        let book = try Book.inMemory()
        try await serving(book, idleTimeout: .hours(1)) { port in
            let rest = "Host: localhost:\(port)\r\n"
            for more in ["", "Connection: keep-alive\r\n", "Expect: 100-continue\r\n"] {
                let answer = try await answers(port, "GET /version HTTP/1.0\r\n\(rest)\(more)\r\n")
                #expect(answer.hasPrefix("HTTP/1.0 200 OK\r\n") && answer.hasSuffix("}"), "\(answer)")
                #expect(answer.lowercased().contains("\r\nconnection: close\r\n"))
            }
            let absolute = try await answers(port, "GET http://localhost:\(port)/version HTTP/1.0\r\n\r\n")
            #expect(absolute.hasPrefix("HTTP/1.0 200 OK\r\n"))

            let news = try await connect(port, sending: Array("GET /v1/live HTTP/1.0\r\n\(rest)\r\n".utf8))
            try await news.executeThenClose { inbound, _ in
                var parts = inbound.makeAsyncIterator()
                try await read(until: "\r\n\r\ndata: 0\n\n", &parts)
                _ = try await book.write { try $0.add(todo: .todo(title: "milk")) }
                try await read(until: "data: 1\n\n", &parts)
            }

            let ending = try await answers(port, "GET /version HTTP/1.1\r\n\(rest)Connection: TE, Close\r\n\r\n")
            #expect(ending.lowercased().contains("\r\nconnection: close\r\n") && ending.hasPrefix("HTTP/1.1 200 "))
        }
    }

    @Test("003.15 A field that isn't UTF-8, such as Latin-1, is refused with a message, and nothing is stored")
    func latin1() async throws {
        let book = try Book.inMemory()
        try await serving(book, idleTimeout: .seconds(30)) { port in
            func send(_ request: String, _ field: [UInt8], _ rest: String = "") async throws -> String {
                let host = "Host: localhost:\(port)\r\nConnection: close\r\n"
                return try await answers(
                    port, Array("POST \(request) HTTP/1.1\r\n\(host)".utf8) + field + Array("\r\n\(rest)\r\n".utf8))
            }
            let rest = "id: 1\r\ndescription: d\r\nnotes: n\r\ncompleted: no\r\n"
            for path in ["/postTodo", "/updateTodo", "/hello"] {
                let answer = try await send(path, Array("name: caf".utf8) + [0xE9], rest)
                #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
                #expect(answer.contains(#"{"message":"The field name "#))
            }
            let name = "name: n\r\nid: 2\r\ncompleted: no\r\n"
            for (field, other) in [("description", "notes"), ("notes", "description")] {
                let answer = try await send(
                    "/postTodo", Array("\(field): caf".utf8) + [0xE9], "\(name)\(other): o\r\n")
                #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("The field \(field) "), "\(answer)")
            }
            let query = try await send("/hello?name=caf%E9", Array("A: b".utf8))
            #expect(query.hasPrefix("HTTP/1.1 400 "), "\(query)")
            #expect(try book.read { try $0.count() } == 0)
            #expect(try await send("/postTodo", Array("name: café".utf8), rest).contains(#""name":"café""#))
            #expect(try await send("/hello", Array("name: café".utf8)).hasSuffix("Hello, café!"))
        }
    }

    /// What the server says until it closes the connection.
    private func answers(_ port: Int, _ requests: String) async throws -> String {
        try await answers(port, Array(requests.utf8))
    }

    private func answers(_ port: Int, _ requests: [UInt8]) async throws -> String {
        try await connect(port, sending: requests).executeThenClose { inbound, _ in
            try await inbound.reduce(into: "") { $0 += String(buffer: $1) }
        }
    }

    /// - Parameter room: for how many bytes the system has a place until they are read.
    private func connect(_ port: Int, sending bytes: [UInt8], room: Int? = nil) async throws -> Socket {
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        if let room { bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: room) }
        return
            try await bootstrap
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Greeting(bytes: bytes))
                    return try Socket(wrappingChannelSynchronously: channel)
                }
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

/// Sends bytes as soon as there is a connection: until a task has its turn, the server may have given up waiting.
private final class Greeting: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
        context.fireChannelActive()
    }
}
