import HTTPTypes
import Hummingbird
import Logging

/// Turns every error into problem details: the one place where errors become HTTP.
struct ProblemMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            return Self.response(for: error, request, context)
        }
    }

    static func response(for error: any Error, _ request: Request, _ context: Context) -> Response {
        let problem = Problem(error, request)
        if problem.status.kind == .serverError {
            context.logger.error(
                "request failed",
                metadata: [
                    "method": "\(request.method.rawValue)", "route": "\(context.endpointPath ?? "none")",
                    "error": "\(error)",
                ])
        }
        return problem.response
    }
}
