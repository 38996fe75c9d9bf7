public import DaybookCore

/// Tells which payee a text means: by its name or another name of it, in upper or lower case.
public struct PayeeNames: Sendable {
    /// The payee that an entry shows.
    public struct Shown: Hashable, Sendable {
        /// Nil where nobody made it: it is called as the entry says.
        public let id: EntityID?
        public let name: String
        let key: [UInt8]

        public static func == (left: Shown, right: Shown) -> Bool { left.id == right.id && left.key == right.key }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(id)
            hasher.combine(key)
        }
    }

    /// Those that are no other name, by name.
    public let payees: [Payee]
    /// The other names of each, by name.
    private var others: [EntityID: [Payee]] = [:]
    private var meanings: [[UInt8]: Payee] = [:]
    private var longest = 0

    /// - Parameter all: payees and other names, in any order.
    public init(_ all: [Payee]) {
        let known = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        var roots: [Payee] = []
        for payee in all.sorted(by: { $0.id < $1.id }) {
            let root = Self.root(of: payee, known)
            if root.id == payee.id { roots.append(payee) } else { others[root.id, default: []].append(payee) }
            let key = Self.key(payee.name)
            // Of two devices' payees of one name the first is meant.
            if meanings[key] == nil { meanings[key] = root }
            longest = max(longest, key.count)
        }
        payees = Self.sorted(roots)
        others = others.mapValues { Self.sorted($0) }
    }

    /// The one that has a name; where devices have made each other names of the other one, the first by id.
    private static func root(of payee: Payee, _ known: [EntityID: Payee]) -> Payee {
        var path = [payee]
        while let next = path[path.count - 1].of.flatMap({ known[$0] }) {
            if let start = path.firstIndex(where: { $0.id == next.id }) {
                return path[start...].min { $0.id < $1.id } ?? payee
            }
            path.append(next)
        }
        return path[path.count - 1]
    }

    private static func sorted(_ payees: [Payee]) -> [Payee] {
        payees.map { (Spelling(String(utf8: key($0.name))), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }.map(\.1)
    }

    /// As names are compared: in small letters, with one space between words.
    static func key(_ text: String) -> [UInt8] {
        SearchQuery.fold(text.parts { $0.isSpace }.map { String($0) }.joined(separator: " "))
    }

    /// The other names of a payee.
    public func others(of payee: Payee) -> [Payee] { others[payee.id] ?? [] }

    /// The payee that a name means, as a person types it.
    public func meaning(of name: String) -> Shown {
        let key = Self.key(name)
        return meanings[key].map { Self.shown($0) } ?? Shown(id: nil, name: name.trimmed, key: key)
    }

    /// The payee whose name what a bank said begins with: the longest one, up to the end of a word. Nil if there is none.
    public func meaning(ofRaw text: String) -> Shown? {
        guard longest > 0, !text.isEmpty else { return nil }
        let bytes = Self.key(text)
        var end = min(bytes.count, longest)
        while end > 0 {
            let isInside = end < bytes.count && Self.isInWord(bytes[end - 1]) && Self.isInWord(bytes[end])
            if !isInside, let payee = meanings[Array(bytes[..<end])] { return Self.shown(payee) }
            end -= 1
        }
        return nil
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// The payee that an entry shows: the one that somebody said, or else the one that the bank's words mean.
    public func payee(of entry: Entry) -> Shown? {
        entry.payee.isEmpty ? meaning(ofRaw: entry.rawText) : meaning(of: entry.payee)
    }

    private static func shown(_ payee: Payee) -> Shown { Shown(id: payee.id, name: payee.name, key: []) }
}

/// What went to each payee and came from it.
public struct PayeeSums: Sendable {
    /// One payee; nil where entries show none.
    public struct Line: Sendable {
        public let payee: PayeeNames.Shown?
        public var count = 0
        public var totals = Totals()
    }

    private let names: PayeeNames
    private var lines: [PayeeNames.Shown?: Line] = [:]

    public init(_ names: PayeeNames) {
        self.names = names
        for payee in names.payees {
            let shown = names.meaning(of: payee.name)
            lines[shown] = Line(payee: shown)
        }
    }

    /// Counts an entry.
    public mutating func add(_ entry: Entry) throws(ItemError) {
        let payee = names.payee(of: entry)
        var line = lines[payee] ?? Line(payee: payee)
        line.count += 1
        try line.totals.add(entry)
        lines[payee] = line
    }

    /// The other names of the payee of a line.
    public func others(of line: Line) -> [String] {
        guard let id = line.payee?.id, let payee = names.payees.first(where: { $0.id == id }) else { return [] }
        return names.others(of: payee).map(\.name)
    }

    /// By name; what shows no payee is last.
    public var all: [Line] {
        lines.values.sorted { left, right in
            guard let first = left.payee, let second = right.payee else {
                return right.payee == nil && left.payee != nil
            }
            return (Spelling(String(utf8: PayeeNames.key(first.name))), first.id?.text ?? "")
                < (Spelling(String(utf8: PayeeNames.key(second.name))), second.id?.text ?? "")
        }
    }
}
