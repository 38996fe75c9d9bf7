import DaybookPostgres
import HTTPTypes
import Hummingbird
import NIOCore

/// `/healthz` and `/readyz`, for who starts servers and leads requests to them.
struct HealthRoutes: Sendable {
    let books: ServedBooks
    let drain: Drain

    /// Tells whether a path is one of theirs.
    static func lead(to path: String) -> Bool { path == "/healthz" || path == "/readyz" }

    func add(to router: Router<ConnectionContext>) {
        router.get("healthz") { _, _ in Self.fine }
        router.get("readyz", use: ready)
    }

    /// Tells whether requests are to come here: a server that is about to end, or a database that can't be reached, makes it 503.
    private func ready(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        if drain.isUnderWay { throw Problem(.serviceUnavailable, "This server is about to end. Ask another one.") }
        if case .database(let cluster) = books { try await cluster.database.check() }
        return Self.fine
    }

    private static let fine = Response(
        status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: "ok\n")))
}
