public import DaybookCore
public import DaybookExchange
public import DaybookStorage

/// A file that was imported, or a run of the rules, as the list of imports has it.
public struct PastImport: Sendable {
    public enum Kind: UInt8, Sendable { case file, rules }

    /// The note that is remembered of it.
    public struct Note: Equatable, Sendable {
        public let kind: Kind
        /// The name of the file; empty for the rules.
        public let name: String
        /// How many things it added or changed.
        public let count: Int
        public let time: Timestamp

        public init(_ kind: Kind, _ name: String = "", count: Int, at time: Timestamp = .now()) {
            (self.kind, self.name, self.count, self.time) = (kind, name, count, time)
        }

        var bytes: [UInt8] {
            var bytes: [UInt8] = [kind.rawValue]
            bytes.append(bigEndian: UInt64(bitPattern: time.milliseconds))
            bytes.append(bigEndian: UInt64(count))
            return bytes + Array(name.utf8)
        }

        init?(_ bytes: [UInt8]) {
            guard bytes.count >= 17, let kind = Kind(rawValue: bytes[0]), let time = UInt64(bigEndian: bytes[1..<9]),
                let count = UInt64(bigEndian: bytes[9..<17])
            else { return nil }
            self.init(
                kind, String(utf8: Array(bytes[17...])), count: Int(clamping: count),
                at: Timestamp(milliseconds: Int64(bitPattern: time)))
        }
    }

    /// The id by which it is taken back.
    public let id: EntityID
    public let note: Note

    /// In English: `visa.csv`, or `rules`.
    public var name: String { note.kind == .rules ? "rules" : note.name }
}

extension BookReader {
    /// The imports, and the runs of the rules, that can be taken back, the newest first.
    public func pastImports() throws -> [PastImport] {
        try importNotes().compactMap { row in
            guard let note = PastImport.Note(row.note),
                let id = RememberedChange.name(row.number, made: row.note)
            else { return nil }
            return PastImport(id: id, note: note)
        }
    }
}

extension [PastImport] {
    /// For programs.
    public var json: JSONWriter {
        .objects(self) { past, json in
            json.members([
                "id": past.id.text, "kind": past.note.kind == .rules ? "rules" : "file", "name": past.name,
            ])
            json.member("count", past.note.count)
            json.member("at", past.note.time)
        }
    }
}
