import HTTPTypes
import Hummingbird

/// Tells browsers that one other site may read the answers (CORS), and answers their preflights.
struct CrossOrigin: RouterMiddleware {
    typealias Context = ConnectionContext

    let allowedOrigin: WebOrigin

    func handle(
        _ request: Request, context: ConnectionContext, next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.origin] == allowedOrigin.text else {
            var response = try await next(request, context)
            response.headers[.vary] = "Origin"
            return response
        }
        var response: Response
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            response = Response(status: .noContent)
            response.headers[.accessControlAllowMethods] = "GET, HEAD, POST, PATCH, DELETE"
            let classic = ClassicField.allCases.headerNames
            response.headers[.accessControlAllowHeaders] = "authorization, content-type, \(classic)"
            response.headers[.accessControlMaxAge] = "600"
        } else {
            // An error has to be readable, too.
            do {
                response = try await next(request, context)
            } catch {
                response = ProblemMiddleware<ConnectionContext>.response(for: error, request, context)
            }
            response.headers[.accessControlExposeHeaders] = "location"
        }
        response.headers[.accessControlAllowOrigin] = allowedOrigin.text
        response.headers[.vary] = "Origin"
        return response
    }
}
