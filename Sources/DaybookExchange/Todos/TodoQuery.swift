import DaybookCore

/// Which to-dos a person asks for: `due<=today+7 tag:home -list:Work text:"rent"`. Every term has to hold.
///
/// docs/todos.md lists the terms.
public struct TodoQuery: Sendable {
    /// One condition, and whether it must hold or must not.
    struct Term: Sendable {
        /// Where it begins: 1 is the first character.
        let column: Int
        let isNegated: Bool
        let condition: Condition
    }

    enum Condition: Sendable {
        case day(DayField, Comparison, Day)
        case hasDay(DayField, Bool)
        case tag(String)
        case list(String)
        case priority(Comparison, Priority)
        /// Of any currency, or of that of the amount alone.
        case amount(Comparison, Amount, isOfCurrency: Bool)
        case hasAmount(Bool)
        case state(State)
        case text(String)
    }

    enum DayField: String, CaseIterable, Sendable { case due, start }

    enum Comparison: String, CaseIterable, Sendable {
        case atMost = "<="
        case atLeast = ">="
        case less = "<"
        case greater = ">"
        case equal = ":"

        func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
            switch self {
            case .atMost: left <= right
            case .atLeast: left >= right
            case .less: left < right
            case .greater: left > right
            case .equal: left == right
            }
        }
    }

    /// A day by its date, or so many days after today.
    enum Day: Sendable {
        case date(CivilDate)
        case fromToday(Int64)

        /// The farthest from today, in days.
        static let farthest: Int64 = 36_525

        func resolved(_ today: CivilDate) -> CivilDate {
            switch self {
            case .date(let day): day
            case .fromToday(let days): today.adding(days: days)
            }
        }

        var text: String {
            switch self {
            case .date(let day): day.text
            case .fromToday(let days): "today" + (days == 0 ? "" : (days > 0 ? "+" : "") + String(days))
            }
        }
    }

    /// The words for RFC 5545's numbers, the lowest first.
    enum Priority: Int, CaseIterable, Comparable, Sendable {
        case none, low, medium, high

        /// - Parameter number: 1 for the highest to 9; 0 or nil for none.
        init(_ number: UInt8?) {
            switch number ?? 0 {
            case 0: self = .none
            case 1...3: self = .high
            case 4...6: self = .medium
            default: self = .low
            }
        }

        static func < (left: Priority, right: Priority) -> Bool { left.rawValue < right.rawValue }
    }

    enum State: String, CaseIterable, Sendable { case open, done, overdue, today, repeating }

    let terms: [Term]

    /// The query in its one form, which reads as the same query.
    public var text: String { terms.map(\.text).joined(separator: " ") }
}

extension TodoQuery.Term {
    var text: String { (isNegated ? "-" : "") + condition.text }
}

extension TodoQuery.Condition {
    fileprivate var text: String {
        switch self {
        case .day(let field, let comparison, let day): field.rawValue + comparison.rawValue + day.text
        case .hasDay(let field, let has): "\(field.rawValue):\(has ? "any" : "none")"
        case .tag(let name): "tag:" + Self.quoted(name)
        case .list(let name): "list:" + Self.quoted(name)
        case .priority(let comparison, let priority): "priority\(comparison.rawValue)\(priority)"
        case .amount(let comparison, let amount, let isOfCurrency):
            "amount" + comparison.rawValue + Self.number(amount) + (isOfCurrency ? amount.currency.code : "")
        case .hasAmount(let has): "amount:\(has ? "any" : "none")"
        case .state(let state): "is:\(state.rawValue)"
        case .text(let text): "text:" + Self.quoted(text)
        }
    }

    /// Three decimals could be thousands where a currency has fewer.
    private static func number(_ amount: Amount) -> String {
        amount.number + (amount.scale == 3 && amount.currency.minorDigits != 3 ? "0" : "")
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
