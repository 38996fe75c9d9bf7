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

    /// The payees that are no other name, by name.
    public let payees: [Payee]
    /// The other names of each, by name.
    private var others = EntityTable<[Payee]>()
    /// The payee of each name, by its bytes.
    private var meanings: [(key: [UInt8], payee: Payee)] = []
    private var longest = 0

    /// - Parameter all: payees and other names, in any order.
    public init(_ all: [Payee]) {
        var known = EntityTable<Payee>()
        for payee in all { known[payee.id] = payee }
        var roots: [Payee] = []
        var found: [(key: [UInt8], id: EntityID, payee: Payee)] = []
        for payee in Self.sorted(all) {
            let root = Self.root(of: payee, known)
            if root.id == payee.id { roots.append(payee) } else { others[root.id] = (others[root.id] ?? []) + [payee] }
            let key = Self.key(payee.name)
            found.append((key, payee.id, root))
            longest = max(longest, key.count)
        }
        payees = roots
        // The first by id is meant where two devices made payees of one name.
        found = found.sorted { $0.key == $1.key ? $0.id < $1.id : $0.key.lexicographicallyPrecedes($1.key) }
        for name in found where meanings.last?.key != name.key { meanings.append((name.key, name.payee)) }
    }

    /// The one that has a name; where devices have made each other names of the other one, the first by id.
    private static func root(of payee: Payee, _ known: EntityTable<Payee>) -> Payee {
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
        payees.map { (ByteString(String(utf8: key($0.name))), $0) }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }
            .map { $0.1 }
    }

    /// Spells a name for comparing: in small letters, with one space between words.
    public static func key(_ text: String) -> [UInt8] {
        SearchQuery.fold(text.parts { $0.isSpace }.map { String($0) }.joined(separator: " "))
    }

    public func others(of payee: Payee) -> [Payee] { others[payee.id] ?? [] }

    /// The payee that a name means, as a person types it.
    public func meaning(of name: String) -> Shown {
        let key = Self.key(name)
        return payee(key[...]).map { Self.shown($0) } ?? Shown(id: nil, name: name.trimmed, key: key)
    }

    /// The payee whose name what a bank said begins with: the longest one, up to the end of a word. Nil if there is none.
    public func meaning(ofRaw text: String) -> Shown? {
        guard longest > 0, !text.isEmpty else { return nil }
        let bytes = Self.key(text)
        var end = min(bytes.count, longest)
        while end > 0 {
            let isInside = end < bytes.count && Self.isInWord(bytes[end - 1]) && Self.isInWord(bytes[end])
            if !isInside, let payee = payee(bytes[..<end]) { return Self.shown(payee) }
            end -= 1
        }
        return nil
    }

    private func payee(_ key: ArraySlice<UInt8>) -> Payee? {
        let low = Int.first(before: meanings.count) { !meanings[$0].key.lexicographicallyPrecedes(key) }
        return low < meanings.count && meanings[low].key[...] == key ? meanings[low].payee : nil
    }

    private static func isInWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }

    /// The payee that an entry shows: the one that somebody said, or else the one that the bank's words mean.
    public func payee(of entry: Entry) -> Shown? {
        entry.payee.isEmpty ? meaning(ofRaw: entry.rawText) : meaning(of: entry.payee)
    }

    /// Tells what a search of an entry looks into beside its own texts: the name that its row shows, where it says another.
    public func searchTexts(of entry: Entry) -> [String] {
        guard longest > 0, let shown = payee(of: entry), ByteString(shown.name) != ByteString(entry.payee) else {
            return []
        }
        return [shown.name]
    }

    private static func shown(_ payee: Payee) -> Shown { Shown(id: payee.id, name: payee.name, key: []) }
}

extension Entry {
    /// The text of the bank, or of another program; empty for none.
    public var rawText: String { extraFields[.rawText]?.text ?? "" }
    /// To whom it went, as a person or a rule said; empty for what the raw text means.
    public var payee: String { extraFields[.payee]?.text ?? "" }
}

/// The entries that show a payee.
public struct PayeeScope: Hashable, Sendable {
    public let payee: PayeeNames.Shown
    private let names: PayeeNames

    public init(_ payee: PayeeNames.Shown, _ names: PayeeNames) { (self.payee, self.names) = (payee, names) }

    func contains(_ entry: Entry) -> Bool { names.payee(of: entry) == payee }

    public static func == (left: PayeeScope, right: PayeeScope) -> Bool { left.payee == right.payee }
    public func hash(into hasher: inout Hasher) { hasher.combine(payee) }
}

extension PayeeNames {
    /// Renames a payee. Its old name is another name of it from then on, so that entries that say it show it.
    ///
    /// - Parameter id: of the name that is made.
    public func renaming(_ payee: Payee, to name: String, _ id: EntityID) -> [BookAction] {
        var actions: [BookAction] = []
        let key = Self.key(name)
        for other in others(of: payee) where Self.key(other.name) == key { actions.append(.delete(.payee, other.id)) }
        let edit: Changes = [.title: .text(name)]
        actions.append(.edit(.payee, payee.id, edit))
        if Self.key(payee.name) != key { actions.append(Self.adding(payee.name, to: payee.id, id)) }
        return actions
    }

    public static func adding(_ name: String, to payee: EntityID, _ id: EntityID) -> BookAction {
        return .add(.payee, id, [.title: .text(name), .payeeOf: .entity(payee)])
    }

    /// Makes a payee another name of another one, with all of its other names. What entries say stays.
    public static func merging(_ payee: EntityID, into other: EntityID) -> BookAction {
        let edit: Changes = [.payeeOf: .entity(other)]
        return .edit(.payee, payee, edit)
    }

    /// Deletes a payee with its other names, or another name by itself. What entries say stays.
    public func deleting(_ payee: Payee) -> [BookAction] {
        others(of: payee).map { .delete(.payee, $0.id) } + [.delete(.payee, payee.id)]
    }
}
