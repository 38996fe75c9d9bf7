/// Where the server listens. There are no accounts yet, so that is this machine and nothing else.
public struct ListeningAddress: Equatable, Sendable {
    public let host: String
    /// 0 lets the system choose.
    public let port: Int

    /// The names of this machine that a server may listen on and a request may be addressed to.
    static let hosts = ["127.0.0.1", "localhost", "::1"]

    /// Nil unless `host` is one of this machine's own names and `port` is one.
    public init?(host: String, port: Int) {
        guard Self.hosts.contains(host), (0...65_535).contains(port) else { return nil }
        self.host = host
        self.port = port
    }

    /// The address to open in a browser, once the port is known.
    func url(port: Int) -> String {
        "http://\(host.contains(":") ? "[\(host)]" : host)\(port == 80 ? "" : ":\(port)")"
    }
}
