import HTTPTypes
import Hummingbird

/// Headers that keep a browser from doing more with an answer than it should.
struct SafeHeaders: RouterMiddleware {
    typealias Context = ConnectionContext

    func handle(
        _ request: Request, context: ConnectionContext, next: (Request, ConnectionContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.crossOriginResourcePolicy] = "same-origin"
        return response
    }
}
