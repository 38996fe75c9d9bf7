import DaybookCore

/// The records of a CSV as banks write it: quotation marks may stand inside of a value, and lines may differ in length.
///
/// The cells are places in the bytes, so that a large file takes little more than its size.
struct CSVRecords: Sendable {
    private let bytes: [UInt8]
    /// Where each cell lies. The sign of an end is below zero where marks in it are doubled.
    private var cells: [(start: Int32, end: Int32)] = []
    /// The first cell of each record, and the end of the last.
    private var starts: [Int32] = [0]
    private var numbers: [Int32] = []

    var count: Int { numbers.count }

    /// - Parameters:
    ///   - text: in UTF-8; what no 32 bits can count isn't read.
    ///   - separator: what parts the columns.
    ///   - most: how many records are read.
    /// - Throws: `InputError` for a quotation mark without its other one.
    init(_ text: [UInt8], _ separator: UInt8, most: Int = .max) throws(InputError) {
        bytes = text
        var reader = Reader(separator: separator)
        if most == .max {
            // An array that grows holds its content twice.
            let lines = bytes.count { $0 == 0x0A }
            cells.reserveCapacity(bytes.count { $0 == separator } + lines + 1)
            starts.reserveCapacity(lines + 2)
            numbers.reserveCapacity(lines + 1)
        }
        while reader.place < bytes.count, count < most {
            let line = reader.line
            reader.cells.removeAll(keepingCapacity: true)
            try reader.read(bytes)
            let isBlank = reader.cells.allSatisfy { cell in
                bytes[Int(cell.start)..<Int(abs(cell.end))].allSatisfy { $0 <= 0x20 || $0 == separator }
            }
            if isBlank { continue }
            cells += reader.cells
            starts.append(Int32(truncatingIfNeeded: cells.count))
            numbers.append(Int32(truncatingIfNeeded: line))
        }
    }

    /// Where in the file a record begins.
    func line(_ record: Int) -> Int { Int(numbers[record]) }

    func width(_ record: Int) -> Int { Int(starts[record + 1] - starts[record]) }

    /// The value of a cell without white space around it; empty where the record has none there.
    func value(_ record: Int, _ column: Int) -> String {
        guard column >= 0, column < width(record) else { return "" }
        let cell = cells[Int(starts[record]) + column]
        var range = bytes[Int(cell.start)..<Int(abs(cell.end))]
        while let first = range.first, first <= 0x20 { range.removeFirst() }
        while let last = range.last, last <= 0x20 { range.removeLast() }
        // A spreadsheet's way of keeping digits as text.
        if range.count > 2, range.first == 0x3D, range.dropFirst().first == 0x22, range.last == 0x22 {
            range = range.dropFirst(2).dropLast()
        }
        guard cell.end < 0 else { return String(decoding: range, as: UTF8.self).trimmed }
        var plain: [UInt8] = []
        var wasMark = false
        for byte in range {
            if byte == 0x22, wasMark {
                wasMark = false
                continue
            }
            wasMark = byte == 0x22
            plain.append(byte)
        }
        return String(decoding: plain, as: UTF8.self).trimmed
    }

    func values(_ record: Int) -> [String] { (0..<width(record)).map { value(record, $0) } }

    private struct Reader {
        let separator: UInt8
        var place = 0
        var line = 1
        var cells: [(start: Int32, end: Int32)] = []

        /// One record: as the standard says, or else a line in which marks may stand anywhere.
        mutating func read(_ bytes: [UInt8]) throws(InputError) {
            let (start, first) = (place, line)
            if readStrictly(bytes) { return }
            let isOpen = place >= bytes.count
            (place, line) = (start, first)
            cells.removeAll(keepingCapacity: true)
            guard readLoosely(bytes) || !isOpen else {
                throw InputError("the quotation mark that opens in line \(first) is never closed.")
            }
        }

        private mutating func append(_ start: Int, _ end: Int, isDoubled: Bool = false) {
            let end = Int32(truncatingIfNeeded: end)
            cells.append((Int32(truncatingIfNeeded: start), isDoubled ? -end : end))
        }

        private mutating func endLine(_ bytes: [UInt8]) {
            if bytes[place] == 0x0D, place + 1 < bytes.count, bytes[place + 1] == 0x0A { place += 1 }
            place += 1
            line += 1
        }

        private mutating func readStrictly(_ bytes: [UInt8]) -> Bool {
            var start = place
            while true {
                var isDoubled = false
                // A blank may stand before the mark.
                var mark = place
                while mark < bytes.count, bytes[mark] == 0x20 { mark += 1 }
                if mark < bytes.count, bytes[mark] == 0x22 { place = mark }
                var end = place
                if place < bytes.count, bytes[place] == 0x22 {
                    place += 1
                    start = place
                    while true {
                        guard place < bytes.count, place - start < 1 << 20 else {
                            place = bytes.count
                            return false
                        }
                        if bytes[place] == 0x22 {
                            guard place + 1 < bytes.count, bytes[place + 1] == 0x22 else { break }
                            isDoubled = true
                            place += 1
                        } else if bytes[place] == 0x0A
                            || bytes[place] == 0x0D && (place + 1 >= bytes.count || bytes[place + 1] != 0x0A)
                        {
                            line += 1
                        }
                        place += 1
                    }
                    end = place
                    place += 1
                    while place < bytes.count, bytes[place] == 0x20 || bytes[place] == 0x09, bytes[place] != separator {
                        place += 1
                    }
                    if place < bytes.count, bytes[place] != separator, bytes[place] != 0x0A, bytes[place] != 0x0D {
                        return false
                    }
                } else {
                    start = place
                    while place < bytes.count, bytes[place] != separator, bytes[place] != 0x0A, bytes[place] != 0x0D {
                        place += 1
                    }
                    end = place
                }
                append(start, end, isDoubled: isDoubled)
                guard place < bytes.count else { return true }
                if bytes[place] == separator {
                    place += 1
                    start = place
                    continue
                }
                endLine(bytes)
                return true
            }
        }

        /// A mark closes a value only where a separator or the end of the line follows.
        ///
        /// - Returns: whether each value that a mark opens is closed in the line.
        private mutating func readLoosely(_ bytes: [UInt8]) -> Bool {
            var isClosed = true
            func isEnd(_ place: Int) -> Bool {
                place >= bytes.count || bytes[place] == separator || bytes[place] == 0x0A || bytes[place] == 0x0D
            }
            func isLineEnd(_ place: Int) -> Bool {
                place >= bytes.count || bytes[place] == 0x0A || bytes[place] == 0x0D
            }
            while true {
                var start = place
                if place < bytes.count, bytes[place] == 0x22 {
                    var end = place + 1
                    while !isLineEnd(end), !(bytes[end] == 0x22 && isEnd(end + 1)) { end += 1 }
                    if isLineEnd(end) {
                        isClosed = false
                    } else {
                        start += 1
                        append(start, end)
                        place = end + 1
                    }
                }
                if start == place {
                    while !isEnd(place) { place += 1 }
                    append(start, place)
                }
                guard place < bytes.count else { return isClosed }
                if bytes[place] == separator {
                    place += 1
                    continue
                }
                endLine(bytes)
                return isClosed
            }
        }
    }
}
