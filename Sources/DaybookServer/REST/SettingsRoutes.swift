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
        try context.book.read { try Self.answer($0) }
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
        let account = try Self.account(members["account"])
        let floor = members["floor"]
        let periods = try Self.choice(
            members["budgetPeriods"], "budgetPeriods", "such as “month 25”, or “weeks 2 from 2026-11-27”"
        ) { BudgetPeriods($0).map { Array($0.text.utf8) } }
        let mode = try Self.choice(members["budgetMode"], "budgetMode", "pool or card") { text in
            BudgetMode.allCases.first { $0.name == text }.map { [$0.rawValue] }
        }
        return try await context.book.write { [currency] book in
            if let currency { try book.setCurrency(currency) }
            if let account {
                if let id = account, try book.reader.account(id)?.isClosed ?? true {
                    throw Problem(
                        .badRequest, "There is no such account that is open. Name one that is there.", field: "account")
                }
                try book.setDefaultAccount(account)
            }
            if let floor { try book.set(.floor, to: Self.floor(floor, usual: book.reader.restCurrency())) }
            if let periods { try book.set(.budgetPeriods, to: periods) }
            if let mode { try book.set(.budgetMode, to: mode) }
            return try Self.answer(book.reader)
        }
    }

    /// The account that is to be chosen; null for the first of each currency, and nil where nothing was said.
    private static func account(_ value: JSONValue?) throws -> EntityID?? {
        switch value {
        case nil: return nil
        case .null?: return .some(nil)
        case .string(let text)?:
            guard let id = EntityID(text.lowercased()) else {
                throw Problem(
                    .badRequest, "“\(text.excerpt)” isn't a valid account. Give the id of one, or null.",
                    field: "account")
            }
            return id
        case let other?:
            throw Problem(.badRequest, "The account is an id, or null; this is \(other.kind).", field: "account")
        }
    }

    /// The floor that is to be kept; empty for null, which is 0.
    private static func floor(_ value: JSONValue, usual: Currency) throws -> [UInt8] {
        switch value {
        case .null: return []
        case .string(let text): return try SignedAmount(written: text, usual: usual).bytes
        default:
            throw Problem(
                .badRequest, "The floor is an amount such as “200.00 EUR”, or null; this is \(value.kind).",
                field: "floor")
        }
    }

    /// The value of one of some texts; nil where nothing was said.
    ///
    /// - Parameter wanted: those texts, for a person.
    private static func choice(
        _ value: JSONValue?, _ name: String, _ wanted: String, _ read: (String) -> [UInt8]?
    ) throws -> [UInt8]? {
        guard let value else { return nil }
        guard case .string(let text) = value, let bytes = read(text) else {
            throw Problem(.badRequest, "\(name) isn't valid. Give \(wanted).", field: name)
        }
        return bytes
    }

    private static func answer(_ book: BookReader) throws -> Response {
        let (currency, settings) = try (book.restCurrency(), book.settings())
        return Response(
            json: .object { json in
                json.members([
                    "currency": currency.code, "account": settings.account?.text,
                    "budgetPeriods": settings.budgetPeriods.text, "budgetMode": settings.budgetMode.name,
                    "floor": settings.floor?.text,
                ])
            })
    }
}
