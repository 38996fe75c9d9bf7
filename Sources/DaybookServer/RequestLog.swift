import Hummingbird
import Logging

/// Logs a line for each request: what was asked for, what came of it, and how long it took. The route is logged
/// rather than the address, and no field of a to-do.
struct RequestLog {
    /// Nil where such lines aren't logged.
    private let start: ContinuousClock.Instant?

    init(_ logger: Logger) {
        start = logger.logLevel <= .info ? ContinuousClock.now : nil
    }

    func log(_ response: Response, to request: Request, _ context: ConnectionContext) {
        guard let start else { return }
        let duration = (ContinuousClock.now - start).components
        context.logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)",
                "route": "\(context.endpointPath ?? "none")",
                "status": "\(response.status.code)",
                "bytes": "\(response.body.contentLength ?? 0)",
                "microseconds": "\(duration.seconds * 1_000_000 + duration.attoseconds / 1_000_000_000_000)",
            ])
    }
}
