import DaybookStorage
import HTTPTypes
import Hummingbird

/// Where every request comes in: it finds out whose book the request is about, and only then hands it to the routes. So a
/// route that is added is guarded without doing anything.
struct Entrance: HTTPResponder {
    typealias Context = ConnectionContext

    let books: ServedBooks
    /// What anybody may have: the web app's files, and signing in.
    let open: RouterResponder<ConnectionContext>
    let openPaths: Set<String>
    let routes: RouterResponder<ServerContext>
    let methods: RouteMethods

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let isOpen = openPaths.contains(request.uri.path)
        let response: Response
        if isOpen {
            response = try await open.respond(to: request, context: context)
        } else {
            let source = try books.admit(request, context)
            response = try await routes.respond(to: request, context: ServerContext(source: source))
        }
        if response.status == .notFound, context.endpointPath == RouteMethods.unknown,
            let allowed = methods.allowed(at: request.uri.path)
        {
            throw Problem(allowing: allowed, instead: request.method)
        }
        return response
    }
}

/// Which methods there are at each path.
struct RouteMethods {
    /// The endpoint of a request for which there is no route.
    static let unknown = "NotFound"

    private var routes: [(path: [Substring], method: HTTPRequest.Method)] = []

    mutating func add(_ path: String, _ method: HTTPRequest.Method) {
        routes.append((path.split(separator: "/"), method))
    }

    /// The methods at this path, as in a header; nil if there is nothing at all.
    func allowed(at path: String) -> String? {
        let parts = path.split(separator: "/")
        let methods = routes.filter { route in
            route.path.count == parts.count && zip(route.path, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        let names = Set(methods.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] })
        return names.isEmpty ? nil : names.sorted().joined(separator: ", ")
    }
}
