@testable import DaybookCore
import Testing

/// A budget in euros, by names. Month 1 is January 2026.
struct TestBudget {
    var mode = BudgetMode.pool
    var periods = BudgetPeriods.usual
    var currency: Currency
    private(set) var envelopes: [Envelope] = []
    var accounts: [MoneyAccount] = []
    var cells: [BudgetCell] = []
    var moves: [EnvelopeMove] = []
    var carries: [CarryFlag] = []
    var rows: [BudgetRow] = []
    private var count: UInt64 = 0

    init(_ mode: BudgetMode = .pool, _ currency: String = "EUR", envelopes names: String...) throws {
        self.mode = mode
        self.currency = try #require(Currency(currency))
        for name in names { add(name) }
    }

    static func id(_ name: String) -> EntityID { EntityID(derivedFrom: Array(name.utf8), for: "test") }

    static func day(_ month: Int, _ day: Int = 1) throws -> CivilDate {
        try #require(CivilDate("2026-01-01")).adding(months: Int64(month - 1)).adding(days: Int64(day - 1))
    }

    static func period(_ month: Int) -> Int64 { 2026 * 12 + Int64(month) - 1 }

    func sum(_ text: String) throws -> Sum {
        let amount = try Amount(text.replacing("-", with: ""), usual: currency)
        return text.hasPrefix("-") ? Sum(amount).negated : Sum(amount)
    }

    @discardableResult
    mutating func add(_ name: String, _ target: String = "", in group: String? = nil, tags: [String] = []) -> Envelope {
        var envelope = Envelope(id: Self.id(name), createdAt: Timestamp(milliseconds: 0))
        (envelope.name, envelope.tags) = (name, tags)
        if !target.isEmpty { envelope.extraFields[.target] = .text(target) }
        envelope.extraFields[.group] = group.map { .entity(Self.id($0)) }
        envelopes.append(envelope)
        return envelope
    }

    mutating func archive(_ name: String) {
        guard let place = envelopes.firstIndex(where: { $0.name == name }) else { return }
        envelopes[place].extraFields[.archivedAt] = .time(Timestamp(milliseconds: 1))
    }

    mutating func card(_ name: String) {
        var account = MoneyAccount(id: Self.id(name), createdAt: Timestamp(milliseconds: 0))
        (account.name, account.accountKind, account.opening) = (name, 2, .zero(currency))
        accounts.append(account)
    }

    /// Sets what an envelope, or a card, has of a month.
    mutating func assign(_ name: String, _ text: String, in month: Int) throws {
        let amount = try #require(SignedAmount(try sum(text)))
        cells.append(BudgetCell(Self.id(name), try Self.day(month), amount))
    }

    mutating func move(_ text: String, from: String?, to: String?, in month: Int, to later: Int? = nil) throws {
        count += 1
        moves.append(
            EnvelopeMove(
                id: EntityID(high: 1, low: count), from: from.map { Self.id($0) }, to: to.map { Self.id($0) },
                day: try Self.day(month), toDay: try later.map { try Self.day($0) },
                amount: try Amount(text, usual: currency)))
    }

    mutating func carry(_ name: String, _ carry: Carry, from month: Int) throws {
        carries.append(CarryFlag(Self.id(name), try Self.day(month), carry))
    }

    /// Something that came in, or went out below zero.
    mutating func row(
        _ text: String, of envelope: String? = nil, on card: String? = nil, in month: Int, _ day: Int = 1,
        _ role: BudgetRow.Role? = nil
    ) throws {
        count += 1
        let role = role ?? (envelope == nil && !text.hasPrefix("-") ? .income : .spending)
        rows.append(
            BudgetRow(
                EntityID(high: 0, low: count), try Self.day(month, day), at: Timestamp(milliseconds: Int64(count)),
                role,
                try sum(text), of: envelope.map { Self.id($0) }, on: card.map { Self.id($0) }))
    }

    var plan: BudgetPlan { BudgetPlan(currency, mode, periods, envelopes, accounts, cells, moves, carries) }
    var sheet: BudgetSheet { get throws { try BudgetSheet(plan, rows) } }

    func page(_ month: Int) throws -> BudgetPage { try sheet.page(of: Self.period(month)) }

    /// What is left in an envelope, or set aside for a card, at the end of a month.
    func left(_ name: String, _ month: Int) throws -> String {
        let page = try page(month)
        return try #require(
            page.lines.first { $0.envelope == Self.id(name) }?.left
                ?? page.cards.first { $0.card == Self.id(name) }?.left
        ).number
    }

    func credit(_ name: String, _ month: Int) throws -> String {
        try #require(try page(month).lines.first { $0.envelope == Self.id(name) }).credit.number
    }

    func toBudget(_ month: Int) throws -> String { try page(month).toBudget.number }

    /// What an envelope needs in a month.
    func need(_ name: String, _ month: Int, _ bills: [Target.Bill] = []) throws -> String? {
        let envelope = try #require(envelopes.first { $0.name == name })
        return try sheet.need(of: envelope, in: Self.period(month), bills)?.number
    }

    /// Fills a month as a person does, and says what was written.
    @discardableResult
    mutating func fill(_ month: Int, _ bills: [Target.Bill] = []) throws -> [String] {
        let fill = try sheet.fill(Self.period(month)) { _ in bills }
        write(fill.cells)
        return fill.lines.map { line in
            "\(envelopes.first { $0.id == line.envelope }?.name ?? "") \(line.new.number)"
        }
    }

    /// Writes cells, the last of which counts.
    mutating func write(_ new: [BudgetCell]) {
        cells.removeAll { old in new.contains { $0.id == old.id } }
        cells += new
    }
}
