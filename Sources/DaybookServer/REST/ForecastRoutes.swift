import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import HTTPTypes
import Hummingbird

/// Serves what is to come: the forecast, the six questions, the table of a loan, plans to pay debts off, and goals. Nothing of it is written.
struct ForecastRoutes {
    /// The most days that a forecast goes ahead.
    private static let mostDays: Int64 = 3_660

    func add(to router: Router<ServerContext>) {
        router.get("/api/v1/forecast", use: forecast)
        router.get("/api/v1/questions", use: questions)
        router.get("/api/v1/payoff", use: payOff)
        router.get("/api/v1/goals") { _, context in
            try await context.answer { GoalPlan.json(try $0.goals(on: .local())) }
        }
        router.get("/api/v1/bills") { _, context in
            try await context.answer { Bill.json(try $0.bills(on: .local()).map(\.bill)) }
        }
        router.get("/api/v1/bill-proposals") { _, context in
            try await context.answer { BillProposal.json(try $0.billProposals(on: .local())) }
        }
        router.post("/api/v1/bill-proposals/:id", use: accept)
        router.delete("/api/v1/bill-proposals/:id", use: refuse)
        router.get("/api/v1/money-accounts/:id/loan", use: loan)
    }

    private func forecast(_ request: Request, _ context: ServerContext) async throws -> Response {
        let query = EntryQuery(request.query)
        let (today, account) = (CivilDate.local(), try query.account())
        let last = try query.day("through") ?? today.adding(days: 92)
        guard (today...today.adding(days: Self.mostDays)).contains(last) else {
            throw Problem(
                .badRequest,
                "A forecast goes from today to at most \(Self.mostDays) days ahead. Use a day from \(today.text) to \(today.adding(days: Self.mostDays).text).",
                field: "through")
        }
        let floor = request.query["floor"].map { String($0) }
        return try await context.answer { book in
            let wanted = try account.map { id in
                guard try book.account(id) != nil else {
                    throw Problem(.notFound, ItemError.noAccount(.account).message, field: "account")
                }
                return [id]
            }
            return try AccountForecast.json(
                book.forecasts(of: wanted, from: today, through: last, floor: floor))
        }
    }

    private func questions(_ request: Request, _ context: ServerContext) async throws -> Response {
        let base = try EntryQuery(request.query).base()
        return try await context.answer { try $0.questions(on: .local(), in: base).json }
    }

    private func payOff(_ request: Request, _ context: ServerContext) async throws -> Response {
        let extra = request.query["extra"].map { String($0) }
        let order = try request.query["by"].map { text in
            guard let order = PayOff.Order(rawValue: String(text)) else {
                let names = PayOff.Order.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "There is no plan “\(text)”. Use one of \(names).", field: "by")
            }
            return order
        }
        return try await context.answer {
            try PayOffPlans.json(
                $0.payOffPlans(on: .local(), extra: extra, by: order.map { [$0] } ?? PayOff.Order.allCases))
        }
    }

    private func loan(_ request: Request, _ context: ServerContext) async throws -> Response {
        let (id, today) = (try context.id(of: "account"), CivilDate.local())
        let payment = request.query["pay"].map { String($0) }
        let months = try request.query["months"].map { text in
            guard let number = Int(text) else {
                throw Problem(.badRequest, ItemError.badPlan(.term, String(text)).message, field: "months")
            }
            return number
        }
        return try await context.answer { book in
            guard let account = try book.account(id) else { throw ItemError.notFound(.account, id) }
            let said = try payment.map { try Amount($0, usual: account.currency) }
            if let said, said.currency != account.currency {
                throw ItemError.keepsCurrency(account.name, account.currency, said.currency)
            }
            do {
                guard let loan = try book.loan(account, on: today, months: months, paying: said) else {
                    throw Problem(
                        .badRequest, "The account doesn't say what is paid back. Send pay or months.", field: "pay")
                }
                return loan.json
            } catch let problem as Loan.Problem {
                throw Problem(.badRequest, problem.words, field: months == nil ? "pay" : "months")
            }
        }
    }

    private static func proposal(_ id: EntityID, in book: BookTransaction) throws -> BillProposal {
        guard let proposal = try book.reader.billProposals(on: .local()).first(where: { $0.id == id }) else {
            throw Problem(.notFound, "There is no such proposal. It may have been accepted or refused.")
        }
        return proposal
    }

    private func accept(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "proposal")
        let row = try await context.book.write { try $0.accept(Self.proposal(id, in: $0)) }
        return context.answer(created: row)
    }

    private func refuse(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "proposal")
        try await context.book.write { try $0.refuse(Self.proposal(id, in: $0)) }
        return Response(status: .noContent)
    }
}
