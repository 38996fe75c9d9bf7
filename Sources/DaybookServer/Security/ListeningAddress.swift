/// Where the server listens.
public struct ListeningAddress: Equatable, Sendable {
    /// A name or an IP address, without brackets.
    public let host: String
    /// 0 lets the system choose.
    public let port: Int

    /// The names of this machine that nobody else can reach.
    static let loopbackHosts = ["127.0.0.1", "localhost", "::1"]

    /// Nil unless there is such a port, and a name, which may have the brackets that an address in a URL has.
    public init?(host: String, port: Int) {
        guard !["", "[]"].contains(host), (0...65_535).contains(port) else { return nil }
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = (isBracketed ? String(host.dropFirst().dropLast()) : host).lowercased()
        self.port = port
    }

    /// True where only this machine reaches it.
    public var isLoopback: Bool { Self.loopbackHosts.contains(host) }

    /// The address to open in a browser, once the port is known.
    func url(port: Int, isSecure: Bool) -> String {
        let usual = isSecure ? 443 : 80
        return (isSecure ? "https://" : "http://") + (host.contains(":") ? "[\(host)]" : host)
            + (port == usual ? "" : ":\(port)")
    }
}
