import DaybookCore
import DaybookStorage

extension ItemList: FacedKind {
    static let face = KindFace<ItemList>(
        abstract: "Show the lists of to-dos, or make, change and delete them.",
        shows: "Show the lists, and how many open to-dos lie in each.", adds: "Make a list, the last of them.",
        edits: "Rename a list, or change its colour or place, or put it away.",
        deletes: "Delete a list. Its to-dos lie in the inbox then.",
        deletion: "'daybook undo' brings it back, with its to-dos.",
        options: [
            FieldOption(.archivedAt, "archivedAt", .time, help: "Put it away, or take it into use again.")
        ],
        show: { rows, book, output in
            let counts = try book.listCounts()
            output.append("Inbox (\(counts[nil] ?? 0))\n")
            for row in rows {
                let more = row.list.isArchived ? ", put away" : ""
                output.append(terminalLine: "\(row.list.name) (\(counts[row.list.id] ?? 0))\(more)")
            }
        },
        farewell: { row, book in
            let count = try book.listCounts()[row.list.id] ?? 0
            return count == 0 ? "" : " Open to-dos now in the inbox: \(count)."
        })
}

extension KindName<ItemList> {
    /// The id of the list that bears the name, or throws `CommandFailure`; nil for the inbox.
    func id(in book: BookReader) throws -> EntityID? {
        if text.lowercased() == "inbox", try !book.lists().contains(where: { $0.list.name.lowercased() == "inbox" }) {
            return nil
        }
        return try row(in: book).list.id
    }
}
