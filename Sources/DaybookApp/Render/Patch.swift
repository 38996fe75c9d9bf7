/// The changes that turn the shown elements into the wanted ones, as the browser reads them:
/// a row of 32-bit words, and one UTF-8 text from which each operation takes its next part.
///
/// Lengths count UTF-16 units, for that is how the browser cuts its strings. `docs/web.md` has the table.
public struct Patch {
    /// Operations by their numbers, each with what it takes: ids, attributes, lengths.
    public private(set) var words: [Int32] = []
    /// UTF-8, in the order of the operations.
    public private(set) var text: [UInt8] = []

    enum Operation: Int32 {
        case create, createText, setText, set, unset, insert, remove, clone, arrange
    }

    mutating func removeAll() {
        words.removeAll(keepingCapacity: true)
        text.removeAll(keepingCapacity: true)
    }

    mutating func create(_ id: Int32, _ tag: Tag) {
        write(.create, id, Int32(tag.rawValue))
    }

    mutating func createText(_ id: Int32, _ value: String) {
        write(.createText, id, append(value))
    }

    mutating func setText(_ id: Int32, _ value: String) {
        write(.setText, id, append(value))
    }

    mutating func set(_ id: Int32, _ attribute: Attribute, _ value: String?) {
        if let value {
            let length = append(value)
            write(.set, id, Int32(attribute.rawValue), length)
        } else {
            write(.unset, id, Int32(attribute.rawValue))
        }
    }

    /// Puts `id` before the sibling `next`, or last where `next` is 0.
    mutating func insert(_ id: Int32, into parent: Int32, before next: Int32) {
        write(.insert, id, parent, next)
    }

    mutating func remove(_ id: Int32) {
        write(.remove, id)
    }

    /// Copies `source` with all it contains. The copies follow in the words, in document order.
    mutating func clone(_ source: Int32, ids: [Int32]) {
        write(.clone, source, Int32(ids.count))
        words.append(contentsOf: ids)
    }

    /// Leaves `id` with these children, in this order, and without any other.
    mutating func arrange(_ id: Int32, children: [Int32]) {
        write(.arrange, id, Int32(children.count))
        words.append(contentsOf: children)
    }

    private mutating func write(_ operation: Operation, _ a: Int32, _ b: Int32) {
        words.append(operation.rawValue)
        words.append(a)
        words.append(b)
    }

    private mutating func write(_ operation: Operation, _ a: Int32) {
        words.append(operation.rawValue)
        words.append(a)
    }

    private mutating func write(_ operation: Operation, _ a: Int32, _ b: Int32, _ c: Int32) {
        words.append(operation.rawValue)
        words.append(a)
        words.append(b)
        words.append(c)
    }

    private mutating func append(_ value: String) -> Int32 {
        let start = text.count
        text.append(contentsOf: value.utf8)
        var units: Int32 = 0
        // Every character counts one unit at its first byte, and a second one if it has four bytes.
        for byte in text[start...] where byte & 0xC0 != 0x80 { units += byte >= 0xF0 ? 2 : 1 }
        return units
    }
}
