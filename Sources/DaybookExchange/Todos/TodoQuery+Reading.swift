import DaybookCore

extension TodoQuery {
    /// The query that a text says.
    ///
    /// - Throws: what is wrong, with its column, and what would be right.
    public init(_ text: String) throws(InputError) {
        var reader = TodoQueryReader(text)
        terms = try reader.terms()
    }
}

/// Reads the terms of a query, one after the other.
private struct TodoQueryReader {
    private let characters: [Character]
    private var place = 0

    private static let fields = ["due", "start", "tag", "list", "priority", "amount", "is", "text"]

    init(_ text: String) { characters = Array(text) }

    mutating func terms() throws(InputError) -> [TodoQuery.Term] {
        var terms: [TodoQuery.Term] = []
        while true {
            while place < characters.count, characters[place].isWhitespace { place += 1 }
            guard place < characters.count else { return terms }
            terms.append(try term())
        }
    }

    private mutating func term() throws(InputError) -> TodoQuery.Term {
        let start = place
        let isNegated = characters[place] == "-"
        if isNegated { place += 1 }
        guard place < characters.count, !characters[place].isWhitespace else {
            throw Self.error(start, "nothing stands behind -. Put a term there, such as -tag:home.")
        }
        let first = place
        if characters[place] == "\"" {
            let text = try value()
            guard !text.isBlank else { throw Self.error(first, "there is no text between the quotation marks.") }
            return term(start, isNegated, .text(text))
        }
        while place < characters.count, characters[place].isLetter { place += 1 }
        let name = String(characters[first..<place])
        guard let comparison = comparison() else {
            // A word by itself is looked for.
            while place < characters.count, !characters[place].isWhitespace, characters[place] != "\"" { place += 1 }
            let word = String(characters[first..<place])
            guard !word.isBlank else { throw Self.error(first, "there are only characters that can't be seen.") }
            return term(start, isNegated, .text(word))
        }
        guard Self.fields.contains(name) else {
            throw Self.error(
                first,
                "“\(name.excerpt)” isn't a field. Use one of \(Self.fields.joined(separator: ", ")), or quote the text."
            )
        }
        let column = place
        let value = try value()
        guard !value.isBlank else {
            throw Self.error(column, "\(name) has no value. Put one behind it, as in \(Self.example(name)).")
        }
        let condition = try Self.condition(name, comparison, value, column)
        return term(start, isNegated, condition)
    }

    private func term(_ start: Int, _ isNegated: Bool, _ condition: TodoQuery.Condition) -> TodoQuery.Term {
        TodoQuery.Term(column: start + 1, isNegated: isNegated, condition: condition)
    }

    private mutating func comparison() -> TodoQuery.Comparison? {
        guard place < characters.count else { return nil }
        let isLonger = place + 1 < characters.count && characters[place + 1] == "="
        let comparison: TodoQuery.Comparison
        switch characters[place] {
        case "<": comparison = isLonger ? .atMost : .less
        case ">": comparison = isLonger ? .atLeast : .greater
        case ":", "=": comparison = .equal
        default: return nil
        }
        place += comparison == .atMost || comparison == .atLeast ? 2 : 1
        return comparison
    }

    /// What stands up to the next space, or between quotation marks, before which a backslash stands inside.
    private mutating func value() throws(InputError) -> String {
        let start = place
        guard place < characters.count, characters[place] == "\"" else {
            while place < characters.count, !characters[place].isWhitespace { place += 1 }
            return String(characters[start..<place])
        }
        place += 1
        var text = ""
        while place < characters.count, characters[place] != "\"" {
            if characters[place] == "\\", place + 1 < characters.count { place += 1 }
            text.append(characters[place])
            place += 1
        }
        guard place < characters.count else {
            throw Self.error(start, "the quotation mark has no end. Put a second one behind the text.")
        }
        place += 1
        return text
    }

    private static func condition(
        _ name: String, _ comparison: TodoQuery.Comparison, _ value: String, _ column: Int
    ) throws(InputError) -> TodoQuery.Condition {
        let word = value.lowercased()
        if comparison == .equal, word == "none" || word == "any" {
            if let field = TodoQuery.DayField(rawValue: name) { return .hasDay(field, word == "any") }
            if name == "amount" { return .hasAmount(word == "any") }
        }
        switch name {
        case "due", "start":
            return .day(name == "due" ? .due : .start, comparison, try day(word, column))
        case "priority":
            guard let priority = TodoQuery.Priority.allCases.first(where: { "\($0)" == word }) else {
                throw error(column, "“\(value.excerpt)” isn't a priority. Use none, low, medium or high.")
            }
            return .priority(comparison, priority)
        case "amount":
            do throws(ItemError) {
                let amount = try Amount(value, usual: .usDollar)
                return .amount(comparison, amount, isOfCurrency: Amount.namesCurrency(value))
            } catch {
                throw Self.error(column, error.message)
            }
        default: break
        }
        guard comparison == .equal else {
            throw error(column, "\(name) can't be compared. Use \(name): as in \(example(name)).")
        }
        switch name {
        case "tag":
            let tag = value.hasPrefix("#") ? String(value.dropFirst()) : value
            guard ItemTag.isName(tag) else { throw error(column, ItemError.badTag(tag).message) }
            return .tag(tag)
        case "list": return .list(value)
        case "is":
            guard let state = TodoQuery.State(rawValue: word) else {
                let states = TodoQuery.State.allCases.map(\.rawValue).joined(separator: ", ")
                throw error(column, "“\(value.excerpt)” isn't a state. Use one of \(states).")
            }
            return .state(state)
        default: return .text(value)
        }
    }

    private static func day(_ word: String, _ column: Int) throws(InputError) -> TodoQuery.Day {
        switch word {
        case "today": return .fromToday(0)
        case "tomorrow": return .fromToday(1)
        case "yesterday": return .fromToday(-1)
        default: break
        }
        if let day = CivilDate(word) { return .date(day) }
        let number = word.dropFirst(5)
        if word.hasPrefix("today"), number.hasPrefix("+") || number.hasPrefix("-"), let days = Int64(number),
            (-TodoQuery.Day.farthest...TodoQuery.Day.farthest).contains(days)
        {
            return .fromToday(days)
        }
        throw error(
            column, "“\(word.excerpt)” isn't a day. Use a form such as today, today+7, today-3, tomorrow or 2026-12-24."
        )
    }

    private static func example(_ name: String) -> String {
        switch name {
        case "due", "start": "\(name)<=today+7"
        case "tag": "tag:home"
        case "list": "list:Work"
        case "priority": "priority>=medium"
        case "amount": "amount>100"
        case "is": "is:overdue"
        default: "text:\"rent\""
        }
    }

    /// - Parameter place: of the character that is to blame.
    private static func error(_ place: Int, _ message: String) -> InputError {
        InputError("query", "Column \(place + 1): \(message)")
    }
}
