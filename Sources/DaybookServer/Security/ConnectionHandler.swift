import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends connections so that each request is either answered or never begun.
///
/// - What arrives once a connection is being closed is dropped: nobody would hear the answer. TLS waits for the other
///   side's goodbye meanwhile, and hands on what comes.
/// - What is left of a request that was answered before all of it had come is read and dropped where the connection ends
///   with the answer: a client that sends all before it listens would wait for ever.
/// - `Connection: Close, TE` is `close` to the server behind this.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// In bytes. Who sends more after the answer is cut off.
    private static let greatestRest = 64 * 1_024 * 1_024

    private var isInRequest = false
    private var isEnding = false
    private var restSize = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        switch part {
        case .head(var head):
            isInRequest = true
            if head.headerFields.endConnection {
                head.headerFields[.connection] = "close"
                part = .head(head)
            }
        case .body(let bytes):
            if isEnding { restSize += bytes.readableBytes }
        case .end:
            isInRequest = false
        }
        if !isEnding {
            context.fireChannelRead(wrapInboundOut(part))
        } else if restSize > Self.greatestRest {
            context.close(promise: nil)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // Whoever reads the requests asks for no more.
        if isEnding, isInRequest { context.read() }
        context.fireChannelReadComplete()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input { isEnding = true }
        context.close(mode: mode, promise: promise)
        if mode == .output, isInRequest { context.read() }
    }
}

extension HTTPFields {
    fileprivate var endConnection: Bool {
        self[values: .connection].contains { value in
            value.split(separator: ",").contains { $0.filter { $0 != " " && $0 != "\t" }.lowercased() == "close" }
        }
    }
}
