import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/lists`: the lists in which to-dos lie as JSON resources. See docs/server.md.
struct ListRoutes {
    private let items = ItemRoutes<ListRow>(
        path: "/api/v1/lists", noun: "list", json: ListJSON.resource,
        make: { json, _ in
            let changes = try ListInput(json).changes
            return { try $0.add(ItemList.self, changes) }
        },
        change: { json in
            let changes = try ListInput(json).changes
            return { _, _ in changes }
        })

    func add(to router: Router<ServerContext>) {
        items.add(to: router).get(use: list)
    }

    private func list(_ request: Request, _ context: ServerContext) throws -> Response {
        Response(json: ListJSON.resource(base: items.base(context)).list(try context.book.read { try $0.lists() }))
    }
}
