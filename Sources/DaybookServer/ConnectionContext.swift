import DaybookStorage
import Hummingbird
import Logging
import NIOCore

/// Facts of a request that are known before it is known whose book it is about.
struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel
    /// Who asks, by which name of the server; the `RequestGuard` works it out.
    var caller = Caller()

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Lets all that is logged of the request name the account by its number. To be called before the routes are asked.
    mutating func note(_ account: Account?) {
        guard let account else { return }
        var logger = logger
        logger[metadataKey: "account"] = "\(account.id)"
        coreContext = CoreRequestContextStorage(source: Source(channel: channel, logger: logger))
    }

    /// The port that the connection came in by; nil outside a socket, which counts as HTTP's own port 80.
    var port: Int? { channel.localAddress?.port }

    /// The IP address at the other end; nil outside a socket.
    var peer: String? { channel.remoteAddress?.plainIPAddress }
}

extension SocketAddress {
    /// The IP address; one of IPv4 as such, also if it came in by a socket for IPv6 (`::ffff:127.0.0.1`).
    var plainIPAddress: String? {
        ipAddress.map { $0.hasPrefix("::ffff:") && $0.contains(".") ? String($0.dropFirst("::ffff:".count)) : $0 }
    }
}

/// Where a request comes from, and the server's own name in it.
struct Caller: Equatable, Sendable {
    /// The IP address of the device; empty if there is no socket, or only this machine is served.
    var address = ""
    /// True where it comes from this machine.
    var isThisMachine = true
    /// True where nobody on the way could read along.
    var isSecure = false
    /// The host and perhaps a port by which the server was called.
    var authority = "localhost"

    /// The server as it was called, as browsers spell an origin.
    var origin: String { (isSecure ? "https://" : "http://") + authority }
}
