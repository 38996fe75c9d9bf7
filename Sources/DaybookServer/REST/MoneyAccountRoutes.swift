import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/money-accounts` and `/api/v1/balances`: the accounts in which money lies as JSON resources, and what is in
/// them. The accounts of people have nothing to do with these. See docs/money.md.
struct MoneyAccountRoutes {
    private let items = ItemRoutes<MoneyAccountRow>(
        path: "/api/v1/money-accounts", noun: "account", json: MoneyAccountJSON.resource,
        make: { json, _ in
            let input = try MoneyAccountInput(json, isNew: true)
            return { book in try book.add(account: input.draft { try book.reader.restCurrency() }) }
        },
        change: { json in
            let input = try MoneyAccountInput(json, isNew: false)
            return { row, _ in try input.edit(row.account) }
        })

    func add(to router: Router<ServerContext>) {
        items.add(to: router).get(use: list)
        router.get("/api/v1/balances", use: balances)
    }

    private func list(_ request: Request, _ context: ServerContext) throws -> Response {
        let rows = try context.book.read { try $0.accounts() }
        return Response(json: MoneyAccountJSON.resource(base: items.base(context)).list(rows))
    }

    private func balances(_ request: Request, _ context: ServerContext) async throws -> Response {
        let day = try request.query["on"].map { text in
            guard let day = CivilDate(String(text)) else {
                throw Problem(.badRequest, ItemError.badDay(String(text)).message, field: "on")
            }
            return day
        }
        let base = try EntryQuery(request.query).base()
        return try await Response(
            json: context.book.readAside { book in
                let balances = try book.balances(on: day)
                var worth = base.map { BaseTotals(in: $0) }
                if base != nil { try worth?.add(balances.total, book.rates(), on: day ?? .local()) }
                return try balances.json(worth)
            })
    }
}
