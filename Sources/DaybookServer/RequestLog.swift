import Hummingbird
import Logging

/// Logs a line for each request: what was asked for, what came of it, and how long it took. The route is logged
/// rather than the address, and no field of a to-do.
struct RequestLog: RouterMiddleware {
    typealias Context = ConnectionContext

    func handle(
        _ request: Request, context: ConnectionContext, next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        guard context.logger.logLevel <= .info else { return try await next(request, context) }
        let clock = ContinuousClock()
        let start = clock.now
        let response = try await next(request, context)
        let duration = (clock.now - start).components
        context.logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)",
                "route": "\(context.endpointPath ?? "none")",
                "status": "\(response.status.code)",
                "bytes": "\(response.body.contentLength ?? 0)",
                "microseconds": "\(duration.seconds * 1_000_000 + duration.attoseconds / 1_000_000_000_000)",
            ])
        return response
    }
}
