import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import Hummingbird

/// `/api/v1/forecast` and `/api/v1/questions`: what is to come. Nothing of it is written.
struct ForecastRoutes {
    /// The most days that a forecast goes ahead.
    private static let mostDays: Int64 = 3_660

    func add(to router: Router<ServerContext>) {
        router.get("/api/v1/forecast", use: forecast)
        router.get("/api/v1/questions", use: questions)
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
        return try await Response(json: context.book.readAside { SixQuestions.json(try $0.questions(on: today)) })
    }
}
