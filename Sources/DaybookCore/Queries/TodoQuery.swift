/// Which to-dos a person asks for: `due<=today+7 (tag:home or list:Work) not text:"rent"`.
///
/// docs/todos.md lists the terms.
public struct TodoQuery: Sendable {
    /// Tells what has to hold.
    indirect enum Node: Sendable {
        case term(Term)
        case not(Node)
        case all([Node])
        case any([Node])
    }

    /// One condition.
    struct Term: Sendable {
        /// Where it begins: 1 is the first character.
        let column: Int
        let condition: Condition
    }

    enum Condition: Sendable {
        case day(DayField, Comparison, Day)
        case hasDay(DayField, Bool)
        case tag(String)
        case list(String)
        /// The title of the to-do under which it stands.
        case parent(String)
        case hasParent(Bool)
        case priority(Comparison, Priority)
        /// An amount of any currency, or of that of the amount alone.
        case amount(Comparison, Amount, isOfCurrency: Bool)
        case hasAmount(Bool)
        case state(State)
        case text(String)
    }

    /// Tells what has a day, or several.
    enum DayField: CaseIterable, Sendable { case due, start, done, created, reminder }

    /// How a value is to stand to another.
    public enum Comparison: Sendable {
        case atMost, atLeast, less, greater, equal

        /// Tells whether the left one stands so to the right one.
        public func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
            switch self {
            case .atMost: left <= right
            case .atLeast: left >= right
            case .less: left < right
            case .greater: left > right
            case .equal: left == right
            }
        }

        /// Tells whether a day stands so to some days in a row: before the first, by the last, among them.
        func holds(_ day: CivilDate, _ days: ClosedRange<CivilDate>) -> Bool {
            switch self {
            case .atMost: day <= days.upperBound
            case .atLeast: day >= days.lowerBound
            case .less: day < days.lowerBound
            case .greater: day > days.upperBound
            case .equal: days.contains(day)
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
            case 1...4: self = .high
            case 5: self = .medium
            default: self = .low
            }
        }
    }

    enum State: CaseIterable, Sendable { case open, done, overdue, today, repeating }

    let root: Node

    /// The query in its one form, which reads as the same query.
    public var text: String { root.text(isInner: false) }

    /// Tells whether a term names a to-do under which others stand.
    public var namesParents: Bool {
        var found = false
        root.forEachTerm { if case .parent = $0.condition { found = true } }
        return found
    }
}

extension TodoQuery.Node {
    func forEachTerm(_ body: (TodoQuery.Term) -> Void) {
        switch self {
        case .term(let term): body(term)
        case .not(let node): node.forEachTerm(body)
        case .all(let nodes), .any(let nodes): for node in nodes { node.forEachTerm(body) }
        }
    }

    /// Tells whether it finds nothing but open to-dos, or nothing but finished ones.
    func isOf(open: Bool) -> Bool {
        switch self {
        case .all(let nodes): return nodes.contains { $0.isOf(open: open) }
        case .any(let nodes): return nodes.allSatisfy { $0.isOf(open: open) }
        case .not(let node):
            guard case .term(let term) = node, case .state(let state) = term.condition else { return false }
            return state == (open ? .done : .open)
        case .term(let term):
            guard case .state(let state) = term.condition else { return false }
            switch state {
            case .open, .overdue, .today: return open
            case .done: return !open
            case .repeating: return false
            }
        }
    }

    /// - Parameter isInner: whether others stand beside it, so that alternatives need parentheses.
    fileprivate func text(isInner: Bool) -> String {
        switch self {
        case .term(let term): return term.condition.text
        case .not(let node):
            switch node {
            case .term, .not: return "-" + node.text(isInner: true)
            case .all, .any: return "-(" + node.text(isInner: false) + ")"
            }
        case .all(let nodes): return nodes.map { $0.text(isInner: true) }.joined(separator: " ")
        case .any(let nodes):
            let text = nodes.map { $0.text(isInner: true) }.joined(separator: " or ")
            return isInner ? "(" + text + ")" : text
        }
    }
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

extension TodoQuery.DayField {
    var word: String {
        switch self {
        case .due: "due"
        case .start: "start"
        case .done: "done"
        case .created: "created"
        case .reminder: "reminder"
        }
    }

    /// Tells whether its days have come: a weekday is the last one, not the next.
    var isPast: Bool {
        switch self {
        case .done, .created: true
        case .due, .start, .reminder: false
        }
    }
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
        case .day(let field, let comparison, let day): field.word + comparison.sign + Self.quotedIfLong(day.text)
        case .hasDay(let field, let has): field.word + (has ? ":any" : ":none")
        case .tag(let name): "tag:" + Self.quoted(name)
        case .list(let name): "list:" + Self.quoted(name)
        case .parent(let name): "parent:" + Self.quoted(name)
        case .hasParent(let has): has ? "parent:any" : "parent:none"
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

    private static func quotedIfLong(_ text: String) -> String {
        text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x28 && $0 != 0x29 } ? text : quoted(text)
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
        if query.root.isOf(open: true) { return .active }
        return query.root.isOf(open: false) ? .completed : self
    }
}
