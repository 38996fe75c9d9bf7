import DaybookCore
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// `GET /v1/live`: server-sent events that carry the head of the book and nothing else, at once and after each commit.
/// Lines with a colon alone are signs of life.
struct LiveRoute {
    let metrics: Metrics
    let drain: Drain

    func add(to router: Router<ServerContext>) {
        router.get("v1/live", use: live)
    }

    private func live(_ request: Request, _ context: ServerContext) throws -> Response {
        let version = try ProtocolCheck.version(for: request)
        // Held for as long as the connection: a book that nobody holds may be closed.
        let log = context.log
        let heads = log.heads()
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/event-stream", .cacheControl: "no-store", .daybookProtocol: String(version),
                // nginx would gather some kilobytes of it before it hands anything on.
                .accelBuffering: "no",
            ],
            body: ResponseBody { writer in
                try await metrics.streaming {
                    var last: BookHead?
                    // Who listens to a book that another has taken the place of comes again, and gets that one.
                    for await head in heads.cancelOnGracefulShutdown() {
                        guard await context.isAdmitted() else { break }
                        try await writer.write(ByteBuffer(string: head == last ? ":\n\n" : "data: \(head.seq)\n\n"))
                        last = head
                    }
                    withExtendedLifetime(log) {}
                    await drain.spread()
                }
                try await writer.finish(nil)
            })
    }
}

extension HTTPField.Name {
    fileprivate static let accelBuffering = HTTPField.Name("X-Accel-Buffering")!
}
