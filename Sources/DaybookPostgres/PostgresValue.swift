public import DaybookCore

/// A value that goes into a statement, in the binary form that PostgreSQL has for its type.
public struct Parameter: Sendable {
    /// The number of the type in PostgreSQL.
    let type: UInt32
    /// Nil for NULL.
    let bytes: [UInt8]?

    private init(_ type: UInt32, _ bytes: [UInt8]?) { (self.type, self.bytes) = (type, bytes) }

    /// `bigint`
    public static func number(_ value: Int64?) -> Parameter { Parameter(20, value.map { bigEndian($0) }) }
    /// `bytea`
    public static func bytes(_ value: [UInt8]?) -> Parameter { Parameter(17, value) }
    /// `text[]`
    public static func texts(_ values: [String]) -> Parameter {
        Parameter(1009, array(25, values.map { Array($0.utf8) }))
    }
    /// `text`
    public static func text(_ value: String) -> Parameter { Parameter(25, Array(value.utf8)) }
    /// `uuid`
    public static func id(_ value: EntityID) -> Parameter { Parameter(2950, value.bytes) }
    /// `bigint[]`
    public static func numbers(_ values: [Int64]) -> Parameter {
        Parameter(1016, array(20, values.map { bigEndian($0) }))
    }
    /// `bytea[]`
    public static func bytes(each values: [[UInt8]]) -> Parameter { Parameter(1001, array(17, values)) }
    /// `uuid[]`
    public static func ids(_ values: [EntityID]) -> Parameter { Parameter(2951, array(2950, values.map(\.bytes))) }

    private static func bigEndian(_ value: Int64) -> [UInt8] {
        var bytes: [UInt8] = []
        append(UInt32(truncatingIfNeeded: value >> 32), to: &bytes)
        append(UInt32(truncatingIfNeeded: value), to: &bytes)
        return bytes
    }

    private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
        for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }

    /// Dimensions, whether there are NULLs, the type of the elements, how many, from which index on; then each with its
    /// length.
    private static func array(_ type: UInt32, _ elements: [[UInt8]]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + elements.reduce(0) { $0 + $1.count + 4 })
        for word in [elements.isEmpty ? 0 : 1, 0, type] { append(word, to: &bytes) }
        if elements.isEmpty { return bytes }
        append(UInt32(clamping: elements.count), to: &bytes)
        append(1, to: &bytes)
        for element in elements {
            append(UInt32(clamping: element.count), to: &bytes)
            bytes += element
        }
        return bytes
    }
}

/// The rows that a statement gave.
public final class Rows {
    private let library: LibPQ
    private let result: OpaquePointer
    /// How many there are.
    public let count: Int

    /// - Parameter result: of which this is the owner.
    init(_ library: LibPQ, _ result: OpaquePointer) {
        self.library = library
        self.result = result
        count = Int(library.rowCount(result))
    }

    deinit { library.clear(result) }

    /// PostgreSQL's name of the command that it ran, such as `COMMIT`.
    var tag: String { library.commandTag(result).map { String(cString: $0) } ?? "" }

    /// The bytes of a value; nil for NULL.
    public func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
        guard row < count, library.isNull(result, CInt(row), CInt(column)) == 0,
            let value = library.value(result, CInt(row), CInt(column))
        else { return nil }
        let buffer = UnsafeRawBufferPointer(start: value, count: Int(library.length(result, CInt(row), CInt(column))))
        return Array(buffer)
    }

    /// A number of 2, 4 or 8 bytes, or a boolean.
    public func number(_ row: Int, _ column: Int) throws(PostgresError) -> Int64 {
        guard let bytes = bytes(row, column), let first = bytes.first, bytes.count <= 8 else {
            throw .unexpected("no number in column \(column)")
        }
        return bytes.dropFirst().reduce(Int64(Int8(bitPattern: first))) { $0 << 8 | Int64($1) }
    }

    public func text(_ row: Int, _ column: Int) throws(PostgresError) -> String {
        guard let bytes = bytes(row, column) else { throw .unexpected("no text in column \(column)") }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A register whose entity, field, clock, node and value stand in the columns from `column` on. PostgreSQL compares
    /// the numbers of nodes as signed ones, so they lie there with the first bit turned over.
    func register(_ row: Int, from column: Int) throws(PostgresError) -> Register {
        guard let entity = bytes(row, column).flatMap({ EntityID(bytes: $0) }), let value = bytes(row, column + 4)
        else {
            throw .unexpected("no register")
        }
        let stamp = Stamp(
            clock: UInt64(clamping: try number(row, column + 2)), node: UInt64(turned: try number(row, column + 3)))
        return Register(entity, Field(rawValue: UInt16(clamping: try number(row, column + 1))), stamp, value)
    }
}

extension UInt64 {
    /// A number that PostgreSQL orders as signed ones, which is then the order of the unsigned ones.
    init(turned number: Int64) { self = UInt64(bitPattern: number) ^ 1 << 63 }
}

extension Int64 {
    /// The other way round.
    init(turning number: UInt64) { self = Int64(bitPattern: number ^ 1 << 63) }
}
