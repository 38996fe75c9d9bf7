public import DaybookCore

/// The server's words on a file, on a run of the rules or on the devices that it reminds, in the person's language. The app
/// only shows them.
///
///     lines   of each:
///       kind    a byte
///       number  varint
///       texts   id, value, text, detail and result: of each its length, as a varint, and UTF-8
public struct ImportAnswer {
    public private(set) var lines: [Line] = []

    public init() {}

    public mutating func append(
        _ kind: Kind, _ text: String = "", id: String = "", value: String = "", detail: String = "",
        result: String = "", number: UInt64 = 0
    ) {
        lines.append(Line(kind, number, [id, value, text, detail, result]))
    }

    /// - Throws: `WireError` where the bytes aren't lines, or are of kinds that this version doesn't know.
    public init(bytes: [UInt8]) throws(WireError) {
        var reader = ByteReader(bytes)
        while reader.remaining > 0 { lines.append(try Line(&reader)) }
    }

    public var bytes: [UInt8] { lines.reduce(into: []) { $1.append(to: &$0) } }

    /// The first line of a kind.
    @inline(never)
    public subscript(kind: Kind) -> Line? {
        for line in lines where line.kind == kind { return line }
        return nil
    }

    /// The text of the first line of a kind; empty without one.
    @inline(never)
    func text(_ kind: Kind) -> String { self[kind]?.text ?? "" }

    /// Only the pairs, without one of them.
    func pairs(but from: String, _ to: String) -> ImportAnswer {
        var answer = self
        answer.lines = lines.filter { line in
            line.kind == .pair && !(ByteString(line.id) == ByteString(from) && ByteString(line.value) == ByteString(to))
        }
        return answer
    }

    /// How many would be written.
    var writes: UInt64 { self[.writes]?.number ?? 0 }
    /// True where something can be imported.
    var isReady: Bool { writes > 0 && self[.problem] == nil }
}

extension ImportAnswer {
    /// The subject of a line. Each says what its members are, beside `text`.
    public enum Kind: UInt8, Sendable {
        /// The contents of the file, or what the rules do.
        case title
        /// The file has entries, and not to-dos.
        case isOfEntries
        /// The reason why nothing can be written.
        case problem
        /// `number` things would be written.
        case writes
        /// Says what was written, with the `id` by which that is taken back.
        case done
        /// The account to which entries go.
        case destination
        case question
        /// An answer to the last question. `id` is what it answers, `value` its parameters, `number` is 1 if it is chosen.
        case choice
        /// A sentence above the columns.
        case columns
        /// A column of the file. `id` opens it, `detail` are some of its values, `result` is its meaning, `number` is 1 if it
        /// has one.
        case column
        /// A possible meaning of the last column, as `choice`.
        case meaning
        /// Two entries that may be one transfer: `id` and `value`.
        case pair
        /// An import, its `id`, and in `detail` when it was and how much.
        case past
        /// A rule that could be made, and in `detail` why.
        case rule
        case sentence
        /// The names of the columns of rows: `id`, `text` and `result`.
        case head
        /// A row: its line or day as `id`, the class of its outcome as `value`, the outcome as `result`, day and amount as `detail`.
        case row
        /// Says how many rows are left out.
        case more
        /// A device that gets notifications: its `id`, since when it does in milliseconds since 1970 as
        /// `number`. The one that asks has a `value`.
        case device
    }

    public struct Line: Sendable {
        public let kind: Kind
        public let number: UInt64
        private let texts: [String]

        public var id: String { at(0) }
        public var value: String { at(1) }
        public var text: String { at(2) }
        public var detail: String { at(3) }
        public var result: String { at(4) }

        @inline(never)
        private func at(_ index: Int) -> String { texts[index] }

        /// - Parameter texts: those of the five members, in their order.
        fileprivate init(_ kind: Kind, _ number: UInt64, _ texts: [String]) {
            (self.kind, self.number, self.texts) = (kind, number, texts)
        }

        fileprivate init(_ reader: inout ByteReader) throws(WireError) {
            guard let kind = Kind(rawValue: try reader.byte()) else { throw .malformed(at: reader.offset) }
            self.kind = kind
            number = try reader.varint()
            var texts: [String] = []
            for _ in 0..<5 {
                texts.append(String(utf8: Array(try reader.take(try reader.count(limit: reader.remaining)))))
            }
            self.texts = texts
        }

        fileprivate func append(to bytes: inout [UInt8]) {
            bytes.append(kind.rawValue)
            bytes.append(varint: number)
            for text in texts {
                bytes.append(varint: UInt64(text.utf8.count))
                bytes.append(contentsOf: text.utf8)
            }
        }
    }
}
