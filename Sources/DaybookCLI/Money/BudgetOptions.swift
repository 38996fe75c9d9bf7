import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookStorage

/// The period that a change of the budget is about.
struct BudgetPeriodOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The period, such as 2026-12, a day that lies in it, or next; if left out, the present one.",
            valueName: "period"),
        transform: TypedText.plain)
    var period: String?

    func number(_ periods: BudgetPeriods) throws -> Int64 { try periods.number(typed: period) }
}

extension BudgetPeriods {
    /// The number of the period that somebody typed; of nothing the present one. A month is the period that begins in it.
    func number(typed text: String?) throws -> Int64 {
        let present = number(of: .local())
        guard let text = text?.lowercased() else { return present }
        switch text {
        case "this": return present
        case "next": return present + 1
        case "last": return present - 1
        default:
            return try number(text) ?? number(of: TypedDay.one(text, .past))
        }
    }
}

/// A name that a person gives for an envelope: by its name in any case, or by the start of its id. A card is named as an account is, where
/// it has an envelope; `pool` is what is to budget.
struct EnvelopePlace: ExpressibleByArgument, Equatable, Sendable {
    let text: String

    init?(argument: String) {
        text = TypedText.plain(argument)
        if text.isBlank { return nil }
    }

    static let isPool = CommandFailure("What is to budget has no such thing. Name an envelope.")

    /// Nil for the pool.
    func id(in book: BookReader) throws -> EntityID? {
        if text.lowercased() == "pool" { return nil }
        if try book.settings().budgetMode == .card,
            let card = try book.accounts().map(\.account).first(where: {
                $0.isOnBudget && $0.isCard && $0.name.lowercased() == text.lowercased()
            })
        {
            return card.id
        }
        return try KindName<Envelope>(argument: text)?.row(in: book).item.id
    }

    func name(in book: BookReader) throws -> String {
        guard let id = try id(in: book) else { return "pool" }
        return try book.find(Envelope.self, id)?.item.name ?? book.account(id)?.name ?? text
    }
}

extension Target {
    /// The target that a person typed.
    ///
    /// - Parameter usual: as `Amount.init(typed:of:usual:)` takes it.
    init(typed text: String, usual: () throws -> Currency) throws {
        let currency = try usual()
        try self.init(written: text) { currency }
    }
}
