import ArgumentParser
import DaybookCore
import DaybookStorage

/// How a person names a to-do, an entry or a transfer: by its short number, or by the start of its id.
struct ItemName: ExpressibleByArgument, Equatable, Sendable {
    let text: String

    /// A prefix of an id has at least this many digits.
    static let shortestPrefix = 4
    /// Text of decimal digits alone is a number unless it has this many: a number whose item is gone must not
    /// suddenly mean an item whose id happens to start like it.
    static let shortestDigitPrefix = 8

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = TypedText.plain(argument)
    }

    /// The to-do that bears the name, or throws `CommandFailure`.
    func todo(in book: BookReader) throws -> TodoRow {
        try find("item", "list", { try book.row(number: $0) }, { try book.rows(in: $0, limit: $1) })
    }

    /// The entry that bears the name, or throws `CommandFailure`.
    func entry(in book: BookReader) throws -> EntryRow {
        try find("entry", "entries", { try book.entryRow(number: $0) }, { try book.entryRows(in: $0, limit: $1) })
    }

    /// The transfer that bears the name, or throws `CommandFailure`. Numbers of transfers may stand behind a t.
    func transfer(in book: BookReader) throws -> TransferRow {
        let rest = text.dropFirst()
        let isMarked = ["t", "T"].contains(text.prefix(1)) && rest.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let name = isMarked ? ItemName(argument: String(rest)) ?? self : self
        return try name.find(
            "transfer", "transfers", { try book.transferRow(number: $0) }, { try book.transferRows(in: $0, limit: $1) })
    }

    /// - Parameter list: the command that shows what there is.
    private func find<Row>(
        _ noun: String, _ list: String, _ numbered: (Int64) throws -> Row?,
        _ identified: (ClosedRange<EntityID>, _ limit: Int) throws -> [Row]
    ) throws -> Row {
        if let number = Int64(text), let row = try numbered(number) { return row }
        let isNumber = text.count < Self.shortestDigitPrefix && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard !isNumber else {
            throw CommandFailure("There is no \(noun) \(text). 'daybook \(list)' shows all.")
        }
        guard text.count >= Self.shortestPrefix, let range = EntityID.range(ofPrefix: text) else {
            throw CommandFailure(
                "\"\(text)\" isn't a valid \(noun). Give its number, or the first \(Self.shortestPrefix) or more digits of "
                    + "its id.")
        }
        let rows = try identified(range, 2)
        guard let row = rows.first else {
            throw CommandFailure(
                "There is no \(noun) whose id starts with \(text). 'daybook \(list)' shows all.")
        }
        guard rows.count == 1 else {
            throw CommandFailure("More than one id starts with \(text). Give more of it, or the number of the \(noun).")
        }
        return row
    }
}

extension [ItemName] {
    /// The to-dos that they name, each once.
    func todos(in book: BookReader) throws -> [TodoRow] { try once({ try $0.todo(in: book) }, \.todo.id) }

    /// The entries that they name, each once.
    func entries(in book: BookReader) throws -> [EntryRow] { try once({ try $0.entry(in: book) }, \.entry.id) }

    private func once<Row>(_ find: (ItemName) throws -> Row, _ id: (Row) -> EntityID) throws -> [Row] {
        var seen: Set<EntityID> = []
        return try map(find).filter { seen.insert(id($0)).inserted }
    }
}
