import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A connection, from its bytes to its requests.
struct HTTPChannel: HTTPChannelHandler {
    let responder: Responder
    let idleTimeout: TimeAmount

    /// The limits of the head of a request. The fields of a to-do travel in headers.
    private static let limits = {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 80 * 1_024
        limits.maxHeaderListSize = 80 * 1_024
        limits.maxHeaderFieldCount = 1_000
        return limits
    }()

    func setup(
        channel: any Channel, logger: Logger
    ) -> EventLoopFuture<NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            // Requests on one connection come one by one anyway; what can't be parsed the handler of requests answers;
            // and the types of the answers' headers have checked them.
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false, withErrorHandling: false, withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(), withDecoderLimitConfiguration: Self.limits)
            try pipeline.addHandler(HTTP1Codec())
            try pipeline.addHandler(ConnectionHandler(patience: idleTimeout))
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: Duration(idleTimeout), logger: logger))
            return try NIOAsyncChannel(
                wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
        }
    }

    func handle(value: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>, logger: Logger) async {
        await handleHTTP(asyncChannel: value, logger: logger)
    }
}
