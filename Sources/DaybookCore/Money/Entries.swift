/// Some entries in an order. To go through them with `each`, and to keep some of them, copies none.
public struct Entries: Equatable, RandomAccessCollection, Sendable {
    typealias Box = EntityTable<Entry>.Box

    var boxes: [Box] = []

    /// In the order in which they are given.
    public init(_ entries: some Sequence<Entry> = []) {
        boxes = entries.map { Box($0) }
    }

    /// Makes those of some days.
    public init(_ sections: [EntrySection]) {
        for section in sections { boxes += section.entries.boxes }
    }

    public var startIndex: Int { 0 }
    public var endIndex: Int { boxes.count }
    public subscript(index: Int) -> Entry { boxes[index].value }

    /// Their ids, in their order.
    public var ids: [EntityID] { boxes.map { $0.value.id } }

    public func each<Failure: Error>(_ body: (Entry) throws(Failure) -> Void) throws(Failure) {
        for box in boxes { try body(box.value) }
    }

    /// Keeps the entries that pass a test, in their order.
    public func those(where passes: (Entry) -> Bool) -> Entries {
        var entries = self
        entries.boxes = boxes.filter { passes($0.value) }
        return entries
    }

    public static func == (left: Entries, right: Entries) -> Bool {
        left.count == right.count && zip(left.boxes, right.boxes).allSatisfy { $0 === $1 || $0.value == $1.value }
    }
}
