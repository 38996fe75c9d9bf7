import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

extension BookReader {
    /// Throws where a row was reconciled with a statement that would not hold any more, unless the address says that it may.
    func checkReconciled(_ action: BookAction, _ request: Request) throws {
        guard request.query["reconciled"] != "change", let statement = try action.brokenStatement(in: self) else {
            return
        }
        throw Problem(
            .conflict,
            "This was reconciled with the statement of \(statement.day.text) (\(statement.balance.text)), which would not hold "
                + "any more. Nothing was changed. Add ?reconciled=change to change it all the same.")
    }
}

/// `/api/v1/reconciliations`: statements with which accounts were reconciled as JSON resources, and what an account has that
/// no statement has as yet. See docs/money.md.
struct ReconciliationRoutes {
    private let items = ItemRoutes<ReconciliationRow>(
        path: "/api/v1/reconciliations", noun: "reconciliation", json: ItemJSON<Reconciliation>.resource,
        make: { json, _ in
            let input = try ReconciliationInput(json)
            return { try Self.reconcile(input, in: $0) }
        }, change: nil)

    func add(to router: Router<ServerContext>) {
        items.add(to: router).get(use: list)
        router.get("/api/v1/money-accounts/:id/unreconciled", use: open)
    }

    private func list(_ request: Request, _ context: ServerContext) throws -> Response {
        let account = try EntryQuery(request.query).account()
        let rows = try context.book.read { try $0.reconciliations(of: account) }
        return Response(json: items.json(items.base(context)).list(rows))
    }

    private static func reconcile(_ input: ReconciliationInput, in book: BookTransaction) throws -> ReconciliationRow {
        guard let account = try book.reader.account(input.account) else {
            throw Problem(.badRequest, "There is no such account. Name one that is there.", field: "account")
        }
        let balance = try input.balance(in: account.currency)
        let statement = try StatementCheck(of: account, balance, on: input.day, book.reader.rows(of: account))
        let ticked = try input.rows.map { ids in
            try ids.flatMap { id in
                let rows = statement.open.filter { $0.id == id }
                guard rows.isEmpty else { return rows }
                throw Problem(
                    .badRequest,
                    "The row \(id.text) isn't one that the statement may have: it is of another account, of a later "
                        + "day, or reconciled already.", field: "rows")
            }
        }
        return try book.reconcile(ticked ?? statement.open, with: statement)
    }

    private func open(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "account")
        let day = try EntryQuery(request.query).day("on")
        return try await context.answer { book in
            guard let account = try book.account(id) else { throw ItemError.notFound(.account, id) }
            let statements = try book.reconciliations(of: id).map(\.reconciliation)
            return try StatementCheck(
                of: account, Sum(.zero(account.currency)), on: day ?? .local(), book.rows(of: account)
            ).json(account.openClosing(statements))
        }
    }
}
