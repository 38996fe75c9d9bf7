import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage
import Foundation
import MoneyMomModel

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Take in entries from a file, all or none; what is known already isn't added again.")

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case json, csv, moneymom
    }

    @Argument(
        help: "The file, or a pipe; - for standard input (not for moneymom).", completion: .file(),
        transform: TypedText.plain)
    var file: String

    @Option(help: "What is in it; if left out csv where the name ends in .csv, else json.")
    var format: Format?

    @OptionGroup var book: BookOptions

    func run() throws {
        let items = try items()
        // Not kept, even in memory: recordings may be large.
        try book.beforeMaking { book in
            var ids = Set<EntityID>()
            let progress = Progress("Checking", of: items.count)
            defer { progress.end() }
            try entries(of: items, for: book.reader, progress, knows: { ids.contains($0) }) { id, draft, _ in
                if let problem = draft.problem { throw problem }
                ids.insert(id)
            }
        }
        var added = 0
        var settled: Currency?
        let progress = Progress("Importing", of: items.count)
        try book.write(makes: true, showing: progress) { book in
            try entries(
                of: items, for: book.reader, progress, knows: { try book.reader.knows($0) },
                settles: { settled = try book.settleCurrency($0) ?? settled }
            ) { id, draft, recording in
                if let recording { try book.store(recording) }
                try book.add(draft, id: id)
                added += 1
            }
        }
        Output.tell(settled: settled)
        var output = Output()
        let known = items.count - added
        output.append("Added \(added) \(added == 1 ? "entry" : "entries"); \(known) known already\n")
        try output.flushChange()
    }

    /// Calls `body` with each entry that isn't known, and `settles` before one whose amount names no currency.
    private func entries(
        of items: ImportItems, for reader: BookReader, _ progress: Progress, knows: (EntityID) throws -> Bool,
        settles: (Currency) throws -> Void = { _ in }, _ body: (EntityID, EntryDraft, Recording?) throws -> Void
    ) throws {
        let usual = try reader.currency()
        let today = CivilDate.local()
        let now = Timestamp.now().milliseconds
        var ids = ImportedIDs()
        try items.each { index, item in
            defer { progress.advance() }
            do {
                let input = try EntryInput(item.json, local: .local) { usual }
                guard let id = try ids.next(item.json, input, knows: knows) else { return }
                var draft = input.draft(today: item.day ?? input.createdAt.map { .local($0) } ?? today)
                // Of one day the last in the file was written last.
                draft.createdAt = draft.createdAt ?? Timestamp(milliseconds: now - Int64(items.count - index))
                if input.hasUsualCurrency { try settles(usual) }
                let recording = try item.recording.map { try Recording(file: $0) }
                if let recording { draft.voice = recording.digest }
                try body(id, draft, recording)
            } catch let error as InputError {
                throw CommandFailure("\(item.place): \(error.message)")
            } catch let error as MoneyError {
                throw CommandFailure("\(item.place): \(error.message)")
            } catch let error as CocoaError {
                throw CommandFailure("\(item.place): its recording can't be read. \(error.localizedDescription)")
            }
        }
    }

    private func items() throws -> ImportItems {
        switch format ?? (file.lowercased().hasSuffix(".csv") ? .csv : .json) {
        case .moneymom:
            guard FileManager.default.isReadableFile(atPath: file) else {
                throw CommandFailure("\(file) can't be read, and nothing was taken in. Is it there, and yours to read?")
            }
            do {
                return ImportItems(try MoneyMomStore.transactions(at: file)) { ImportItem($0, in: file) }
            } catch {
                throw CommandFailure("\(file) can't be read, and nothing was taken in. \(error)")
            }
        case .csv:
            let bytes = try FileInput.bytes(of: file)
            guard String(validating: bytes, as: UTF8.self) != nil else { throw CommandFailure("\(file) is not UTF-8.") }
            do throws(InputError) {
                return ImportItems(try EntryCSV.read(bytes, unknown: { Self.tell(leftOut: $0, "columns") })) {
                    ImportItem(place: "\(file), line \($0.line)", json: $0.1)
                }
            } catch {
                throw CommandFailure("\(file): \(error.message)")
            }
        case .json:
            let bytes = try FileInput.bytes(of: file)
            let count = try count(bytes)
            return ImportItems(count: count) { body in
                var index = 0
                _ = try JSONValue.eachElement(of: bytes) {
                    try body(index, ImportItem(place: "\(file), entry \(index + 1)", json: $0))
                    index += 1
                }
            }
        }
    }

    private static func tell(leftOut unknown: [String], _ noun: String) {
        var output = Output()
        output.append("Left out: ")
        let names = unknown.prefix(10).map { $0.isEmpty ? "one without a name" : $0.excerpt }
        output.append(terminal: names.joined(separator: ", "))
        if unknown.count > 10 { output.append(" and \(unknown.count - 10) more") }
        output.append(". The \(noun) that have a meaning are \(EntryCSV.names.joined(separator: ", ")).\n")
        output.flushToStandardError()
    }

    /// How many entries there are, once all of the file is seen to be JSON.
    private func count(_ bytes: [UInt8]) throws -> Int {
        do {
            var count = 0
            var unknown: Set<String> = []
            // What `entries --json` and REST print has these as well.
            let known = Set(EntryCSV.names + ["number", "synced", "url"])
            let other = try JSONValue.eachElement(of: bytes) { element in
                count += 1
                guard case .object(let members) = element else { return }
                for name in members.keys where !known.contains(name) { unknown.insert(name) }
            }
            guard let other else {
                if !unknown.isEmpty { Self.tell(leftOut: unknown.sorted(), "members") }
                return count
            }
            throw CommandFailure("\(file) holds \(other.kind); an array of entries was expected.")
        } catch let error as JSONError {
            throw CommandFailure("\(file): \(error.message)\(format == nil ? Self.hint(bytes) : "")")
        }
    }

    /// What a file that is no JSON may be.
    private static func hint(_ bytes: [UInt8]) -> String {
        guard let header = DatabaseHeader(bytes) else { return " If it is CSV, say so: --format csv" }
        return header.isBook
            ? " It is a book: use it with --book, or put it in the place of yours: daybook restore"
            : " If it is a store of Money Mom, say so: --format moneymom"
    }
}
