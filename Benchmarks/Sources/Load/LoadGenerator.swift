import Foundation

/// Sends one request again and again over several connections that stay open, each with one request on its way.
public final class LoadGenerator {
    private let port: UInt16
    private var connections: [Connection] = []

    public init(port: UInt16, connections count: Int) throws {
        self.port = port
        for _ in 0..<count { connections.append(try Connection(port: port)) }
    }

    /// The bytes of a request.
    public func request(
        _ method: String, _ path: String, headers: String = "", body: [UInt8] = []
    ) -> [UInt8] {
        let head =
            "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(body.count)\r\n\(headers)\r\n"
        return Array(head.utf8) + body
    }

    /// - Returns: requests a second.
    @discardableResult
    public func run(_ request: [UInt8], count: Int) throws -> Double { try run(count: count) { _ in request } }

    /// - Parameter request: the request by its number, from 0.
    /// - Returns: requests a second.
    @discardableResult
    public func run(count: Int, _ request: (Int) -> [UInt8]) throws -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        var sent = 0
        var unanswered = count
        for connection in connections where sent < count {
            try connection.send(request(sent))
            sent += 1
        }
        var waiting = connections.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
        while unanswered > 0 {
            guard poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else { throw BenchmarkError(message: "No answer.") }
            for (index, connection) in connections.enumerated() where waiting[index].revents != 0 {
                guard try connection.receive() != nil else { continue }
                unanswered -= 1
                if sent < count {
                    try connection.send(request(sent))
                    sent += 1
                }
            }
        }
        return Double(count) / (Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }

    /// Sends one request and waits.
    ///
    /// - Returns: the body of the answer.
    public func body(_ request: [UInt8]) throws -> [UInt8] {
        try connections[0].send(request)
        while true {
            if let body = try connections[0].receive() { return body }
        }
    }

    /// Sends the request over every connection and waits until each has got the start of an answer, which stays open.
    public func open(_ request: [UInt8]) throws {
        for connection in connections { try connection.send(request) }
        for connection in connections { try connection.receiveHead() }
    }

    /// Waits for more of the first answer that stays open: of what came behind its head, too.
    public func next() throws -> String { String(decoding: try connections[0].receiveMore(), as: UTF8.self) }
}

/// A connection to a port of this machine, which the caller closes.
public func loopbackSocket(_ port: UInt16) throws -> Int32 {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
    guard status == 0 else {
        close(socket)
        throw BenchmarkError(message: "Port \(port) can't be reached.")
    }
    // No read waits for ever.
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    return socket
}

/// One open connection to the server.
private final class Connection {
    private static let endOfHead = Array("\r\n\r\n".utf8)
    private static let lengthField = Array("Content-Length: ".utf8)

    let socket: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)
    private var count = 0

    init(port: UInt16) throws {
        socket = try loopbackSocket(port)
        var yes: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit { close(socket) }

    func send(_ request: [UInt8]) throws {
        guard write(socket, request, request.count) == request.count else {
            throw BenchmarkError(message: "The server hung up.")
        }
    }

    /// Takes what has arrived.
    ///
    /// - Returns: the body of the answer, once it is complete.
    func receive() throws -> [UInt8]? {
        try fill()
        guard let (start, size) = answerSize(), count >= size else { return nil }
        guard buffer[9] == UInt8(ascii: "2") else {
            throw BenchmarkError(message: String(decoding: buffer[..<count], as: UTF8.self))
        }
        count = 0
        return Array(buffer[start..<size])
    }

    /// Waits for the head of an answer that stays open. What came with it is left for `receiveMore`.
    func receiveHead() throws {
        while true {
            try fill()
            guard let (head, _) = answerSize() else { continue }
            guard buffer[9] == UInt8(ascii: "2") else {
                throw BenchmarkError(message: String(decoding: buffer[..<count], as: UTF8.self))
            }
            buffer.removeFirst(head)
            buffer.append(contentsOf: repeatElement(0, count: head))
            count -= head
            return
        }
    }

    /// Takes what has come of the body, and waits for some bytes where none has.
    func receiveMore() throws -> ArraySlice<UInt8> {
        if count == 0 { try fill() }
        defer { count = 0 }
        return buffer[..<count]
    }

    /// Waits for bytes, and puts them behind those that are there.
    private func fill() throws {
        if count == buffer.count { buffer.append(contentsOf: repeatElement(0, count: buffer.count)) }
        let capacity = buffer.count - count
        let received = buffer.withUnsafeMutableBytes { read(socket, $0.baseAddress?.advanced(by: count), capacity) }
        guard received != -1 || errno != EAGAIN else {
            throw BenchmarkError(message: "The server has said nothing for a minute.")
        }
        guard received > 0 else { throw BenchmarkError(message: "The server hung up.") }
        count += received
    }

    /// The size of the head, and with the body that it announces; nil while the head is incomplete.
    private func answerSize() -> (head: Int, whole: Int)? {
        buffer.withUnsafeBytes { buffer in
            guard let head = buffer.end(of: Self.endOfHead, before: count) else { return nil }
            guard let field = buffer.end(of: Self.lengthField, before: head) else { return (head, head) }
            let digits = buffer[field..<head].prefix { $0 != UInt8(ascii: "\r") }
            return (head, digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } + head)
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Where the first `part` ends that lies before `limit`.
    ///
    /// Foundation's search would take the time of the server that is measured, the more the longer its heads are.
    fileprivate func end(of part: [UInt8], before limit: Int) -> Int? {
        var start = 0
        while start + part.count <= limit {
            var length = 0
            while length < part.count, self[start + length] == part[length] { length += 1 }
            if length == part.count { return start + length }
            start += 1
        }
        return nil
    }
}
