import HTTPTypes
import Hummingbird

/// Tells browsers that one other site may read the answers (CORS), and answers their preflights.
struct CrossOrigin {
    let allowedOrigin: WebOrigin

    /// The answer to a browser that asks what the site's pages may do; nil for any other request.
    func preflight(_ request: Request) -> Response? {
        guard request.method == .options, request.headers[.accessControlRequestMethod] != nil,
            request.headers[.origin] == allowedOrigin.text
        else { return nil }
        let classic = ClassicField.allCases.headerNames
        return Response(
            status: .noContent,
            headers: [
                .accessControlAllowMethods: "GET, HEAD, POST, PUT, PATCH, DELETE",
                .accessControlAllowHeaders: "authorization, content-encoding, content-type, \(classic)",
                .accessControlMaxAge: "600",
            ])
    }

    /// Lets the site's pages read an answer, or an error.
    func mark(_ response: inout Response, to request: Request) {
        response.headers.append(HTTPField(name: .vary, value: "Origin"))
        guard request.headers[.origin] == allowedOrigin.text else { return }
        response.headers[.accessControlAllowOrigin] = allowedOrigin.text
        response.headers[.accessControlExposeHeaders] = "location"
    }
}
