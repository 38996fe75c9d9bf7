import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import MoneyMomModel

extension Import {
    /// What is in the file.
    func items(_ bytes: [UInt8]) throws -> ImportItems {
        switch format ?? (file.lowercased().hasSuffix(".csv") ? .csv : .json) {
        case .moneymom:
            guard FileManager.default.isReadableFile(atPath: file) else {
                throw CommandFailure(
                    "\(file) can't be read, so nothing was imported. Check the path and its permissions.")
            }
            do {
                return ImportItems(try MoneyMomStore.transactions(at: file), in: file)
            } catch {
                throw CommandFailure("\(file) can't be read, so nothing was imported. \(error)")
            }
        case .csv:
            guard String(validating: bytes, as: UTF8.self) != nil else { throw CommandFailure("\(file) is not UTF-8.") }
            do throws(InputError) {
                return ImportItems(try EntryCSV(bytes, order: dateOrder, leftOut: leaveOut), in: file)
            } catch {
                throw CommandFailure("\(file): \(error.message)")
            }
        // A program's file has been read by now.
        case .json, .todotxt, .taskwarrior, .todoist, .ics, .ticktick, .vikunja, .microsoft, .google:
            let count = try count(bytes)
            return ImportItems(count: count) { body in
                var index = 0
                _ = try JSONValue.eachElement(of: bytes) {
                    try body(index, .success(ImportItem(place: "\(file), entry \(index + 1)", json: $0)))
                    index += 1
                }
            }
        }
    }

    /// How many entries there are, once all of the file is seen to be JSON with members that are known.
    private func count(_ bytes: [UInt8]) throws -> Int {
        do {
            var count = 0
            var unknown: Set<String> = []
            // What `entries --json` and REST print has these as well.
            let known = Set(
                EntryCSV.columns.own + EntryCSV.transferColumns + ["number", "synced", "url"] + leaveOut)
            let other = try JSONValue.eachElement(of: bytes) { element in
                count += 1
                guard case .object(let members) = element else { return }
                for name in members.keys where !known.contains(name) { unknown.insert(name) }
            }
            guard let other else {
                if unknown.isEmpty { return count }
                let known = EntryCSV.columns.own.joined(separator: ", ")
                throw CommandFailure("\(file): \(EntryCSV.unknown(unknown.sorted(), "members", known).message)")
            }
            throw CommandFailure("\(file) holds \(other.kind). It has to hold an array of entries.")
        } catch let error as JSONError {
            if format == nil, let message = notBank(bytes) { throw CommandFailure(message) }
            throw CommandFailure("\(file): \(error.message)\(format == nil ? Self.hint(bytes) : "")")
        }
    }

    /// Why a file that by its name is one of a bank isn't; nil for other names.
    private func notBank(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: Array("PK\u{3}\u{4}".utf8)) { return "\(file) is a ZIP file. Unpack it first." }
        let ending = file.lowercased().split(separator: ".").last.map { String($0) } ?? ""
        guard ending.isOne(of: "ofx qfx qif sta mt940 940 xml") else { return nil }
        if bytes.isEmpty { return "\(file) is empty. Download it from the bank again." }
        let start = String(decoding: bytes.prefix(40), as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
        return
            "\(file) holds none of OFX, QIF, CAMT and MT940. It begins with “\(start)”. Download it from the bank again."
    }

    /// What a file that isn't JSON may be.
    private static func hint(_ bytes: [UInt8]) -> String {
        guard let header = DatabaseHeader(bytes) else { return " If it is CSV, say so: --format csv" }
        return header.isBook
            ? " It is a book: use it with --book, or put it in the place of yours: daybook restore"
            : " If it is a store of Money Mom, say so: --format moneymom"
    }
}
