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
    private static let path = "/api/v1/reconciliations"

    func add(to router: Router<ServerContext>) {
        let group = router.group(RouterPath(Self.path))
        group.get(use: list)
        group.post(use: create)
        group.get(":id", use: show)
        group.delete(":id", use: delete)
        router.get("/api/v1/money-accounts/:id/unreconciled", use: open)
    }

    private func base(_ context: ServerContext) -> [UInt8] { Array("\(context.origin)\(Self.path)/".utf8) }

    private func list(_ request: Request, _ context: ServerContext) throws -> Response {
        let account = try EntryQuery(request.query).account()
        let rows = try context.book.read { try $0.reconciliations(of: account) }
        return Response(json: ItemJSON<Reconciliation>.resource(base: base(context)).list(rows))
    }

    private func show(_ request: Request, _ context: ServerContext) throws -> Response {
        let id = try context.id(of: "reconciliation")
        guard let row = try context.book.read({ try $0.find(Reconciliation.self, id) }) else {
            throw ItemError.notFound(.reconciliation, id)
        }
        return Response(json: ItemJSON<Reconciliation>.resource(base: base(context)).item(row))
    }

    private func delete(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "reconciliation")
        try await context.book.write { try $0.carryOut(.delete(.reconciliation, id)) }
        return Response(status: .noContent)
    }

    private func create(_ request: Request, _ context: ServerContext) async throws -> Response {
        let input = try ReconciliationInput(try await request.json(upTo: Request.greatestItem))
        let row = try await context.book.write { book in
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
        var response = Response(
            status: .created, json: ItemJSON<Reconciliation>.resource(base: base(context)).item(row))
        response.headers[.location] = String(decoding: base(context), as: UTF8.self) + row.reconciliation.id.text
        return response
    }

    private func open(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "account")
        let day = try request.query["on"].map { text in
            guard let day = CivilDate(String(text)) else {
                throw Problem(.badRequest, ItemError.badDay(String(text)).message, field: "on")
            }
            return day
        }
        return try await Response(
            json: context.book.readAside { book in
                guard let account = try book.account(id) else { throw ItemError.notFound(.account, id) }
                let statements = try book.reconciliations(of: id).map(\.reconciliation)
                return try StatementCheck(
                    of: account, Sum(.zero(account.currency)), on: day ?? .local(), book.rows(of: account)
                ).json(account.openClosing(statements))
            })
    }
}
