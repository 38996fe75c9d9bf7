extension TodoQuery {
    /// The query that a text says.
    ///
    /// - Throws: what is wrong, with its column.
    public init(_ text: String) throws(QueryError) {
        var reader = TodoQueryReader(text)
        root = try reader.query()
    }
}

/// Reads the terms of a query, and the words and signs between them.
private struct TodoQueryReader {
    /// The text as it was typed.
    private let written: [Unicode.Scalar]
    /// With signs of ASCII in the place of the wide ones that people type in Chinese.
    private let scalars: [Unicode.Scalar]
    private var place = 0
    /// How many parentheses, and what turns terms round, lie inside of each other.
    private var depth = 0

    private static let greatestDepth = 40

    init(_ text: String) {
        written = text.scalars
        scalars = text.scalars.map { Self.narrow($0) }
    }

    private static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{FF08}": "("
        case "\u{FF09}": ")"
        case "\u{FF1A}": ":"
        case "\u{FF1C}": "<"
        case "\u{FF1E}": ">"
        case "\u{FF1D}": "="
        case "\u{FF0D}": "-"
        default: scalar
        }
    }

    mutating func query() throws(QueryError) -> TodoQuery.Node {
        let node = try alternatives()
        guard place == scalars.count else { throw Self.error(place, .nothingOpen) }
        return node
    }

    /// Tells what stands between words “or”.
    private mutating func alternatives() throws(QueryError) -> TodoQuery.Node {
        var nodes: [TodoQuery.Node] = []
        var start = place
        while true {
            let node = try together()
            let isEmpty = if case .all(let inner) = node { inner.isEmpty } else { false }
            skipSpace()
            let isMore = isWord("or")
            if isEmpty, isMore || !nodes.isEmpty { throw Self.error(isMore ? place : start, .nothingBeside("or")) }
            if case .any(let inner) = node { nodes += inner } else { nodes.append(node) }
            guard isMore else { return nodes.count == 1 ? nodes[0] : .any(nodes) }
            start = place
            place += 2
        }
    }

    /// Tells what stands beside each other, and all has to hold.
    private mutating func together() throws(QueryError) -> TodoQuery.Node {
        var nodes: [TodoQuery.Node] = []
        while true {
            skipSpace()
            if place == scalars.count || scalars[place] == ")" || isWord("or") { break }
            if isWord("and") {
                let start = place
                place += 3
                skipSpace()
                let isLast = place == scalars.count || scalars[place] == ")" || isWord("or") || isWord("and")
                if nodes.isEmpty || isLast { throw Self.error(start, .nothingBeside("and")) }
            }
            let node = try unary()
            if case .all(let inner) = node { nodes += inner } else { nodes.append(node) }
        }
        return nodes.count == 1 ? nodes[0] : .all(nodes)
    }

    private mutating func unary() throws(QueryError) -> TodoQuery.Node {
        let start = place
        guard depth < Self.greatestDepth else { throw Self.error(start, .tooDeep) }
        depth += 1
        defer { depth -= 1 }
        if isWord("not") {
            place += 3
            skipSpace()
            guard place < scalars.count, scalars[place] != ")", !isWord("or"), !isWord("and") else {
                throw Self.error(start, .nothingBeside("not"))
            }
            return .not(try unary())
        }
        if scalars[place] == "-" {
            place += 1
            guard place < scalars.count, !scalars[place].isSpace, scalars[place] != ")" else {
                throw Self.error(start, .nothingNegated)
            }
            return .not(try unary())
        }
        guard scalars[place] == "(" else { return try term() }
        place += 1
        let node = try alternatives()
        guard place < scalars.count else { throw Self.error(start, .notClosed) }
        place += 1
        if case .all(let inner) = node, inner.isEmpty { throw Self.error(start, .nothingInside) }
        return node
    }

    private mutating func skipSpace() {
        while place < scalars.count, scalars[place].isSpace { place += 1 }
    }

    /// Tells whether a word of the grammar stands here, by itself.
    private func isWord(_ word: String) -> Bool {
        let letters = word.scalars
        guard place + letters.count <= scalars.count else { return false }
        let found = String(Array(scalars[place..<place + letters.count]))
        guard ByteString(String(utf8: SearchQuery.fold(found))) == ByteString(word) else { return false }
        let end = place + letters.count
        return end == scalars.count || scalars[end].isSpace || scalars[end] == "(" || scalars[end] == ")"
    }

    private mutating func term() throws(QueryError) -> TodoQuery.Node {
        let first = place
        func node(_ condition: TodoQuery.Condition) -> TodoQuery.Node {
            .term(TodoQuery.Term(column: first + 1, condition: condition))
        }
        if scalars[place] == "\"" {
            let text = try value()
            guard !text.isBlank else { throw Self.error(first, .noText) }
            return node(.text(text))
        }
        while place < scalars.count, scalars[place].isLetter { place += 1 }
        let name = String(utf8: SearchQuery.fold(String(Array(written[first..<place]))))
        let sign = place
        guard let (comparison, isNot) = comparison() else {
            // A word by itself is looked for.
            if name.isOne(of: QueryError.fields), place < scalars.count, scalars[place].isOne(in: "!~≈") {
                throw Self.error(sign, .noSign)
            }
            place = first
            let word = word()
            guard !word.isBlank else { throw Self.error(first, .onlyUnseen) }
            return node(.text(word))
        }
        guard name.isOne(of: QueryError.fields) else {
            throw Self.error(first, .unknownField(String(Array(written[first..<sign]))))
        }
        let column = place
        let value = try value()
        guard !value.isBlank else { throw Self.error(column, .noValue(of: name)) }
        let found = node(try Self.condition(name, comparison, value, column))
        return isNot ? .not(found) : found
    }

    private mutating func comparison() -> (TodoQuery.Comparison, isNot: Bool)? {
        guard place < scalars.count else { return nil }
        let next = place + 1 < scalars.count ? scalars[place + 1] : " "
        let (comparison, isNot, length): (TodoQuery.Comparison, Bool, Int)
        switch scalars[place] {
        case "<" where next == ">": (comparison, isNot, length) = (.equal, true, 2)
        case "<": (comparison, isNot, length) = next == "=" ? (.atMost, false, 2) : (.less, false, 1)
        case ">": (comparison, isNot, length) = next == "=" ? (.atLeast, false, 2) : (.greater, false, 1)
        case "!" where next == "=": (comparison, isNot, length) = (.equal, true, 2)
        case "\u{2264}": (comparison, isNot, length) = (.atMost, false, 1)
        case "\u{2265}": (comparison, isNot, length) = (.atLeast, false, 1)
        case "\u{2260}": (comparison, isNot, length) = (.equal, true, 1)
        case ":", "=": (comparison, isNot, length) = (.equal, false, 1)
        default: return nil
        }
        place += length
        return (comparison, isNot)
    }

    /// Tells what stands up to the next space or quotation mark, and inside of parentheses up to their end.
    private mutating func word(isValue: Bool = false) -> String {
        let start = place
        var inside = 0
        while place < scalars.count, !scalars[place].isSpace, isValue || scalars[place] != "\"" {
            if scalars[place] == "(" { inside += 1 }
            if scalars[place] == ")" {
                if inside == 0 { break }
                inside -= 1
            }
            place += 1
        }
        return String(Array(written[start..<place]))
    }

    /// Reads up to the next space, or between quotation marks, before which a backslash stands inside.
    private mutating func value() throws(QueryError) -> String {
        let start = place
        guard place < scalars.count, scalars[place] == "\"" else { return word(isValue: true) }
        place += 1
        var text: [Unicode.Scalar] = []
        while place < scalars.count, scalars[place] != "\"" {
            if scalars[place] == "\\", place + 1 < scalars.count { place += 1 }
            text.append(written[place])
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
        let field = TodoQuery.DayField.allCases.first { name.isOne(of: $0.word) }
        if comparison == .equal, word.isOne(of: "none any") {
            if let field { return .hasDay(field, word.isOne(of: "any")) }
            if name.isOne(of: "amount") { return .hasAmount(word.isOne(of: "any")) }
            if name.isOne(of: "parent") { return .hasParent(word.isOne(of: "any")) }
        }
        if let field {
            guard let day = TodoQuery.Day(value) else { throw error(column, .badDay(value)) }
            return .day(field, comparison, day)
        }
        if name.isOne(of: "priority") {
            for priority in TodoQuery.Priority.allCases where word.isOne(of: priority.word) {
                return .priority(comparison, priority)
            }
            // RFC 5545 numbers them.
            if word.utf8.count == 1, let digit = word.utf8.first, digit >= 48, digit <= 57 {
                return .priority(comparison, TodoQuery.Priority(digit - 48))
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
        if name.isOne(of: "parent") { return .parent(value) }
        guard name.isOne(of: "is") else { return .text(value) }
        for state in TodoQuery.State.allCases where word.isOne(of: state.word) { return .state(state) }
        throw error(column, .badState(value))
    }

    /// - Parameter place: of the character that is to blame.
    private static func error(_ place: Int, _ problem: QueryError.Problem) -> QueryError {
        QueryError(column: place + 1, problem: problem)
    }
}
