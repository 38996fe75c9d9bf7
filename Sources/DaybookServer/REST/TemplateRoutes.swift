import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/templates`: the templates of to-dos as JSON resources, and the to-dos that they make. See docs/todos.md.
struct TemplateRoutes {
    static let items = ItemRoutes(Template.resource)

    func add(to templates: RouterGroup<ServerContext>) { templates.post(":id/todos", use: make) }

    private func make(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.items.id(context)
        let now = try request.clock().now
        let row = try await context.book.write { book in
            guard let row = try book.reader.find(Template.self, id) else { throw ItemError.notFound(.template, id) }
            return try book.make(row.item, now: now, local: nil, usual: book.reader.restCurrency())
        }
        return context.answer(created: row)
    }
}
