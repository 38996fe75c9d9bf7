import HTTPTypes
import Hummingbird

/// Lets in only requests that are addressed to this machine by name, and that don't come from another site's page.
///
/// The server has no login, so whatever a browser on this machine can be talked into sending is an attack: a foreign
/// name that resolves to 127.0.0.1 (the `Host` gives it away), or a foreign page that posts (the `Origin` does).
struct RequestGuard: RouterMiddleware {
    typealias Context = ServerContext

    let allowedOrigin: WebOrigin?

    func handle(
        _ request: Request, context: ServerContext, next: (Request, ServerContext) async throws -> Response
    ) async throws -> Response {
        guard let authority = request.head.authority, Self.isOwn(authority, port: context.port) else {
            throw Problem(
                .misdirectedRequest,
                "This server answers to localhost and 127.0.0.1 only; use its address as it was printed at the start.")
        }
        let origin = request.headers[.origin]
        let isAllowed = origin != nil && origin == allowedOrigin?.text
        if let origin, !isAllowed, !Self.isOwnOrigin(origin, port: context.port) {
            throw Problem(.forbidden, "Pages of \(origin) may not use this server; --allow-origin permits one site.")
        }
        if !isAllowed, !request.method.isSafe, request.headers[.secFetchSite] == "cross-site" {
            throw Problem(.forbidden, "Another site's page may not write here; --allow-origin permits one site.")
        }
        return try await next(request, context)
    }

    private static func isOwnOrigin(_ origin: String, port: Int?) -> Bool {
        origin.hasPrefix("http://") && isOwn(origin.dropFirst("http://".count), port: port)
    }

    /// Whether `authority` (a host, and a port unless that is 80) names this server.
    private static func isOwn(_ authority: some StringProtocol, port: Int?) -> Bool {
        ListeningAddress.hosts.contains { host in
            let name = host.contains(":") ? "[\(host)]" : host
            guard authority.prefix(name.count).lowercased() == name else { return false }
            let rest = authority.dropFirst(name.count)
            return rest == ":\(port ?? 80)" || rest.isEmpty && (port ?? 80) == 80
        }
    }
}

extension HTTPRequest.Method {
    /// Whether it only reads.
    fileprivate var isSafe: Bool { self == .get || self == .head || self == .options }
}

extension HTTPResponse.Status {
    fileprivate static var misdirectedRequest: Self { .init(code: 421, reasonPhrase: "Misdirected Request") }
}

extension HTTPField.Name {
    fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
}
