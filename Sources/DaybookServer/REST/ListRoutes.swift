import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/lists`: the lists in which to-dos lie as JSON resources. See docs/server.md.
struct ListRoutes {
    static let path = "/api/v1/lists"

    func add(to router: Router<ServerContext>) {
        let lists = router.group(RouterPath(Self.path))
        lists.get(use: list)
        lists.post(use: create)
        lists.get(":id", use: show)
        lists.patch(":id", use: change)
        lists.delete(":id", use: delete)
    }

    private func list(_ request: Request, _ context: ServerContext) throws -> Response {
        Response(json: ListJSON.resource(base: context.base).list(try context.book.read { try $0.lists() }))
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let input = try await input(request)
        let row = try await context.book.write { try $0.add(list: input.changes()) }
        var response = Response(status: .created, json: ListJSON.resource(base: context.base).item(row))
        response.headers[.location] = String(decoding: context.base, as: UTF8.self) + row.list.id.text
        return response
    }

    private func show(_ request: Request, _ context: ServerContext) throws -> Response {
        let id = try context.id(of: "list")
        guard let row = try context.book.read({ try $0.listRow(id) }) else { throw TodoError.notFound(id) }
        return Response(json: ListJSON.resource(base: context.base).item(row))
    }

    private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "list")
        let input = try await input(request)
        let row = try await context.book.write { book in
            try book.perform(list: .edit(id, input.changes()))
            return try book.reader.listRow(id)
        }
        guard let row else { throw TodoError.notFound(id) }
        return Response(json: ListJSON.resource(base: context.base).item(row))
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "list")
        try await context.book.write { try $0.perform(list: .delete(id)) }
        return Response(status: .noContent)
    }

    private func input(_ request: Request) async throws -> ListInput {
        try await ListInput(request.json(upTo: TodoRoutes.greatestBody))
    }
}

extension ServerContext {
    /// What the address of a list starts with.
    fileprivate var base: [UInt8] { Array("\(origin)\(ListRoutes.path)/".utf8) }
}
