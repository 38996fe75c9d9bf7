import DaybookCore

/// What a column of a CSV of entries means.
public enum EntryColumn: String, CaseIterable, Sendable {
    case id, day, kind, amount, currency, note, place, tags, voice, todo, createdAt
    /// What went out, and what came in, where a file has a column for each.
    case outflow, inflow

    /// The columns that Daybook writes.
    public static let own: [EntryColumn] = [
        .id, .day, .kind, .amount, .currency, .note, .place, .tags, .voice, .todo, .createdAt,
    ]

    /// - Parameter name: in upper or lower case, with spaces, hyphens and underscores or without.
    init?(name: String) {
        guard let column = Self.names[Self.plain(name)] else { return nil }
        self = column
    }

    /// A name as it is compared.
    public static func plain(_ name: String) -> String {
        String(name.lowercased().unicodeScalars.filter { !$0.isSpace && $0 != "_" && $0 != "-" }.map { $0 })
    }

    /// The names that banks and other programs give, without those that are a column's own.
    private static let others: [EntryColumn: String] = [
        .day: "date bookingdate transactiondate posteddate postingdate valuedate",
        .kind: "type", .amount: "value sum", .currency: "currencycode",
        .note: "notes description memo payee", .place: "location",
        .tags: "tag labels category categories", .createdAt: "created",
        .outflow: "debit expense expenses withdrawal withdrawals moneyout paidout spent",
        .inflow: "credit income deposit deposits moneyin paidin received",
    ]

    private static let names: [String: EntryColumn] = {
        var names: [String: EntryColumn] = [:]
        for column in allCases {
            names[plain(column.rawValue)] = column
            for name in others[column, default: ""].split(separator: " ") { names[String(name)] = column }
        }
        return names
    }()

    /// What a message lists.
    static let usualNames =
        "date, description, memo, payee, amount, currency, inflow, outflow, debit, credit, category, tags, "
        + "or those of 'daybook export --format csv': " + own.map(\.rawValue).joined(separator: ", ")
}
