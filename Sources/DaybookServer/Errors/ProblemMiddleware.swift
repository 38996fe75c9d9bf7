import DaybookPostgres
import DaybookStorage
import HTTPTypes
import Hummingbird
import Logging

/// Turns what a route throws into problem details. What each error is in HTTP, `Problem` says.
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
        log(error, problem, request, context)
        return problem.response
    }

    private static func message(of error: any Error) -> String {
        switch error {
        case let error as BookError: error.message
        case let error as AccountError: error.message
        case let error as PostgresError: error.message
        case let error as BlobStoreError: error.message
        case let problem as Problem: problem.detail
        default: "\(error)"
        }
    }

    /// Logs what the server or its files are to blame for.
    static func log(_ error: any Error, _ problem: Problem, _ request: Request, _ context: Context) {
        switch error {
        case BookError.readOnly, AccountError.readOnly: break
        // A client asked to move something to another server.
        default: guard problem.status.kind == .serverError, problem.status != .badGateway else { return }
        }
        context.logger.error(
            "request failed",
            metadata: [
                "method": "\(request.method.rawValue)", "route": "\(context.endpointPath ?? "none")",
                "error": "\(message(of: error))",
            ])
    }
}
