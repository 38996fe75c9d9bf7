import Hummingbird
import NIOCore

/// What a request knows besides itself.
struct ServerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The port that the connection came in by; nil outside a socket, which counts as HTTP's own port 80.
    let port: Int?

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        port = source.channel.localAddress?.port
    }
}
