import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Ends connections so that each request is either answered or never begun.
///
/// - What arrives once a connection is being closed is dropped: nobody would hear the answer. TLS waits for the other
///   side's goodbye meanwhile, and hands on what comes.
/// - What is left of a request that was answered before all of it had come is read and dropped where the connection ends
///   with the answer: a client that sends all before it listens would wait for ever.
/// - A client that waits before it sends the body (`Expect: 100-continue`, RFC 9110, 10.1.1) gets 100.
/// - A body comes at 1 KiB a second at the least, on average over some time: nobody keeps a connection for days with a
///   byte now and then.
/// - A large answer is on its way long after the server behind this has handed it over. What closes the connection
///   meanwhile, as being idle or at the end of the server, waits until it has gone, or nobody takes it any longer; the end
///   of the server waits for some seconds.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// In bytes. Who sends more after the answer is cut off.
    private static let greatestRest = 64 * 1_024 * 1_024
    /// In bytes. What is larger goes in pieces of this size, each of which tells when it has gone.
    private static let piece = 64 * 1_024
    /// How many of them are on their way at once: TLS would encrypt all of them into one, and tell of nothing until the
    /// last byte has gone.
    private static let mostUnderWay = 4

    /// In bytes a second.
    private static let leastRate = 1_024

    /// How long nothing may go of an answer that is on its way, and over which time the pace of a body counts.
    private let patience: TimeAmount
    private var isInRequest = false
    /// Requests that have begun, and the bytes of all their bodies.
    private var (requests, bodySize) = (0, 0)
    private var bodyWatch: Scheduled<Void>?
    /// True where the reader of the requests waits for more.
    private var isReading = false
    private var isEnding = false
    private var restSize = 0
    /// Requests whose answers haven't gone by here as a whole.
    private var unanswered = 0
    /// True where the last of them waits to be told to go on with its body.
    private var owesContinue = false
    /// The parts that wait for their turn: pieces, and what was written after them.
    private var waiting: CircularBuffer<(part: HTTPResponsePart, promise: EventLoopPromise<Void>?)> = []
    /// Pieces that are on their way, and how many have gone so far.
    private var (underWay, gone) = (0, 0)
    private var isSending = false
    /// The calls that closed the connection meanwhile.
    private var closings: [(mode: CloseMode, promise: EventLoopPromise<Void>?)] = []

    init(patience: TimeAmount) { self.patience = patience }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch part {
        case .head(let head):
            isInRequest = true
            requests += 1
            unanswered += 1
            owesContinue = !isEnding && head.headerFields[.expect]?.lowercased() == "100-continue"
            tellToGoOn(context)
        case .body(let bytes):
            bodySize += bytes.readableBytes
            if isEnding { restSize += bytes.readableBytes }
            if bodyWatch == nil { watchBody(context) }
        case .end:
            isInRequest = false
        }
        if !isEnding {
            context.fireChannelRead(wrapInboundOut(part))
        } else if restSize > Self.greatestRest {
            context.close(promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // It would keep what the connection held until then.
        bodyWatch?.cancel()
        context.fireChannelInactive()
    }

    func read(context: ChannelHandlerContext) {
        isReading = true
        context.read()
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        // The reader of the requests asks for no more.
        if isEnding, isInRequest { read(context: context) }
        context.fireChannelReadComplete()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part = unwrapOutboundIn(data)
        guard case .body(var bytes) = part, bytes.readableBytes > Self.piece else {
            if waiting.isEmpty { handOn(part, promise, context) } else { waiting.append((part, promise)) }
            return
        }
        if !isUnderWay { watch(context) }
        while let piece = bytes.readSlice(length: min(Self.piece, bytes.readableBytes)), piece.readableBytes > 0 {
            waiting.append((.body(piece), bytes.readableBytes == 0 ? promise : nil))
        }
        send(context)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode != .input { isEnding = true }
        if isUnderWay {
            // The input alone is closed where the server has no time left.
            if mode == .input { context.close(promise: promise) } else { closings.append((mode, promise)) }
            return
        }
        context.close(mode: mode, promise: promise)
        if mode == .output, isInRequest { read(context: context) }
    }

    private func handOn(
        _ part: HTTPResponsePart, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
    ) {
        context.write(wrapOutboundOut(part), promise: promise)
        guard case .end = part else { return }
        unanswered -= 1
        tellToGoOn(context)
    }

    /// Not in the middle of the answer to the request before.
    private func tellToGoOn(_ context: ChannelHandlerContext) {
        guard owesContinue, unanswered == 1 else { return }
        owesContinue = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    private var isUnderWay: Bool { underWay > 0 || !waiting.isEmpty }

    /// Sends as many pieces as may be on their way, and carries out what closed the connection once there are no more.
    private func send(_ context: ChannelHandlerContext) {
        // A part that has gone at once calls it again.
        guard !isSending else { return }
        isSending = true
        while underWay < Self.mostUnderWay, let (part, promise) = waiting.popFirst() {
            if case .body = part {
                let hasGone = context.eventLoop.makePromise(of: Void.self)
                underWay += 1
                hasGone.futureResult.assumeIsolated().whenComplete { [self] _ in
                    underWay -= 1
                    gone += 1
                    send(context)
                }
                hasGone.futureResult.cascade(to: promise)
                context.write(wrapOutboundOut(part), promise: hasGone)
            } else {
                handOn(part, promise, context)
            }
            if underWay == Self.mostUnderWay || waiting.isEmpty { context.flush() }
        }
        isSending = false
        guard !isUnderWay else { return }
        let closings = closings
        self.closings = []
        for closing in closings { close(context: context, mode: closing.mode, promise: closing.promise) }
    }

    /// Gives the connection up once too little has come of a body that is waited for.
    private func watchBody(_ context: ChannelHandlerContext) {
        bodyWatch = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [self, requests, bodySize] in
            bodyWatch = nil
            guard isInRequest else { return }
            let least = patience.nanoseconds / 1_000_000_000 * Int64(Self.leastRate)
            if requests == self.requests, isReading, self.bodySize - bodySize < least {
                context.close(promise: nil)
            } else {
                watchBody(context)
            }
        }
    }

    /// Gives the connection up once nothing has gone for too long.
    private func watch(_ context: ChannelHandlerContext) {
        context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [self, gone] in
            guard isUnderWay else { return }
            if self.gone > gone { watch(context) } else { context.close(promise: nil) }
        }
    }
}
