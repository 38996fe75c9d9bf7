import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// `/api/v1/budget/PERIOD`: the sheet of a period, and what a fill by targets writes. See docs/budget.md.
struct BudgetRoutes {
    func add(to router: Router<ServerContext>) {
        let period = router.group("/api/v1/budget/:period")
        period.get(use: show)
        period.get("fill", use: preview)
        period.post("fill", use: fill)
    }

    private func show(_ request: Request, _ context: ServerContext) async throws -> Response {
        let currency = try Self.currency(request)
        return try await context.answer { book in
            let sheet = try book.budgetSheet(in: currency ?? book.restCurrency())
            let period = try Self.period(context, sheet.plan.periods)
            return try sheet.json(period, cards: book.accountNames(), bills: book.bills(period, sheet.plan))
        }
    }

    private func preview(_ request: Request, _ context: ServerContext) async throws -> Response {
        let currency = try Self.currency(request)
        return try await context.answer { book in
            let (fill, plan) = try Self.fill(book, context, currency)
            return fill.json(plan)
        }
    }

    private func fill(_ request: Request, _ context: ServerContext) async throws -> Response {
        let currency = try Self.currency(request)
        return try await Response(
            json: context.book.write { book in
                let (fill, plan) = try Self.fill(book.reader, context, currency)
                for cell in fill.cells { try book.set(cell) }
                return fill.json(plan)
            })
    }

    private static func fill(
        _ book: BookReader, _ context: ServerContext, _ currency: Currency?
    ) throws -> (BudgetFill, BudgetPlan) {
        let sheet = try book.budgetSheet(in: currency ?? book.restCurrency())
        let period = try period(context, sheet.plan.periods)
        return (try sheet.fill(period, bills: book.bills(period, sheet.plan)), sheet.plan)
    }

    private static func period(_ context: ServerContext, _ periods: BudgetPeriods) throws -> Int64 {
        let text = context.parameters.get("period") ?? ""
        guard let number = periods.number(text) else {
            throw Problem(
                .badRequest, "“\(text.excerpt)” isn't a valid period. Give a month or a day in it, such as 2026-11-21.",
                field: "period")
        }
        return number
    }

    private static func currency(_ request: Request) throws -> Currency? {
        try request.query["currency"].map { code in
            guard let currency = Currency(String(code)) else {
                throw Problem(.badRequest, ItemError.unknownCurrency(String(code)).message, field: "currency")
            }
            return currency
        }
    }
}
