/// An entry as a copy of a book lists it: with the short number by which people name it there.
public struct EntryRow: Equatable, Sendable {
    /// Given once in this copy of the book.
    public let number: Int64
    /// Made of the registers, as of the commit that wrote them last.
    public let entry: Entry

    public init(number: Int64, entry: Entry) {
        self.number = number
        self.entry = entry
    }
}

extension EntryRow: ItemRow {
    public var item: Entry { entry }
}
