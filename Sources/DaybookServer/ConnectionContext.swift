import Hummingbird
import NIOCore

/// What is known of a request before it is known whose book it is about.
struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The port that the connection came in by; nil outside a socket, which counts as HTTP's own port 80.
    let port: Int?
    /// The IP address at the other end; nil outside a socket.
    let peer: String?
    /// Who asks, by which name of the server; the `RequestGuard` works it out.
    var caller = Caller()

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        port = source.channel.localAddress?.port
        peer = source.channel.remoteAddress?.ipAddress
    }
}

/// Where a request comes from, and the server's own name in it.
struct Caller: Equatable, Sendable {
    /// The IP address of the device; empty if there is no socket.
    var address = ""
    /// Whether nobody on the way could read along.
    var isSecure = false
    /// The host and perhaps a port by which the server was called.
    var authority = "localhost"

    /// The server as it was called, as browsers spell an origin.
    var origin: String { (isSecure ? "https://" : "http://") + authority }
}
