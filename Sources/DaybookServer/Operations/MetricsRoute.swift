import DaybookCore
import DaybookPostgres
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /metrics`: numbers for Prometheus, or a program that reads the same. They tell how much a server is used, so only
/// programs on this machine may have them, and those that show a token which the server was started with.
struct MetricsRoute: Sendable {
    let metrics: Metrics
    let books: ServedBooks
    /// Nil where nobody elsewhere may read them.
    let token: Digest?

    func add(to router: Router<ConnectionContext>) { router.get("metrics", use: read) }

    private func read(_ request: Request, _ context: ConnectionContext) async throws -> Response {
        try check(request, context.caller)
        var text = MetricsText()
        metrics.write(to: &text)
        if case .database(let cluster) = books { await Self.write(cluster.database, to: &text) }
        return Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text.text)))
    }

    /// A proxy on this machine hands on what others ask for, and says so.
    private func check(_ request: Request, _ caller: Caller) throws(Problem) {
        if let header = request.headers[.authorization], let token {
            let parts = header.split(separator: " ", maxSplits: 1)
            // Compared by their digests, which tells nobody how much of a guess is right.
            if parts.count == 2, parts[0].lowercased() == "bearer", Digest(of: Array(parts[1].utf8)) == token { return }
            throw Problem(.unauthorized, "The token isn't the one that --metrics-token names.")
        }
        guard caller.isThisMachine, !request.headers.contains(where: { Self.isOfProxy($0.name) }) else {
            throw Problem(
                .forbidden,
                "The numbers can be read on this machine. To read them from elsewhere, start the server with --metrics-token, and send the "
                    + "token: Authorization: Bearer …")
        }
    }

    private static func isOfProxy(_ name: HTTPField.Name) -> Bool {
        let name = name.canonicalName
        return name.hasPrefix("x-forwarded-") || name == "forwarded" || name == "via" || name == "x-real-ip"
    }

    private static func write(_ database: BookDatabase, to text: inout MetricsText) async {
        let counts = database.counts
        text.begin("daybook_database_connections", "gauge", "Connections to PostgreSQL, without the one that listens.")
        for (state, count) in [("busy", counts.busy), ("idle", counts.idle)] {
            text.add(Double(count), [("state", state)])
        }
        text.begin("daybook_database_connections_max", "gauge", "How many connections there may be.")
        text.add(Double(counts.most))
        text.begin("daybook_database_waiting", "gauge", "Requests that wait for a connection.")
        text.add(Double(counts.waiting))
        text.begin("daybook_database_round_trips_total", "counter", "How often PostgreSQL was waited for.")
        text.add(Double(counts.roundTrips))
        text.begin("daybook_database_failures_total", "counter", "Attempts that failed, also those that were repeated.")
        for (kind, count) in counts.failures.sorted(by: { $0.key < $1.key }) {
            text.add(Double(count), [("kind", kind)])
        }
        let standbys = try? await database.standbys()
        text.begin("daybook_database_up", "gauge", "Whether PostgreSQL answers.")
        text.add(standbys == nil ? 0 : 1)
        guard let standbys else { return }
        text.begin("daybook_database_standbys", "gauge", "Standbys that stream from the primary.")
        text.add(Double(standbys.synchronous), [("mode", "synchronous")])
        text.add(Double(standbys.count - standbys.synchronous), [("mode", "asynchronous")])
        text.begin("daybook_database_standby_lag_bytes", "gauge", "How much the last of them has yet to get.")
        text.add(Double(standbys.lag))
    }
}
