import HTTPTypes
import Hummingbird

/// Shows the login page to a person who opens the web app without a session.
struct LoginMiddleware: RouterMiddleware {
    typealias Context = ConnectionContext

    let page: LoginPage

    func handle(
        _ request: Request, context: ConnectionContext, next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let problem as Problem
            where problem.status == .unauthorized && request.method == .get && request.uri.path == "/"
        {
            return page.response(.unauthorized, request.language, .form)
        }
    }
}
