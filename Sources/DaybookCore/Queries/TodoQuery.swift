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

    enum DayField: Sendable { case due, start }

    /// How a value is to stand to another.
    public enum Comparison: Sendable {
        case atMost, atLeast, less, greater, equal

        /// Whether the left one stands so to the right one.
        public func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
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

    /// RFC 5545's numbers in four steps.
    enum Priority: Int, CaseIterable, Sendable {
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
    }

    enum State: CaseIterable, Sendable { case open, done, overdue, today, repeating }

    let terms: [Term]

    /// The query in its one form, which reads as the same query.
    public var text: String { terms.map { $0.text }.joined(separator: " ") }
}

extension TodoQuery.Priority {
    var word: String {
        switch self {
        case .none: "none"
        case .low: "low"
        case .medium: "medium"
        case .high: "high"
        }
    }
}

extension TodoQuery.State {
    var word: String {
        switch self {
        case .open: "open"
        case .done: "done"
        case .overdue: "overdue"
        case .today: "today"
        case .repeating: "repeating"
        }
    }
}

extension TodoQuery.Term {
    fileprivate var text: String { (isNegated ? "-" : "") + condition.text }
}

extension TodoQuery.DayField {
    fileprivate var word: String { self == .due ? "due" : "start" }
}

extension TodoQuery.Comparison {
    fileprivate var sign: String {
        switch self {
        case .atMost: "<="
        case .atLeast: ">="
        case .less: "<"
        case .greater: ">"
        case .equal: ":"
        }
    }
}

extension TodoQuery.Condition {
    fileprivate var text: String {
        switch self {
        case .day(let field, let comparison, let day): field.word + comparison.sign + day.text
        case .hasDay(let field, let has): field.word + (has ? ":any" : ":none")
        case .tag(let name): "tag:" + Self.quoted(name)
        case .list(let name): "list:" + Self.quoted(name)
        case .priority(let comparison, let priority): "priority" + comparison.sign + priority.word
        case .amount(let comparison, let amount, let isOfCurrency):
            "amount" + comparison.sign + Self.number(amount) + (isOfCurrency ? amount.currency.code : "")
        case .hasAmount(let has): has ? "amount:any" : "amount:none"
        case .state(let state): "is:" + state.word
        case .text(let text): "text:" + Self.quoted(text)
        }
    }

    /// Three decimals could be thousands where a currency has fewer.
    private static func number(_ amount: Amount) -> String {
        amount.number + (amount.scale == 3 && amount.currency.minorDigits != 3 ? "0" : "")
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\\" || scalar == "\"" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}

extension TodoFilter {
    /// This one, without the open or the finished to-dos where a query asks for none of them. So their rows needn't be
    /// read.
    public func narrowed(by query: TodoQuery) -> TodoFilter {
        guard self == .all else { return self }
        for term in query.terms {
            switch (term.condition, term.isNegated) {
            case (.state(.open), false), (.state(.overdue), false), (.state(.today), false), (.state(.done), true):
                return .active
            case (.state(.done), false), (.state(.open), true): return .completed
            default: continue
            }
        }
        return self
    }
}
