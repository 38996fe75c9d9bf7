import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/rates`: what currencies are worth in each other as JSON resources. See docs/money.md.
struct RateRoutes {
    /// One of the same day and currencies takes the place of the one before.
    private let items = ItemRoutes<RateRow>(
        path: "/api/v1/rates", noun: "rate", json: ItemJSON<Rate>.resource,
        make: { json, _ in
            let rate = try Rate(json)
            return { try $0.set(rate) }
        }, change: nil)

    func add(to router: Router<ServerContext>) { items.add(to: router).get(use: list) }

    private func list(_ request: Request, _ context: ServerContext) throws -> Response {
        let filter = try EntryQuery(request.query).filter()
        let rows = try context.book.read { try $0.rateRows(from: filter.from, through: filter.through) }
        return Response(json: items.json(items.base(context)).list(rows))
    }
}
