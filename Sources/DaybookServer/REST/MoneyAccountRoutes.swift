import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/money-accounts` and `/api/v1/balances`: the accounts in which money lies as JSON resources, and what is in
/// them. The accounts of people have nothing to do with these. See docs/money.md.
struct MoneyAccountRoutes {
    static let items = ItemRoutes(
        MoneyAccount.resource,
        make: { json, _ in
            let input = try MoneyAccount.resource.input(json, makes: true, isNew: true)
            return { book in try book.add(MoneyAccount.self, input.draft { try book.reader.restCurrency() }) }
        },
        change: { json in
            let input = try MoneyAccount.resource.input(json, makes: false)
            return { row, _ in try input.edit(row.account) }
        })

    func add(to router: Router<ServerContext>, _ accounts: RouterGroup<ServerContext>) {
        accounts.post(":id/move", use: move)
        router.get("/api/v1/balances", use: balances)
    }

    /// Moves all that an account has to another.
    private func move(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try Self.items.id(context)
        let json = try await request.json(upTo: Request.greatestItem)
        guard case .object(let members) = json, case .string(let text)? = members["to"],
            let other = EntityID(text.lowercased())
        else {
            throw Problem(.badRequest, "Say where all of it goes: {\"to\":\"the id of an account\"}.", field: "to")
        }
        let (move, step) = try await context.book.write { book in
            guard let from = try book.reader.account(id) else { throw ItemError.notFound(.account, id) }
            guard let to = try book.reader.account(other), !to.isClosed, to.id != from.id, to.currency == from.currency
            else {
                throw Problem(
                    .badRequest, "That isn't another open account in \(from.currency.code). Name one that is there.",
                    field: "to")
            }
            return try RememberedChange.naming(book) { try $0.moveAll(from: from, to: to) }
        }
        return Response(
            json: .object { json in
                json.member("id", step)
                json.member("moved", move.count)
                json.member("kept", move.kept)
            })
    }

    private func balances(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = EntryQuery(request.query)
        let (day, base) = (try query.day("on"), try query.base())
        return try await context.answer { book in
            let balances = try book.balances(on: day)
            var worth = base.map { BaseTotals(in: $0) }
            if base != nil { try worth?.add(balances.total, book.rates(), on: day ?? .local()) }
            return try balances.json(worth)
        }
    }
}
