import DaybookStorage
import HTTPTypes
import Hummingbird

/// Where every request comes in: it turns away who may not come in, finds out whose book the request is about, and only
/// then hands it to the routes. So a route that is added is guarded without doing anything.
///
/// One function rather than a chain of middleware: each link would cost every request a microsecond or two.
struct RequestPipeline: HTTPResponder {
    typealias Context = ConnectionContext

    let requestGuard: RequestGuard
    let crossOrigin: CrossOrigin?
    /// The page for a person who has no session, or comes to where there is nothing.
    let page: PlainPage
    let books: ServedBooks
    /// The routes that anybody may have: the web app's files, and signing in.
    let open: RouterResponder<ConnectionContext>
    let openPaths: Set<String>
    let routes: RouterResponder<ServerContext>
    let methods: RouteMethods
    let calDAV: CalDAV
    let metrics: Metrics

    func respond(to request: Request, context: ConnectionContext) async throws -> Response {
        let log = RequestLog(metrics)
        var context = context
        var response: Response
        do {
            context.caller = try requestGuard.caller(of: request, context)
            if let answer = crossOrigin?.preflight(request) {
                response = answer
            } else if DAVPath.leads(request) {
                response = try await calDAV.respond(to: request, books, &context)
            } else if openPaths.contains(request.routedPath) || FeedRoute.leads(to: request.routedPath) {
                response = try await open.respond(to: request, context: context)
            } else {
                var source = try await admit(request, context)
                source.connection.note(source.account)
                context = source.connection
                response = try await routes.respond(to: request, context: ServerContext(source: source))
            }
            if response.status == .notFound, context.endpointPath == RouteMethods.unknown {
                if let refusal = methods.refusal(of: request) { throw refusal }
                if request.isVisit { response = page.response(.notFound, request.language, .nothing) }
            }
        } catch {
            response = refusal(of: request, error, context)
        }
        // RFC 9110, 15.5.2. Browsers ask nobody for a token, so the login page stays what people see.
        if response.status == .unauthorized {
            response.headers[.wwwAuthenticate] =
                DAVPath.leads(request) ? #"Basic realm="Daybook", charset="UTF-8""# : "Bearer"
        }
        // Refusals, too, which no route made: a client takes what follows the head for the next answer.
        if request.method == .head { response = response.createHeadResponse() }
        crossOrigin?.mark(&response, to: request)
        response.headers.makeSafe(isEncryptedHere: requestGuard.transport == .tls)
        log.log(response, to: request, context)
        return response
    }

    /// Admits a request to a book. An answer that is possible with no book isn't told of one of them.
    private func admit(_ request: Request, _ context: ConnectionContext) async throws -> ServerContext.Source {
        do {
            return try await books.admit(request, context)
        } catch let problem as Problem where problem.status == .preconditionFailed {
            throw methods.refusal(of: request) ?? problem
        }
    }

    private func refusal(of request: Request, _ error: any Error, _ context: ConnectionContext) -> Response {
        if (error as? Problem)?.status == .unauthorized, request.isVisit {
            return page.response(.unauthorized, request.language, .form)
        }
        return ProblemMiddleware.response(for: error, request, context)
    }
}

extension Request {
    /// The path as the routers read it, to which a slash behind it, or a second one, makes no difference.
    var routedPath: String {
        let path = uri.path
        var last: UInt8?
        let isPlain = path.utf8.allSatisfy { byte in
            defer { last = byte }
            return byte != UInt8(ascii: "/") || last != byte
        }
        if isPlain, last != UInt8(ascii: "/") || path.utf8.count == 1 { return path }
        return "/" + path.split(separator: "/").joined(separator: "/")
    }

    /// True where a person is to see the answer: browsers ask for HTML where somebody follows a link or types an address.
    fileprivate var isVisit: Bool {
        guard method == .get || method == .head else { return false }
        return routedPath == "/" || headers[values: .accept].contains { $0.contains("text/html") }
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

    /// A 405 where there is something at the path, but not with this method.
    func refusal(of request: Request) -> Problem? {
        let parts = request.uri.path.split(separator: "/")
        var found = routes.filter { route in
            route.path.count == parts.count && zip(route.path, parts).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
        }
        // A path that has routes of its own is none of a parameter's.
        if found.contains(where: { $0.path == parts }) { found.removeAll { $0.path != parts } }
        let names = Set(found.flatMap { $0.method == .get ? ["GET", "HEAD"] : [$0.method.rawValue] })
        guard !names.isEmpty, !names.contains(request.method.rawValue) else { return nil }
        return Problem(allowing: names.sorted().joined(separator: ", "), instead: request.method)
    }
}
