import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/rates`: what currencies are worth in each other as JSON resources. See docs/money.md.
struct RateRoutes {
    private static let path = "/api/v1/rates"

    func add(to router: Router<ServerContext>) {
        let group = router.group(RouterPath(Self.path))
        group.get(use: list)
        group.post(use: create)
        group.get(":id", use: show)
        group.delete(":id", use: delete)
    }

    private func json(_ context: ServerContext) -> ItemJSON<Rate> {
        .resource(base: Array("\(context.origin)\(Self.path)/".utf8))
    }

    private func list(_ request: Request, _ context: ServerContext) throws -> Response {
        let filter = try EntryQuery(request.query).filter()
        let rows = try context.book.read { try $0.rateRows(from: filter.from, through: filter.through) }
        return Response(json: json(context).list(rows))
    }

    private func show(_ request: Request, _ context: ServerContext) throws -> Response {
        let id = try context.id(of: "rate")
        guard let row = try context.book.read({ try $0.find(Rate.self, id) }) else {
            throw ItemError.notFound(.rate, id)
        }
        return Response(json: json(context).item(row))
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "rate")
        try await context.book.write { try $0.carryOut(.delete(.rate, id)) }
        return Response(status: .noContent)
    }

    /// One of the same day and currencies takes the place of the one before.
    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let rate = try Rate(try await request.json(upTo: Request.greatestItem))
        let row = try await context.book.write { try $0.set(rate) }
        var response = Response(status: .created, json: json(context).item(row))
        response.headers[.location] = "\(context.origin)\(Self.path)/\(row.id.text)"
        return response
    }
}
