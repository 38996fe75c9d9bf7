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
/// - A large answer is on its way long after the server behind this has handed it over. What closes the connection
///   meanwhile, as being idle or at the end of the server, waits until it has gone, or nobody takes it any longer; the end
///   of the server waits for some seconds.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// In bytes. Who sends more after the answer is cut off.
    private static let greatestRest = 64 * 1_024 * 1_024
    /// In bytes. What is larger goes in pieces of this size, each of which tells when it has gone.
    private static let piece = 64 * 1_024

    /// How long nothing may go of an answer that is on its way.
    private let patience: TimeAmount
    private var isInRequest = false
    private var isEnding = false
    private var restSize = 0
    /// Pieces that are on their way, and how many have gone so far.
    private var (piecesLeft, piecesGone) = (0, 0)
    /// What closed the connection while pieces were on their way.
    private var closings: [(mode: CloseMode, promise: EventLoopPromise<Void>?)] = []

    init(patience: TimeAmount) { self.patience = patience }

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

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .body(var bytes) = unwrapOutboundIn(data), bytes.readableBytes > Self.piece else {
            return context.write(data, promise: promise)
        }
        if piecesLeft == 0 { watch(context) }
        while let piece = bytes.readSlice(length: min(Self.piece, bytes.readableBytes)), piece.readableBytes > 0 {
            let hasGone = context.eventLoop.makePromise(of: Void.self)
            piecesLeft += 1
            hasGone.futureResult.assumeIsolated().whenComplete { [self] _ in
                piecesLeft -= 1
                piecesGone += 1
                if piecesLeft == 0 { close(context) }
            }
            if bytes.readableBytes == 0 { hasGone.futureResult.cascade(to: promise) }
            context.write(wrapOutboundOut(.body(piece)), promise: hasGone)
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input { isEnding = true }
        if piecesLeft > 0 {
            // The input alone is closed where the server has no time left.
            if mode == .input { context.close(promise: promise) } else { closings.append((mode, promise)) }
            return
        }
        context.close(mode: mode, promise: promise)
        if mode == .output, isInRequest { context.read() }
    }

    /// Carries out what closed the connection meanwhile.
    private func close(_ context: ChannelHandlerContext) {
        let closings = closings
        self.closings = []
        for closing in closings { close(context: context, mode: closing.mode, promise: closing.promise) }
    }

    /// Gives the connection up once nothing has gone for too long.
    private func watch(_ context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [self, piecesGone] in
            guard piecesLeft > 0 else { return }
            if self.piecesGone > piecesGone { watch(context) } else { context.close(promise: nil) }
        }
    }
}

extension HTTPFields {
    fileprivate var endConnection: Bool {
        self[values: .connection].contains { value in
            value.split(separator: ",").contains { $0.filter { $0 != " " && $0 != "\t" }.lowercased() == "close" }
        }
    }
}
