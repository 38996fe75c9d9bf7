import Hummingbird

/// Tells errors the classic way: a message in an object of its own.
struct ClassicErrorMiddleware: RouterMiddleware {
    typealias Context = ServerContext

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as ClassicError {
            return Response(status: error.status, message: error.message)
        } catch {
            let problem = Problem(error, request)
            guard problem.status.kind == .clientError else { throw error }
            ProblemMiddleware.log(error, problem, request, context)
            return Response(status: problem.status, message: problem.detail)
        }
    }
}
