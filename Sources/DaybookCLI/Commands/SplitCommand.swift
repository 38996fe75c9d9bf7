import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

struct SplitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: "Split an entry into parts with tags and notes of their own, or show its parts.",
        discussion: """
            Sums count the parts. What no part has counts with the tags of the entry. Without parts and options it shows \
            those that there are. The order of the parts is their number: --change 2, --delete 1. With --envelope the parts that \
            you give or change are of that envelope.

              daybook split 3 12.50 '#food' 3.10 '#home' light bulb
              daybook split 3 50 '#food' 50 '#home' --percent
            """)

    @Argument(help: "Its number, or the start of its id.")
    var entry: ItemName

    @Argument(
        help: "Of each part its amount, such as 12.50, then its #tags and its note. Quote a # for the shell.",
        transform: TypedText.plain)
    var words: [String] = []

    @Flag(
        help: """
            The numbers are percentages of the entry. No cent is lost: what rounding leaves over goes to the parts that lost \
            most by it.
            """)
    var percent = false

    @Flag(help: "The last part gets what no other part has.")
    var rest = false

    @Flag(help: "Put the parts in the place of those that there are.")
    var replace = false

    @Option(help: ArgumentHelp("Change the part of this number: its amount, tags or note.", valueName: "number"))
    var change: Int?

    @Option(name: .customLong("delete"), help: ArgumentHelp("Take the part of this number away.", valueName: "number"))
    var deleted: [Int] = []

    @Flag(help: "Take all parts away.")
    var join = false

    @Flag(help: "Print the entry as JSON.")
    var json = false

    @OptionGroup var budget: EnvelopeOptions
    @OptionGroup var book: BookOptions

    func validate() throws {
        let ways = [replace, change != nil, !deleted.isEmpty, join].count { $0 }
        if ways > 1 { throw ValidationError("Give one of --replace, --change, --delete and --join.") }
        let isChanged = change != nil && budget.envelope != nil
        if replace || change != nil || budget.envelope != nil, words.isEmpty, !isChanged {
            throw ValidationError("Say what the part is to be.")
        }
        if !deleted.isEmpty || join, !words.isEmpty || rest || percent {
            throw ValidationError("Give either parts, or --delete or --join.")
        }
    }

    func run() throws {
        if words.isEmpty, !rest, deleted.isEmpty, !join, change == nil { return try show() }
        let (row, verb) = try book.write { book in
            let old = try entry.entry(in: book.reader)
            guard let amount = old.entry.amount else {
                throw CommandFailure("The entry \(old.number) has no amount that could be split. Give it one.")
            }
            let parts = try parts(of: old, amount, budget.value(in: book.reader))
            let changes: Changes = [.parts: parts.isEmpty ? .nothing : .parts(parts)]
            try changes.checkParts(of: old.entry)
            try book.carryOut(.edit(.entry, old.entry.id, changes))
            return (try book.reader.entryRow(old.entry.id) ?? old, parts.isEmpty ? "Joined" : "Split")
        }
        var output = Output()
        if json {
            output.append(EntryJSON.numbered.item(row))
        } else {
            output.append(verb, row)
            output.append(partsOf: row.entry)
        }
        try output.flushChange()
    }

    /// - Parameter envelope: nil where none was said.
    private func parts(of row: EntryRow, _ amount: Amount, _ envelope: FieldValue?) throws -> [Part] {
        if join { return [] }
        var parts = replace ? [] : row.entry.parts
        guard deleted.isEmpty else {
            let ids = try deleted.map { parts[try place($0, in: row)].id }
            return parts.filter { !ids.contains($0.id) }
        }
        var typed = try TypedPart.all(words, of: amount, percent: percent)
        if typed.isEmpty, change != nil { typed = [TypedPart()] }
        for index in typed.indices { typed[index].envelope = envelope }
        if let change {
            let place = try place(change, in: row)
            guard typed.count == 1 else {
                throw CommandFailure("--change takes one part, such as: daybook split 2 --change 1 12.50 '#food'")
            }
            parts[place].take(typed[0])
        } else {
            for part in typed {
                guard let amount = part.amount else {
                    throw CommandFailure("Begin each part with its amount: daybook split \(row.number) 12.50 '#food'")
                }
                var new = Part(amount: amount, tags: part.tags ?? [], note: part.note ?? "")
                new.take(part)
                parts.append(new)
            }
        }
        guard rest, let last = parts.indices.last else { return parts }
        // The split is worked out as the entry would show it.
        var split = row.entry
        split.parts = parts
        guard let left = split.unassigned else { return parts }
        guard let sum = try? Sum(parts[last].amount).adding(left), let coefficient = Int64(exactly: sum.coefficient),
            let whole = Amount(coefficient: coefficient, scale: sum.scale, currency: sum.currency)
        else { throw CommandFailure("There is nothing left for the last part.") }
        parts[last].amount = whole
        return parts
    }

    private func place(_ number: Int, in row: EntryRow) throws -> Int {
        let count = row.entry.parts.count
        guard number >= 1, number <= count else {
            throw CommandFailure(
                "The entry \(row.number) has \(count == 0 ? "no parts" : "no part \(number)"). "
                    + "'daybook split \(row.number)' shows them.")
        }
        return number - 1
    }

    private func show() throws {
        let row = try book.read { try entry.entry(in: $0) }
        var output = Output()
        if json {
            output.append(EntryJSON.numbered.item(row))
        } else {
            output.append(row.number, width: 6)
            output.append("  ")
            output.append(entry: row.entry, amountWidth: 0)
            output.append("\n")
            output.append(partsOf: row.entry)
            if row.entry.parts.isEmpty {
                output.append("It has no parts. To split it: daybook split \(row.number) 12.50 '#food'\n")
            }
        }
        try output.flush()
    }
}

