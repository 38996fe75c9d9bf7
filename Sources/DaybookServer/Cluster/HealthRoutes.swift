import DaybookPostgres
import HTTPTypes
import Hummingbird
import NIOCore

/// `/healthz` and `/readyz`, for who starts servers and leads requests to them.
struct HealthRoutes: Sendable {
    let books: ServedBooks

    func add(to router: Router<ConnectionContext>) {
        router.get("healthz") { _, _ in Self.fine }
        router.get("readyz", use: ready)
    }

    /// Whether requests can be answered: a database that can't be reached makes it 503.
    private func ready(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        if case .database(let cluster) = books { try await cluster.database.check() }
        return Self.fine
    }

    private static let fine = Response(
        status: .ok, headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
        body: ResponseBody(byteBuffer: ByteBuffer(string: "ok\n")))
}
