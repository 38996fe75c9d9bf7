import Hummingbird
import Logging

/// Counts each request, and logs a line for it: what was asked for, by which account, what came of it, and how long it
/// took. The route is logged rather than the address, the account's number rather than its name, and no field of a to-do.
struct RequestLog {
    private let start = ContinuousClock.now
    private let metrics: Metrics

    init(_ metrics: Metrics) { self.metrics = metrics }

    func log(_ response: Response, to request: Request, _ context: ConnectionContext) {
        let time = ContinuousClock.now - start
        metrics.count(request.routedPath, status: response.status.code, time)
        guard context.logger.logLevel <= .info else { return }
        let duration = time.components
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