/// A part as somebody typed it: nil where nothing was said.
struct TypedPart: Equatable {
    var amount: Amount?
    var tags: [String]?
    var note: String?
    var envelope: FieldValue?

    /// Each amount begins one; the first may have none.
    ///
    /// - Parameter percent: whether the numbers are percentages of the amount.
    static func all(_ words: [String], of amount: Amount, percent: Bool) throws -> [TypedPart] {
        var parts: [TypedPart] = []
        var shares: [Percentage] = []
        for word in words {
            if percent, ["-", "−", "+"].contains(word.prefix(1)), (try? Percentage(String(word.dropFirst()))) != nil {
                throw ItemError.hasSign(word)
            } else if percent, let share = try? Percentage(word) {
                shares.append(share)
                parts.append(TypedPart(amount: amount))
            } else if !percent, let own = try typed(word, amount.currency) {
                parts.append(TypedPart(amount: own))
            } else {
                if parts.isEmpty { parts.append(TypedPart()) }
                parts[parts.count - 1].take(word)
            }
        }
        let amounts = try amount.shares(shares)
        var next = amounts.makeIterator()
        for index in parts.indices where percent && parts[index].amount != nil { parts[index].amount = next.next() }
        return parts
    }

    /// Nil for a word that isn't one.
    private static func typed(_ word: String, _ currency: Currency) throws -> Amount? {
        guard !word.hasPrefix("#") else { return nil }
        do throws(ItemError) {
            return try Amount(word, usual: currency, local: .local)
        } catch {
            switch error {
            case .notANumber, .unknownCurrency: return nil
            default: throw error
            }
        }
    }

    private mutating func take(_ word: String) {
        if word.hasPrefix("#") {
            let tag = String(word.dropFirst()).trimmed
            tags = (tags ?? []) + (tag.isEmpty ? [] : [tag])
        } else {
            note = [note, word].compactMap(\.self).joined(separator: " ")
        }
    }
}

extension Part {
    fileprivate mutating func take(_ typed: TypedPart) {
        amount = typed.amount ?? amount
        tags = typed.tags ?? tags
        note = typed.note ?? note
        if let named = typed.envelope { envelope = named.entity }
    }
}

extension Output {
    /// The parts of an entry with their numbers, and what no part has; nothing of an entry without parts.
    mutating func append(partsOf entry: Entry) {
        let width = entry.parts.map(\.amount.text.utf8.count).max() ?? 0
        for (index, part) in entry.parts.enumerated() {
            append(Int64(index + 1), width: 10)
            append("  ")
            append(part.amount.text, right: width)
            if !part.note.isEmpty {
                append("  ")
                append(terminal: part.note)
            }
            for tag in part.tags {
                append(" ")
                styled(.tag) { output in
                    output.append("#")
                    output.append(terminal: tag)
                }
            }
            if part.amount.currency != entry.amount?.currency { append("  (another currency: doesn't count)") }
            append("\n")
        }
        guard let rest = entry.unassigned else { return }
        append("            ")
        append((rest.coefficient < 0 ? rest.negated : rest).text, right: width)
        append(rest.coefficient < 0 ? "  too much\n" : "  unassigned\n")
    }
}
