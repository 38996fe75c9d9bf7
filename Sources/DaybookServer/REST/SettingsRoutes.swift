import DaybookCore
import DaybookExchange
import DaybookStorage
import Hummingbird

/// `/api/v1/settings`: what holds for the whole book.
struct SettingsRoutes {
    func add(to router: Router<ServerContext>) {
        router.get("/api/v1/settings", use: show)
        router.patch("/api/v1/settings", use: change)
    }

    private func show(_ request: Request, _ context: ServerContext) throws -> Response {
        Self.answer(try context.book.read { try $0.restCurrency() })
    }

    private func change(_ request: Request, _ context: ServerContext) async throws -> Response {
        let json = try await request.json(upTo: Request.greatestItem)
        guard case .object(let members) = json else {
            throw Problem(.badRequest, "Settings are an object such as {\"currency\":\"EUR\"}; this is \(json.kind).")
        }
        var currency: Currency?
        switch members["currency"] {
        case nil: break
        case .string(let code)?:
            currency = Currency(code)
            if currency == nil { throw ItemError.unknownCurrency(code) }
        case let other?:
            throw Problem(.badRequest, "The currency is a code such as EUR; this is \(other.kind).", field: "currency")
        }
        let usual = try await context.book.write { [currency] book in
            if let currency { try book.setCurrency(currency) }
            return try book.reader.restCurrency()
        }
        return Self.answer(usual)
    }

    private static func answer(_ currency: Currency) -> Response {
        var json = JSONWriter()
        json.beginObject()
        json.key("currency")
        json.string(currency.code)
        json.endObject()
        return Response(json: json)
    }
}
