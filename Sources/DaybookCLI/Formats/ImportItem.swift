import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import MoneyMomModel

/// An entry as a file has it.
struct ImportItem {
    /// Where in the file it stands, for messages.
    let place: String
    let json: JSONValue
    /// What it is, where its members don't say so: the sign of its amount did.
    var kind: EntryKind?
    /// Its day, where the file names none.
    var day: CivilDate?
    /// The file of its voice note.
    var recording: URL?
}

/// The entries of a file in its order. Each is made when it is its turn: all at once, those of a large file take many
/// times its size.
struct ImportItems {
    /// One of them, or why it can't be read.
    typealias Item = Result<ImportItem, CommandFailure>

    let count: Int
    /// Calls `body` with each, and how many were before it.
    let each: (_ body: (Int, Item) throws -> Void) throws -> Void
    /// Whether the kind of each is what the sign of its amount says.
    var kindIsSign = false

    init(count: Int, _ each: @escaping (_ body: (Int, Item) throws -> Void) throws -> Void) {
        self.count = count
        self.each = each
    }

    init(_ transactions: [StoredTransaction], in file: String) {
        self.init(count: transactions.count) { body in
            for (index, transaction) in transactions.enumerated() {
                try body(index, .success(ImportItem(transaction, in: file)))
            }
        }
    }

    init(_ csv: EntryCSV, in file: String) {
        self.init(count: csv.count) { body in
            for index in 0..<csv.count {
                let place = "\(file), line \(csv.line(index))"
                let item = Result { () throws(InputError) in try csv.item(index) }
                try body(
                    index,
                    item.map { ImportItem(place: place, json: $0.json, kind: $0.kind) }
                        .mapError { CommandFailure("\(place): \($0.message)") })
            }
        }
        kindIsSign = csv.kindIsSign
    }
}

extension ImportItem {
    /// It has no currency; the day is the one that it was here. The note takes the tags that can't be some.
    init(_ transaction: StoredTransaction, in file: String) {
        let seconds = transaction.createdAt.timeIntervalSince1970
        let milliseconds = Int64(exactly: (seconds * 1_000).rounded())
        let time = milliseconds.map { Timestamp(milliseconds: $0) }
            .flatMap { $0.milliseconds == milliseconds ? $0 : nil }
        let words = transaction.tags.flatMap { Self.words(of: $0) }
        let tags = words.filter { $0.utf8.count <= ItemError.longestTag }.prefix(ItemError.mostTags)
        let others = words.filter { !tags.contains($0) }
        let members: [String: JSONValue] = [
            "kind": .string(EntryKind(transaction.kind).name), "amount": .string("\(transaction.amount)"),
            "place": .string(transaction.place ?? ""), "tags": .array(tags.map { .string($0) }),
            "note": .string(others.joined(separator: " ")),
            // A time that no day has is said to be none, as in any file.
            "createdAt": .string(time?.text ?? "\(seconds)"),
        ]
        let name = transaction.record.map { "record \($0)" } ?? "transaction \(transaction.id)"
        self.init(
            place: "\(file), \(name)", json: .object(members), day: time.map { .local($0) },
            recording: transaction.recording)
    }

    /// A tag without what none can hold: that parts it.
    private static func words(of tag: String) -> [String] {
        tag.parts { $0 == "," || $0 == "#" || $0.isLineBreak || $0.properties.generalCategory == .control }
            .map { String($0).trimmed }.filter { !$0.isEmpty }
    }
}

extension EntryKind {
    init(_ kind: StoredKind) {
        switch kind {
        case .income: self = .income
        case .expense: self = .expense
        case .unsorted: self = .unsorted
        }
    }
}

extension Recording {
    init(file: URL) throws {
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        guard size <= Self.greatestSize else { throw ItemError.recordingTooLarge(bytes: size) }
        try self.init([UInt8](Data(contentsOf: file)))
    }
}
