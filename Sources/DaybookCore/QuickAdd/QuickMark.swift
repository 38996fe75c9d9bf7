/// A word of a line that begins with a sign of its own: `+Home` for a list, `!high` for a priority, `#food` for a tag.
struct QuickMark {
    /// Its places in the line.
    let range: Range<Int>
    let meaning: QuickTodo.Meaning

    /// Words that give a priority, by its number of RFC 5545.
    private static let priorities: [(words: String, number: UInt8)] = [
        ("high 高", 1), ("medium 中", 5), ("low 低", 9),
    ]

    /// The first that names a list, that names the account that pays, that names the one that gets it, that names a priority,
    /// and each tag once, in the order of the line. A list that isn't there stays in the title.
    ///
    /// - Parameter lists: those that may be named. Of names that begin alike the longest is meant.
    static func marks(
        in line: [Unicode.Scalar], _ lists: [ItemList], _ accounts: [MoneyAccount] = []
    ) -> [QuickMark] {
        let quotations = Quotations(line)
        var marks: [QuickMark] = []
        var (index, startsWord) = (0, true)
        while index < line.count {
            let scalar = line[index]
            if startsWord,
                let mark = mark(in: line, at: index, lists, quotations) ?? account(in: line, at: index, accounts)
                    ?? income(in: line, at: index),
                !marks.contains(where: { $0.isAlike(mark) })
            {
                marks.append(mark)
                index = mark.range.upperBound
            } else if let end = quotations.end(of: index, startsWord: startsWord) {
                index = end
                startsWord = false
            } else {
                startsWord = scalar.isSpace
                index += 1
            }
        }
        return marks
    }

    /// Tells whether a word may end before a place: nothing follows it but white space, perhaps after punctuation.
    private static func endsWord(_ line: [Unicode.Scalar], _ place: Int) -> Bool {
        var place = place
        while place < line.count, line[place].isOne(in: ",.;:!?)") { place += 1 }
        return place == line.count || line[place].isSpace || line[place].isOne(in: "，。；：！？）、")
    }

    private static func mark(
        in line: [Unicode.Scalar], at start: Int, _ lists: [ItemList], _ quotations: Quotations
    ) -> QuickMark? {
        /// Finds the end of the same words behind the sign, in large or small letters, if no more of a word follows them.
        func end(of name: String) -> Int? {
            let end = start + 1 + name.unicodeScalars.count
            guard end <= line.count, endsWord(line, end),
                SearchQuery.fold(String(Array(line[(start + 1)..<end]))) == SearchQuery.fold(name)
            else { return nil }
            return end
        }
        var best: QuickMark?
        if line[start].isOne(in: "+＋") {
            // +"Summer house".
            let quoted = start + 1 < line.count ? quotations.end(of: start + 1, startsWord: true) : nil
            for list in lists where !list.isArchived && !list.name.isBlank {
                if let quoted, endsWord(line, quoted),
                    SearchQuery.fold(String(Array(line[(start + 2)..<(quoted - 1)]))) == SearchQuery.fold(list.name)
                {
                    best = QuickMark(range: start..<quoted, meaning: .list(list.id, list.name))
                } else if let end = end(of: list.name), end > best?.range.upperBound ?? start {
                    best = QuickMark(range: start..<end, meaning: .list(list.id, list.name))
                }
            }
        } else if line[start].isOne(in: "#＃") {
            var end = start + 1
            while end < line.count, !line[end].isSpace, !line[end].isOne(in: "#＃,，、;；。！？") { end += 1 }
            // Punctuation that ends a sentence is no part of it.
            while end > start + 2, line[end - 1].isOne(in: ".:!?)…") { end -= 1 }
            let name = line[(start + 1)..<end]
            // A number is none: people write “ticket #42”.
            guard name.contains(where: { !$0.isOne(in: "0123456789") }), ItemTag.isName(String(Array(name))) else {
                return nil
            }
            best = QuickMark(range: start..<end, meaning: .tag(String(Array(name))))
        } else if line[start].isOne(in: "!！") {
            for priority in priorities {
                for word in priority.words.parts({ $0 == " " }) {
                    if let end = end(of: String(word)) {
                        best = QuickMark(range: start..<end, meaning: .priority(priority.number))
                    }
                }
            }
        }
        return best
    }
}

extension QuickTodo.Meaning {
    /// The field to which it gives a value, if it is a mark's.
    fileprivate var field: Field {
        switch self {
        case .list: .list
        case .account: .account
        case .into: .paysInto
        case .income: .books
        case .tag: .tag
        default: .priority
        }
    }

    /// The value itself.
    fileprivate var value: FieldValue {
        switch self {
        case .list(let id, _), .account(let id, _), .into(let id, _): .entity(id)
        case .income: .choice(1)
        case .priority(let number): .choice(number)
        case .tag(let name): .texts([name])
        case .due, .time, .repeats, .until, .times, .amount: .nothing
        }
    }
}

extension QuickMark {
    var field: Field { meaning.field }
    var value: FieldValue { meaning.value }

    /// Tells whether no to-do can have both.
    private func isAlike(_ other: QuickMark) -> Bool {
        field == other.field
            && (field != .tag || TagNames.keys(value.texts) == TagNames.keys(other.value.texts))
    }
}
