import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import MoneyMomModel

extension Import {
    /// Reads the items in the file.
    func items(_ bytes: [UInt8]) throws -> ImportItems {
        switch format ?? (file.lowercased().hasSuffix(".csv") ? .csv : .json) {
        case .moneymom:
            guard FileManager.default.isReadableFile(atPath: file) else {
                throw CommandFailure(
                    "\(file) can't be read, so nothing was imported. Check the path and its permissions.")
            }
            do {
                return ImportItems(try MoneyMomStore.transactions(at: file), in: file) { Self.tell($0) }
            } catch {
                throw CommandFailure("\(file) can't be read, so nothing was imported. \(error)")
            }
        case .csv:
            let items = try ImportItems(csv: bytes, options, in: file)
            if let encoding = items.encoding, encoding != .utf8 {
                Self.tell("\(file) is read as \(encoding.rawValue).")
            }
            return items
        // A program's file has been read by now.
        case .json, .todotxt, .taskwarrior, .todoist, .ics, .ticktick, .vikunja, .microsoft, .google:
            do {
                return try ImportItems(json: bytes, options, in: file)
            } catch let error as JSONError {
                if format == nil, let message = notBank(bytes) { throw CommandFailure(message) }
                throw CommandFailure("\(file): \(error.message)\(format == nil ? Self.hint(bytes) : "")")
            }
        }
    }

    /// Why a file that by its name is one of a bank isn't; nil for other names.
    private func notBank(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) {
            return "\(file) is a ZIP file without a bank's file. Unpack it first."
        }
        let ending = file.lowercased().split(separator: ".").last.map { String($0) } ?? ""
        guard ending.isOne(of: "ofx qfx qif sta mt940 940 xml") else { return nil }
        if bytes.isEmpty { return "\(file) is empty. Download it from the bank again." }
        let start = String(decoding: bytes.prefix(40), as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
        return
            "\(file) holds none of OFX, QIF, CAMT and MT940. It begins with “\(start)”. Download it from the bank again."
    }

    /// Tells what a file that isn't JSON may be.
    private static func hint(_ bytes: [UInt8]) -> String {
        guard let header = DatabaseHeader(bytes) else { return " If it is CSV, say so: --format csv" }
        return header.isBook
            ? " It is a book: use it with --book, or put it in the place of yours: daybook restore"
            : " If it is a store of Money Mom, say so: --format moneymom"
    }
}
