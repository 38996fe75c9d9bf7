import DaybookCore
import DaybookServer
import DaybookStorage
import Foundation
import MoneyMomModel

/// An entry as a file has it.
struct ImportItem {
    /// Where in the file it stands, for messages.
    let place: String
    let json: JSONValue
    /// The file of its voice note.
    var recording: URL?
}

extension ImportItem {
    /// It has neither currency nor note; the day is the one that it was here.
    init(_ transaction: StoredTransaction, in file: String) {
        let seconds = transaction.createdAt.timeIntervalSince1970
        let milliseconds = Int64(exactly: (seconds * 1_000).rounded())
        let time = milliseconds.map { Timestamp(milliseconds: $0) }
            .flatMap { $0.milliseconds == milliseconds ? $0 : nil }
        var members: [String: JSONValue] = [
            "kind": .string(EntryKind(transaction.kind).name), "amount": .string("\(transaction.amount)"),
            "place": .string(transaction.place ?? ""), "tags": .array(transaction.tags.map { .string($0) }),
        ]
        // A time that no day has is said to be none, as in any file.
        members["createdAt"] = .string(time?.text ?? "\(transaction.createdAt)")
        if let time { members["day"] = .string(CivilDate.local(time).text) }
        self.init(
            place: "\(file), transaction \(transaction.id)", json: .object(members),
            recording: transaction.recording)
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
        guard size <= Self.greatestSize else { throw MoneyError.recordingTooLarge(bytes: size) }
        try self.init([UInt8](Data(contentsOf: file)))
    }
}
