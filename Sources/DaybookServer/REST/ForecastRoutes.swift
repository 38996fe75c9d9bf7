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
        router.get("/api/v1/goals", use: goals)
        router.get("/api/v1/bills", use: bills)
        router.get("/api/v1/bill-proposals", use: proposals)
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
        return try await Response(
            json: context.book.readAside { book in
                let wanted = try account.map { id in
                    guard try book.account(id) != nil else {
                        throw Problem(.notFound, ItemError.noAccount(.account).message, field: "account")
                    }
                    return [id]
                }
                return try AccountForecast.json(
                    book.forecasts(of: wanted, from: today, through: last, floor: floor))
            })
    }

    private func questions(_ request: Request, _ context: ServerContext) async throws -> Response {
        let today = CivilDate.local()
        let base = try EntryQuery(request.query).base()
        return try await Response(json: context.book.readAside { try $0.questions(on: today, in: base).json })
    }

    private func goals(_ request: Request, _ context: ServerContext) async throws -> Response {
        let today = CivilDate.local()
        return try await Response(json: context.book.readAside { GoalPlan.json(try $0.goals(on: today)) })
    }

    private func payOff(_ request: Request, _ context: ServerContext) async throws -> Response {
        let today = CivilDate.local()
        let extra = request.query["extra"].map { String($0) }
        let order = try request.query["by"].map { text in
            guard let order = PayOff.Order(rawValue: String(text)) else {
                let names = PayOff.Order.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(.badRequest, "There is no plan “\(text)”. Use one of \(names).", field: "by")
            }
            return order
        }
        return try await Response(
            json: context.book.readAside {
                try PayOffPlans.json(
                    $0.payOffPlans(on: today, extra: extra, by: order.map { [$0] } ?? PayOff.Order.allCases))
            })
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
        return try await Response(
            json: context.book.readAside { book in
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
            })
    }

    private func bills(_ request: Request, _ context: ServerContext) async throws -> Response {
        let today = CivilDate.local()
        return try await Response(json: context.book.readAside { Bill.json(try $0.bills(on: today).map(\.bill)) })
    }

    private func proposals(_ request: Request, _ context: ServerContext) async throws -> Response {
        let today = CivilDate.local()
        return try await Response(json: context.book.readAside { BillProposal.json(try $0.billProposals(on: today)) })
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
        let base = Array("\(context.origin)/api/v1/todos/".utf8)
        var response = Response(status: .created, json: TodoJSON.resource(base: base).item(row))
        response.headers[.location] = String(decoding: base, as: UTF8.self) + row.todo.id.text
        return response
    }

    private func refuse(_ request: Request, _ context: ServerContext) async throws -> Response {
        let id = try context.id(of: "proposal")
        try await context.book.write { try $0.refuse(Self.proposal(id, in: $0)) }
        return Response(status: .noContent)
    }
}
