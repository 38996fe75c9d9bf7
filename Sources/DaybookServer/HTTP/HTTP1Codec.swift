import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Turns HTTP/1 into the types that every version of HTTP has, and back.
///
/// - An absolute-form target (`GET http://book.example/todos`) says for which server it is; the header `Host` doesn't
///   then (RFC 9112, 3.2.2). A second `Host` stays among the headers, where the `RequestGuard` finds it.
/// - A request that ends the connection has `Connection: close` and nothing else there, however it was spelled, and
///   so has its answer.
/// - One of HTTP/1.0 ends it always. Its answer has no chunks, and isn't waited for with `100 Continue`.
final class HTTP1Codec: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// Facts of its request that an answer has to know.
    private struct Exchange {
        /// HTTP/1.0, or older.
        let isOld: Bool
        let endsConnection: Bool
    }

    /// The exchanges of which the answer hasn't gone by here as a whole, the oldest first.
    private var exchanges: CircularBuffer<Exchange> = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            do {
                let request = try request(head)
                context.fireChannelRead(wrapInboundOut(.head(request)))
            } catch {
                context.fireErrorCaught(error)
            }
        case .body(let bytes): context.fireChannelRead(wrapInboundOut(.body(bytes)))
        case .end(let trailers):
            context.fireChannelRead(wrapInboundOut(.end(trailers.map { HTTPFields($0, splitCookie: false) })))
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let response):
            var head = HTTPResponseHead(response)
            if let exchange = exchanges.first, response.status.kind != .informational {
                if exchange.isOld { head.version = .http1_0 }
                if exchange.endsConnection { head.headers.replaceOrAdd(name: "Connection", value: "close") }
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let bytes): context.write(wrapOutboundOut(.body(.byteBuffer(bytes))), promise: promise)
        case .end(let trailers):
            _ = exchanges.popFirst()
            context.write(wrapOutboundOut(.end(trailers.map { HTTPHeaders($0) })), promise: promise)
        }
    }

    private func request(_ head: HTTPRequestHead) throws -> HTTPRequest {
        let isOld = head.version.major < 1 || head.version == .http1_0
        let exchange = Exchange(isOld: isOld, endsConnection: isOld || !head.isKeepAlive)
        let hosts = head.headers["Host"]
        var (authority, path) = (hosts.first, head.uri)
        if let target = AbsoluteTarget(head.uri) {
            path = target.path
            if authority != nil || isOld { authority = target.authority }
        }
        var request = HTTPRequest(
            method: try HTTPRequest.Method(head.method), scheme: "http", authority: authority, path: path,
            headerFields: HTTPFields(head.headers, splitCookie: false))
        if exchange.endsConnection { request.headerFields[.connection] = "close" }
        if isOld { request.headerFields[.expect] = nil }
        exchanges.append(exchange)
        return request
    }
}

/// The target in a request's first line where that names the server, too.
private struct AbsoluteTarget {
    let authority: String
    /// With the query.
    let path: String

    init?(_ target: String) {
        guard target.utf8.first != UInt8(ascii: "/"),
            let colon = target.utf8.firstIndex(of: UInt8(ascii: ":")), target.utf8[colon...].starts(with: "://".utf8)
        else { return nil }
        let rest = target.utf8[colon...].dropFirst(3)
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        authority = String(target[rest.startIndex..<end])
        path = (rest[end...].first == UInt8(ascii: "/") ? "" : "/") + target[end...]
    }
}
