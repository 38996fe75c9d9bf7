import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// The routes of REST for things of any kind: one makes one, others show, change and delete it at its address. Several
/// are changed and deleted where an address has their ids.
struct ItemRoutes<Row: BookItem>: Sendable {
    let path: String
    /// The word for one in errors.
    let noun: String
    /// How answers tell them.
    let json: @Sendable (_ base: [UInt8]) -> ItemJSON<Row.Owner>
    /// Reads what a request makes a thing of, for it to be made.
    let make: @Sendable (JSONValue, Request) throws -> @Sendable (BookTransaction) throws -> Row
    /// Reads what a request changes, for a thing as it is; nil where none is ever changed.
    let change: (@Sendable (JSONValue) throws -> @Sendable (Row, BookTransaction) throws -> Changes)?
    var remove: @Sendable (EntityID, BookTransaction) throws -> Void = { id, book in
        try book.carryOut(.delete(Row.Owner.kind, id))
    }
    /// Throws where something isn't to be changed, or deleted, in passing.
    var check: @Sendable (BookAction, Request, BookTransaction) throws -> Void = { _, _, _ in }

    /// One as answers tell it.
    var shown: @Sendable (Row, BookReader) throws -> Row = { row, _ in row }

    /// - Returns: where what only this kind has belongs.
    @discardableResult
    func add(to router: Router<ServerContext>) -> RouterGroup<ServerContext> {
        let group = router.group(RouterPath(path))
        group.post(use: create)
        group.get(":id", use: show)
        if let change { group.patch(":id") { try await update($0, $1, change) } }
        group.delete(":id", use: delete)
        return group
    }

    /// The thing that the address names.
    func id(_ context: ServerContext) throws -> EntityID { try context.id(of: noun) }

    /// - Parameter row: nil if there is none, or none any more.
    func answer(_ row: Row?, _ id: EntityID, _ context: ServerContext) throws -> Response {
        guard let row else { throw ItemError.notFound(Row.Owner.kind, id) }
        return Response(json: json(base(context)).item(row))
    }

    /// Tells what the address of each starts with.
    func base(_ context: ServerContext) -> [UInt8] { Array("\(context.origin)\(path)/".utf8) }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let make = try make(try await request.json(upTo: Request.greatestItem), request)
        let row = try await context.book.write { try shown(make($0), $0.reader) }
        let base = base(context)
        return Response(created: json(base).item(row), at: String(decoding: base, as: UTF8.self) + row.id.text)
    }

    private func show(_ request: Request, _ context: ServerContext) throws -> Response {
        let id = try id(context)
        return try answer(
            context.book.read { book in try Row.find(id, in: book).map { try shown($0, book) } }, id, context)
    }

    /// Changes all that the address names, or none of it.
    private func update(
        _ request: Request, _ context: ServerContext,
        _ change: (JSONValue) throws -> @Sendable (Row, BookTransaction) throws -> Changes
    ) async throws -> Response {
        let ids = try context.ids(of: noun)
        let change = try change(try await request.json(upTo: Request.greatestItem))
        let rows = try await context.book.write { book in
            let edited = try ids.map { id in
                guard let row = try Row.find(id, in: book.reader) else { throw ItemError.notFound(Row.Owner.kind, id) }
                let edit = BookAction.edit(Row.Owner.kind, id, try change(row, book))
                try check(edit, request, book)
                try book.carryOut(edit)
                return row
            }
            return try edited.map { try $0.current(in: book.reader).map { try shown($0, book.reader) } }
        }
        if ids.count == 1 { return try answer(rows[0], ids[0], context) }
        return Response(json: json(base(context)).list(rows.compactMap { $0 }))
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let ids = try context.ids(of: noun)
        try await context.book.write { book in
            for id in ids {
                try check(.delete(Row.Owner.kind, id), request, book)
                try remove(id, book)
            }
        }
        return Response(status: .noContent)
    }
}
