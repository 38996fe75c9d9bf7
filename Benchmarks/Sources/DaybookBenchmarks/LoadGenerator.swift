import Foundation

/// Sends one request again and again over several connections that stay open, each with one request on its way.
final class LoadGenerator {
    private let port: UInt16
    private var connections: [Connection] = []

    init(port: UInt16, connections count: Int) throws {
        self.port = port
        for _ in 0..<count { connections.append(try Connection(port: port)) }
    }

    /// The bytes of a request.
    func request(_ method: String, _ path: String, body: String = "") -> [UInt8] {
        let head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        return Array((head + body).utf8)
    }

    /// - Returns: requests a second.
    @discardableResult
    func run(_ request: [UInt8], count: Int) throws -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        var unsent = count
        var unanswered = count
        for connection in connections where unsent > 0 {
            try connection.send(request)
            unsent -= 1
        }
        var waiting = connections.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
        while unanswered > 0 {
            guard poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else { throw BenchmarkError(message: "No answer.") }
            for (index, connection) in connections.enumerated() where waiting[index].revents != 0 {
                guard try connection.receive() else { continue }
                unanswered -= 1
                if unsent > 0 {
                    try connection.send(request)
                    unsent -= 1
                }
            }
        }
        return Double(count) / (Double(DispatchTime.now().uptimeNanoseconds - start) / 1e9)
    }
}

/// One open connection to the server.
private final class Connection {
    private static let endOfHead = Array("\r\n\r\n".utf8)
    private static let lengthField = Array("Content-Length: ".utf8)

    let socket: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 18)
    private var count = 0

    init(port: UInt16) throws {
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw BenchmarkError(message: "Port \(port) can't be reached.") }
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
    /// - Returns: whether an answer is complete.
    func receive() throws -> Bool {
        let capacity = buffer.count - count
        let received = buffer.withUnsafeMutableBytes { read(socket, $0.baseAddress?.advanced(by: count), capacity) }
        guard received > 0 else { throw BenchmarkError(message: "The server hung up.") }
        count += received
        guard let size = answerSize() else { return false }
        guard count >= size else { return false }
        guard buffer[9] == UInt8(ascii: "2") else {
            throw BenchmarkError(message: String(decoding: buffer[..<count], as: UTF8.self))
        }
        count = 0
        return true
    }

    /// The size of the head and the body that it announces, or nil while the head is incomplete.
    private func answerSize() -> Int? {
        let received = buffer[..<count]
        guard let end = received.firstRange(of: Self.endOfHead)?.upperBound else { return nil }
        guard let field = received[..<end].firstRange(of: Self.lengthField)?.upperBound else { return end }
        let digits = received[field..<end].prefix { $0 != UInt8(ascii: "\r") }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } + end
    }
}
