extension TodoQuery {
    /// The query that a text says.
    ///
    /// - Throws: what is wrong, with its column.
    public init(_ text: String) throws(QueryError) {
        var reader = TodoQueryReader(text)
        terms = try reader.terms()
    }
}

/// Reads the terms of a query, one after the other.
private struct TodoQueryReader {
    private let scalars: [Unicode.Scalar]
    private var place = 0

    init(_ text: String) { scalars = text.scalars }

    mutating func terms() throws(QueryError) -> [TodoQuery.Term] {
        var terms: [TodoQuery.Term] = []
        while true {
            while place < scalars.count, scalars[place].isSpace { place += 1 }
            guard place < scalars.count else { return terms }
            terms.append(try term())
        }
    }

    private mutating func term() throws(QueryError) -> TodoQuery.Term {
        let start = place
        let isNegated = scalars[place] == "-"
        if isNegated { place += 1 }
        guard place < scalars.count, !scalars[place].isSpace else { throw Self.error(start, .nothingNegated) }
        return TodoQuery.Term(column: start + 1, isNegated: isNegated, condition: try condition())
    }

    private mutating func condition() throws(QueryError) -> TodoQuery.Condition {
        let first = place
        if scalars[place] == "\"" {
            let text = try value()
            guard !text.isBlank else { throw Self.error(first, .noText) }
            return .text(text)
        }
        while place < scalars.count, scalars[place].isLetter { place += 1 }
        let name = String(Array(scalars[first..<place]))
        guard let comparison = comparison() else {
            // A word by itself is looked for.
            while place < scalars.count, !scalars[place].isSpace, scalars[place] != "\"" { place += 1 }
            let word = String(Array(scalars[first..<place]))
            guard !word.isBlank else { throw Self.error(first, .onlyUnseen) }
            return .text(word)
        }
        guard name.isOne(of: QueryError.fields) else { throw Self.error(first, .unknownField(name)) }
        let column = place
        let value = try value()
        guard !value.isBlank else { throw Self.error(column, .noValue(of: name)) }
        return try Self.condition(name, comparison, value, column)
    }

    private mutating func comparison() -> TodoQuery.Comparison? {
        guard place < scalars.count else { return nil }
        let isLonger = place + 1 < scalars.count && scalars[place + 1] == "="
        let comparison: TodoQuery.Comparison
        switch scalars[place] {
        case "<": comparison = isLonger ? .atMost : .less
        case ">": comparison = isLonger ? .atLeast : .greater
        case ":", "=": comparison = .equal
        default: return nil
        }
        place += comparison == .atMost || comparison == .atLeast ? 2 : 1
        return comparison
    }

    /// What stands up to the next space, or between quotation marks, before which a backslash stands inside.
    private mutating func value() throws(QueryError) -> String {
        let start = place
        guard place < scalars.count, scalars[place] == "\"" else {
            while place < scalars.count, !scalars[place].isSpace { place += 1 }
            return String(Array(scalars[start..<place]))
        }
        place += 1
        var text: [Unicode.Scalar] = []
        while place < scalars.count, scalars[place] != "\"" {
            if scalars[place] == "\\", place + 1 < scalars.count { place += 1 }
            text.append(scalars[place])
            place += 1
        }
        guard place < scalars.count else { throw Self.error(start, .noEnd) }
        place += 1
        return String(text)
    }

    private static func condition(
        _ name: String, _ comparison: TodoQuery.Comparison, _ value: String, _ column: Int
    ) throws(QueryError) -> TodoQuery.Condition {
        let word = String(utf8: SearchQuery.fold(value))
        let isDay = name.isOne(of: "due start")
        let field = name.isOne(of: "due") ? TodoQuery.DayField.due : .start
        if comparison == .equal, word.isOne(of: "none any") {
            if isDay { return .hasDay(field, word.isOne(of: "any")) }
            if name.isOne(of: "amount") { return .hasAmount(word.isOne(of: "any")) }
        }
        if isDay { return .day(field, comparison, try day(word, column)) }
        if name.isOne(of: "priority") {
            for priority in TodoQuery.Priority.allCases where word.isOne(of: priority.word) {
                return .priority(comparison, priority)
            }
            throw error(column, .badPriority(value))
        }
        if name.isOne(of: "amount") {
            do throws(ItemError) {
                let amount = try Amount(value, usual: .usDollar)
                return .amount(comparison, amount, isOfCurrency: Amount.namesCurrency(value))
            } catch {
                throw Self.error(column, .item(error))
            }
        }
        guard comparison == .equal else { throw error(column, .notComparable(name)) }
        if name.isOne(of: "tag") {
            let tag = value.rest(after: "#") ?? value
            guard ItemTag.isName(tag) else { throw error(column, .item(.badTag(tag))) }
            return .tag(tag)
        }
        if name.isOne(of: "list") { return .list(value) }
        guard name.isOne(of: "is") else { return .text(value) }
        for state in TodoQuery.State.allCases where word.isOne(of: state.word) { return .state(state) }
        throw error(column, .badState(value))
    }

    private static func day(_ word: String, _ column: Int) throws(QueryError) -> TodoQuery.Day {
        if word.isOne(of: "today") { return .fromToday(0) }
        if word.isOne(of: "tomorrow") { return .fromToday(1) }
        if word.isOne(of: "yesterday") { return .fromToday(-1) }
        if let day = CivilDate(word) { return .date(day) }
        if let days = word.rest(after: "today+").flatMap({ number($0) }) { return .fromToday(days) }
        if let days = word.rest(after: "today-").flatMap({ number($0) }) { return .fromToday(-days) }
        throw error(column, .badDay(word))
    }

    /// Digits alone, of a number of days that isn't too large.
    private static func number(_ text: String) -> Int64? {
        var number: Int64 = 0
        for byte in text.utf8 {
            guard byte >= 48, byte <= 57 else { return nil }
            number = number * 10 + Int64(byte - 48)
            guard number <= TodoQuery.Day.farthest else { return nil }
        }
        return text.utf8.isEmpty ? nil : number
    }

    /// - Parameter place: of the character that is to blame.
    private static func error(_ place: Int, _ problem: QueryError.Problem) -> QueryError {
        QueryError(column: place + 1, problem: problem)
    }
}
