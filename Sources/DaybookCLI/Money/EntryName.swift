import ArgumentParser
import DaybookCore
import DaybookStorage

/// How a person names an entry: by its short number, or by the start of its id, as items are named.
struct EntryName: ExpressibleByArgument, Equatable, Sendable {
    let text: String

    init?(argument: String) {
        guard !argument.isEmpty else { return nil }
        text = TypedText.plain(argument)
    }

    /// The entry that bears the name, or throws `CommandFailure`.
    func find(in book: BookReader) throws -> EntryRow {
        if let number = Int64(text), let row = try book.entryRow(number: number) { return row }
        let isNumber = text.count < ItemName.longestNumber && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard !isNumber, text.count >= ItemName.shortestPrefix, let range = EntityID.range(ofPrefix: text) else {
            throw CommandFailure("There is no entry \(text); 'daybook entries' shows what there is.")
        }
        let rows = try book.entryRows(in: range, limit: 2)
        guard let row = rows.first else {
            throw CommandFailure(
                "There is no entry whose id starts with \(text); 'daybook entries' shows what there is.")
        }
        guard rows.count == 1 else {
            throw CommandFailure("More than one id starts with \(text); give more of it, or the entry's number.")
        }
        return row
    }
}
