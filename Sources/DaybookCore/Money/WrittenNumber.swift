/// A number as a person wrote it, with a point or a comma before the decimals, and points, commas, apostrophes or spaces
/// between the thousands. Which is which follows from where they stand.
public struct WrittenNumber {
    /// Without marks; may begin with zeros.
    public let digits: [UInt8]
    /// How many of the digits are decimals.
    public let decimals: Int
    /// The one mark before three digits, as in `1,250` and `1.250`: it may part decimals or thousands.
    public let ambiguousMark: Unicode.Scalar?

    /// Nil for what no number is written like.
    public init?(_ scalars: ArraySlice<Unicode.Scalar>) {
        var groups: [[UInt8]] = [[]]
        var marks: [Unicode.Scalar] = []
        for scalar in scalars {
            if isDigit(scalar) {
                groups[groups.count - 1].append(UInt8(truncatingIfNeeded: scalar.value))
            } else if let mark = Self.mark(scalar) {
                marks.append(mark)
                groups.append([])
            } else {
                return nil
            }
        }
        // Nobody writes thousands of nothing: 0,500 has decimals.
        func isGrouped(_ count: Int) -> Bool {
            (1...3).contains(groups[0].count) && groups[0][0] != 0x30
                && groups[1...count].allSatisfy { $0.count == 3 } && marks[..<count].allSatisfy { $0 == marks[0] }
        }
        var decimals = 0
        var ambiguousMark: Unicode.Scalar?
        if let last = marks.last {
            guard !groups[groups.count - 1].isEmpty else { return nil }
            let count = marks.count
            if last != "." && last != "," || count > 1 && marks[0] == last {
                guard isGrouped(count) else { return nil }
            } else {
                guard count == 1 || isGrouped(count - 1) else { return nil }
                decimals = groups[count].count
                if count == 1, isGrouped(1) { ambiguousMark = last }
            }
        }
        digits = groups.flatMap { $0 }
        guard !digits.isEmpty else { return nil }
        self.decimals = decimals
        self.ambiguousMark = ambiguousMark
    }

    /// The mark that a scalar stands for, all spaces and all apostrophes being one; nil for any other scalar.
    static func mark(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case ".", ",": scalar
        case "'", "\u{2019}", "\u{2BC}": "'"
        default: scalar.isSpace && !scalar.isLineBreak ? " " : nil
        }
    }
}

func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

func isDigit(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x30 && scalar.value <= 0x39 }

/// Full-width digits, and the decimal digits of other scripts.
func isForeignDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x80 && scalar.properties.numericType == .decimal
}
