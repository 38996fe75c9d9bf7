import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import MoneyMomModel

extension ImportItems {
    /// - Parameter leftOut: gets a sentence for each recording that can't be read. The rest of its transaction comes.
    init(_ transactions: [StoredTransaction], in file: String, leftOut: (String) -> Void) {
        var unreadable: Set<Int> = []
        for (index, transaction) in transactions.enumerated() {
            guard let recording = transaction.recording else { continue }
            do {
                _ = try Recording(file: recording)
            } catch {
                unreadable.insert(index)
                let reason = (error as? ItemError)?.message ?? (error as? ImportFailure)?.reason.text ?? "\(error)"
                leftOut(
                    "\(file), \(transaction.name): \(recording.lastPathComponent) isn't a recording that can be kept, so it was "
                        + "left out. \(reason)")
            }
        }
        self.init(count: transactions.count) { [unreadable] body in
            for (index, transaction) in transactions.enumerated() {
                try body(index, ImportItem(transaction, index, hasVoice: !unreadable.contains(index)))
            }
        }
    }
}

extension StoredTransaction {
    fileprivate var name: String { record.map { "record \($0)" } ?? "transaction \(id)" }
}

extension ImportItem {
    /// It has no currency; the day is the one that it was here. The note takes the tags that can't be some.
    init(_ transaction: StoredTransaction, _ index: Int, hasVoice: Bool) {
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
        let recording = hasVoice ? transaction.recording : nil
        self.init(
            place: transaction.name, line: index + 1, json: .object(members),
            day: time.map { .local($0) },
            recording: recording.map { file in { try Recording(file: file) } })
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
    /// - Throws: `ItemError`, or `ImportFailure` where the file can't be read.
    init(file: URL) throws {
        do {
            let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
            guard size <= Self.greatestSize else { throw ItemError.recordingTooLarge(bytes: size) }
            try self.init([UInt8](Data(contentsOf: file)))
        } catch let error as CocoaError {
            throw ImportFailure("its recording can't be read. \(error.localizedDescription)")
        }
    }
}
