/// A to-do as a copy of a book lists it: with the short number by which people name it there.
public struct TodoRow: Equatable, Sendable {
    /// Given once in this copy of the book; also the `id` of the classic interface. One that a client of it chose may
    /// be given again once its item is deleted.
    public let number: Int64
    /// Made of the registers, as of the commit that wrote them last.
    public let todo: Todo

    public init(number: Int64, todo: Todo) {
        self.number = number
        self.todo = todo
    }
}

extension TodoRow: ItemRow {
    public var item: Todo { todo }
}

/// A to-do by itself has no number.
extension Todo: ItemRow {
    public var number: Int64 { 0 }
    public var item: Todo { self }
}
