import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/transfers`: money that goes from one account to another as JSON resources. See docs/money.md.
struct TransferRoutes {
    private let items = ItemRoutes<TransferRow>(
        path: "/api/v1/transfers", noun: "transfer", json: TransferJSON.resource,
        make: { json, _ in
            let input = try TransferInput(json, isNew: true)
            return { book in
                let changes = try input.changes(of: nil, usual: { try book.reader.restCurrency() }, book.reader.account)
                let sides = try [(DaybookCore.Field.fromEntry, EntryKind.expense), (.toEntry, .income)].map {
                    try Self.entry(
                        changes[$0.0]?.entity, of: $0.1, "\($0.1 == .expense ? "fromEntry" : "toEntry")", book)
                }
                guard sides.contains(where: { $0 != nil }) else {
                    var changes = changes
                    changes.values.fill(.day, .day(.local()))
                    return try book.add(transfer: changes)
                }
                return try book.join(from: sides[0], to: sides[1], changes)
            }
        },
        change: { json in
            let input = try TransferInput(json, isNew: false)
            return { row, book in
                try input.changes(of: row.transfer, usual: { try book.reader.restCurrency() }, book.reader.account)
            }
        },
        remove: { id, book in
            guard let transfer = try book.reader.transfer(id) else { throw ItemError.notFound(.transfer, id) }
            try book.delete(transfer)
        }, check: { try $2.reader.checkReconciled($0, $1) })

    func add(to router: Router<ServerContext>) {
        let group = items.add(to: router)
        group.get(use: list)
        group.post(":id/part", use: part)
    }

    private func list(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = EntryQuery(request.query)
        let (filter, limit, account) = (try query.filter(), try query.limit(), try query.account())
        let base = items.base(context)
        return try await context.answer { book in
            let wanted = TransferFilter(
                from: filter.from, through: filter.through, account: try account.map { try book.accountScope($0) },
                text: filter.text)
            return TransferJSON.resource(base: base).list(try book.transferRows(wanted, limit: limit))
        }
    }

    private func part(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try items.id(context)
        let entries = try await context.book.write { book in
            guard let transfer = try book.reader.transfer(id) else { throw ItemError.notFound(.transfer, id) }
            guard !transfer.entries.isEmpty else {
                throw Problem(.badRequest, "The transfer wasn't made of entries. Delete it, if it isn't one.")
            }
            return try book.part(transfer)
        }
        return Response(json: EntryJSON.resource(base: Array("\(context.origin)/api/v1/entries/".utf8)).list(entries))
    }

    /// The entry that is to be a side of a transfer; nil where none is named.
    private static func entry(
        _ id: EntityID?, of kind: EntryKind, _ name: String, _ book: BookTransaction
    ) throws -> Entry? {
        guard let id else { return nil }
        guard let entry = try book.reader.entry(id) else {
            throw Problem(.badRequest, "There is no such entry. It may be part of a transfer already.", field: name)
        }
        guard entry.kind == kind else {
            throw Problem(.badRequest, "The entry is \(entry.kind.name), and has to be \(kind.name).", field: name)
        }
        return entry
    }
}

extension BookReader {
    /// Which entries are those of the account with this id; throws if there is none.
    func accountScope(_ id: EntityID) throws -> AccountScope {
        guard let account = try account(id) else { throw ItemError.notFound(.account, id) }
        return try scope(of: account)
    }
}
