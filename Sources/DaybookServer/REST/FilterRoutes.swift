import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/filters`: what is asked for again and again, as JSON resources. See docs/server.md.
struct FilterRoutes {
    private let items = ItemRoutes<KindRow<SavedFilter>>(
        path: "/api/v1/filters", noun: "filter", json: FilterJSON.resource,
        make: { json, _ in
            let changes = try FilterInput(json, makes: true).changes
            return { try $0.add(SavedFilter.self, changes) }
        },
        change: { json in
            let changes = try FilterInput(json, makes: false).changes
            return { _, _ in changes }
        })

    func add(to router: Router<ServerContext>) {
        items.add(to: router).get(use: list)
    }

    private func list(_ request: Request, _ context: ServerContext) throws -> Response {
        Response(
            json: FilterJSON.resource(base: items.base(context)).list(
                try context.book.read { try $0.all(SavedFilter.self) }))
    }
}
