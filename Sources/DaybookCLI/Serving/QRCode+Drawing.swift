extension QRCode {
    /// The modules of a code while it is drawn.
    struct Drawing {
        let version: Int
        let size: Int
        var modules: [Bool]
        /// The modules that hold no data.
        private var isFunction: [Bool]

        init(version: Int) {
            self.version = version
            size = 17 + 4 * version
            modules = [Bool](repeating: false, count: size * size)
            isFunction = modules
        }

        /// Draws the patterns by which readers find the code, and those that say how to read it.
        mutating func drawFunctionPatterns(mask: Int) {
            for index in 0..<size {
                set(6, index, index.isMultiple(of: 2))
                set(index, 6, index.isMultiple(of: 2))
            }
            for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
            let places = alignmentPlaces
            for row in places {
                for column in places where !isFinder(row, column) { drawAlignment(row, column) }
            }
            drawFormat(mask)
            drawVersion()
        }

        /// The bits go up and down in columns of two, from the lower right.
        mutating func draw(_ codewords: [UInt8], mask: Int) {
            var bit = 0
            for pair in 0..<(size - 1) / 2 {
                // The column of the timing pattern is passed over.
                let right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0)
                for step in 0..<size {
                    let row = pair.isMultiple(of: 2) ? size - 1 - step : step
                    for column in [right, right - 1] where !isFunction[row * size + column] {
                        let isOne = bit / 8 < codewords.count && codewords[bit / 8] >> (7 - bit % 8) & 1 == 1
                        modules[row * size + column] = isOne != Self.isInverted(row, column, mask)
                        bit += 1
                    }
                }
            }
        }

        private static func isInverted(_ i: Int, _ j: Int, _ mask: Int) -> Bool {
            switch mask {
            case 0: (i + j) % 2 == 0
            case 1: i % 2 == 0
            case 2: j % 3 == 0
            case 3: (i + j) % 3 == 0
            case 4: (i / 2 + j / 3) % 2 == 0
            case 5: i * j % 2 + i * j % 3 == 0
            case 6: (i * j % 2 + i * j % 3) % 2 == 0
            default: ((i + j) % 2 + i * j % 3) % 2 == 0
            }
        }

        private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
            guard (0..<size).contains(row), (0..<size).contains(column) else { return }
            modules[row * size + column] = isDark
            isFunction[row * size + column] = true
        }

        /// A square in a square, with the light margin around it.
        private mutating func drawFinder(_ row: Int, _ column: Int) {
            for y in -4...4 {
                for x in -4...4 {
                    let distance = max(abs(x), abs(y))
                    set(row + y, column + x, distance != 2 && distance != 4)
                }
            }
        }

        private mutating func drawAlignment(_ row: Int, _ column: Int) {
            for y in -2...2 {
                for x in -2...2 { set(row + y, column + x, max(abs(x), abs(y)) != 1) }
            }
        }

        private func isFinder(_ row: Int, _ column: Int) -> Bool {
            (row == 6 && (column == 6 || column == size - 7)) || (row == size - 7 && column == 6)
        }

        /// The centres of the smaller squares, in both directions.
        private var alignmentPlaces: [Int] {
            switch version {
            case 1: []
            case 2...6: [6, size - 7]
            default: [6, (size - 1) / 2, size - 7]
            }
        }

        /// Level M and the mask, with their own correction, twice.
        private mutating func drawFormat(_ mask: Int) {
            // Level M has the bits 00.
            let bits = Self.corrected(mask, by: 0x537, of: 10) ^ 0x5412
            func isOne(_ index: Int) -> Bool { bits >> index & 1 == 1 }
            for index in 0..<6 { set(index, 8, isOne(index)) }
            set(7, 8, isOne(6))
            set(8, 8, isOne(7))
            set(8, 7, isOne(8))
            for index in 9..<15 { set(8, 14 - index, isOne(index)) }
            for index in 0..<8 { set(8, size - 1 - index, isOne(index)) }
            for index in 8..<15 { set(size - 15 + index, 8, isOne(index)) }
            set(size - 8, 8, true)
        }

        /// From version 7 on, twice.
        private mutating func drawVersion() {
            guard version >= 7 else { return }
            let bits = Self.corrected(version, by: 0x1F25, of: 12)
            for index in 0..<18 {
                let (a, b) = (size - 11 + index % 3, index / 3)
                set(a, b, bits >> index & 1 == 1)
                set(b, a, bits >> index & 1 == 1)
            }
        }

        /// A number with the remainder of its division behind it (BCH).
        private static func corrected(_ number: Int, by divisor: Int, of degree: Int) -> Int {
            var rest = number
            for _ in 0..<degree { rest = rest << 1 ^ (rest >> (degree - 1) & 1) * divisor }
            return number << degree | rest
        }

        /// How hard the code is to read: long runs, blocks, what looks like a finder, and too much of one colour.
        var penalty: Int {
            var penalty = 0
            let rows = (0..<size).map { row in Array(modules[row * size..<(row + 1) * size]) }
            let columns = (0..<size).map { column in rows.map { $0[column] } }
            for line in rows + columns { penalty += Self.penalty(of: line) }
            for row in 0..<(size - 1) {
                for column in 0..<(size - 1) {
                    let first = rows[row][column]
                    if rows[row][column + 1] == first, rows[row + 1][column] == first,
                        rows[row + 1][column + 1] == first
                    {
                        penalty += 3
                    }
                }
            }
            let darkCount = modules.count { $0 }
            return penalty + abs(darkCount * 20 - modules.count * 10) / modules.count * 10
        }

        private static func penalty(of line: [Bool]) -> Int {
            var penalty = 0
            var run = 0
            for (index, isDark) in line.enumerated() {
                run = index > 0 && line[index - 1] == isDark ? run + 1 : 1
                if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
            }
            let finder = [true, false, true, true, true, false, true]
            let margin = [false, false, false, false]
            for start in line.indices where start + 11 <= line.count {
                let part = Array(line[start..<start + 11])
                if part == finder + margin || part == margin + finder { penalty += 40 }
            }
            return penalty
        }
    }
}
