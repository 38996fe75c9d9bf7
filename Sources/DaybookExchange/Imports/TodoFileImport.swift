public import DaybookCore

/// The to-dos of a JSON or CSV on their way into a book.
public struct TodoFileImport: Sendable {
    private struct Line: Sendable {
        let place: String
        let number: Int
        let values: Result<[String: String], InputError>
    }

    private let lines: [Line]
    /// The things that a file may bring along.
    public static let kinds: [any NamedEntity.Type] = [ItemList.self, SavedFilter.self]

    /// The lists and filters that the file brings along, and other things.
    private let parts: [FilePart]
    private let options: ImportOptions
    private let moment: ImportMoment

    public var count: Int { lines.count }

    /// True where it brings nothing at all.
    public var isEmpty: Bool { lines.isEmpty && parts.isEmpty }

    /// - Parameters:
    ///   - isCSV: else it is JSON.
    ///   - file: what messages call it.
    ///   - kinds: those of what it may bring along beside to-dos.
    /// - Throws: `ImportFailure`.
    public init(
        _ bytes: [UInt8], isCSV: Bool, _ options: ImportOptions, in file: String, at moment: ImportMoment,
        _ kinds: [any NamedEntity.Type] = kinds
    ) throws {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw ImportFailure("\(file) is not UTF-8.") }
        self.options = options
        self.moment = moment
        do {
            (lines, parts) =
                isCSV
                ? (try Self.table(bytes, options, in: file), []) : try Self.objects(bytes, options, in: file, kinds)
        } catch let error as InputError {
            throw ImportFailure(error, at: file)
        } catch let error as JSONError {
            throw ImportFailure(Sentence(verbatim: error.message).at(file))
        }
    }

    /// Writes what is new. The last is written first, so that those without a place stand as in the file.
    ///
    /// - Parameter tell: gets each to-do and its fate.
    /// - Returns: as `EntryImport.write`.
    public func write(to book: some ImportTarget, tell: ((ImportRow) -> Void)? = nil) throws -> ImportSummary {
        let summary = try take(into: book.reader, goesOn: options.leavesOutUnreadable, tell: tell) { id, todo in
            let old = try book.reader.record(id)
            try book.perform { todo.registers(id, $0, replacing: old) }
        }
        for part in summary.parts { try book.perform(.add(part.kind, part.id, part.changes)) }
        return summary
    }

    /// Calls `body` with each to-do that is to be written.
    ///
    /// - Parameter goesOn: whether the rest is taken where something can't be read.
    public func take(
        into book: some ImportSource, goesOn: Bool, tell: ((ImportRow) -> Void)? = nil,
        _ body: (EntityID, ImportedTodo) throws -> Void = { _, _ in }
    ) throws -> ImportSummary {
        var summary = ImportSummary(isOfTodos: true)
        summary.leavesOut = options.leavesOutUnreadable
        let usual = try book.currency(at: moment)
        var counts: [EntityID: Int] = [:]
        var lists = ImportedLists(try book.importedLists(), parts.filter { $0.kind == .list })
        let accounts = try book.importedAccounts()
        var wanted: [(line: Int, id: EntityID, todo: ImportedTodo, lost: [Kind])] = []
        for line in lines {
            func fail(_ message: String, _ reason: Sentence, _ question: ImportQuestion? = nil) {
                summary.fail(
                    ImportSummary.Problem(
                        line: line.number, message: "\(line.place): \(message)", reason: reason, asking: question))
                var row = ImportRow(line.number, .unreadable)
                row.reason = reason
                tell?(row)
            }
            do {
                var (values, lost) = (try line.values.get(), [Kind]())
                if let name = values["list"], !name.isBlank {
                    values["list"] = lists.id(named: name)?.text
                    if values["list"] == nil { lost.append(.list) }
                }
                if let name = values["account"], !name.isBlank {
                    let id = EntityID(name.trimmed)
                    values["account"] = accounts.first { $0.id == id || $0.isAccount(named: name) }?.id.text
                    if values["account"] == nil { lost.append(.account) }
                }
                let todo = try ImportedTodo(values, usual: usual, local: moment.localCurrency, now: moment.now)
                let first = todo.derivedID(0)
                let count = counts[first, default: 0]
                counts[first] = count + 1
                let id = todo.id ?? (count == 0 ? first : todo.derivedID(count))
                wanted.append((line.number, id, todo, lost))
            } catch let error as InputError {
                fail(error.message, error.reason, error.question)
            } catch let error as ItemError {
                fail(error.message, Sentence(error))
            }
        }
        guard summary.unreadable == 0 || goesOn else { return summary }
        let present = try book.presences(of: wanted.map(\.id))
        var seen: Set<EntityID> = []
        var needed: Set<EntityID> = []
        for (line, id, todo, lost) in wanted.reversed() {
            var fate = ImportRow.Fate.known
            if !seen.insert(id).inserted {
                summary.known += 1
            } else {
                fate = summary.fate(of: present[id], options)
                if fate == .new || fate == .restored {
                    try body(id, todo)
                    if let list = todo.list { needed.insert(list) }
                    for kind in lost { summary.lostNames[kind, default: 0] += 1 }
                }
            }
            tell?(ImportRow(line, fate, todo))
        }
        try takeParts(into: &summary, lists, needed, in: book)
        return summary
    }

    /// Takes the lists, filters and other things that are to be made: those of the file that the book lacks, unless they were
    /// deleted there, and the lists in which new to-dos lie.
    private func takeParts(
        into summary: inout ImportSummary, _ lists: ImportedLists, _ needed: Set<EntityID>, in book: some ImportSource
    ) throws {
        let filters = try book.importedFilters()
        for part in parts {
            let isLacking =
                switch part.kind {
                case .list: lists.new[part.id] != nil
                case .filter: !filters.contains { part.isFilter($0) }
                default: try !part.kind.holds(book.record(part.id))
                }
            guard isLacking, try needed.contains(part.id) || options.restoresDeleted || !book.wasDeleted(part.id)
            else { continue }
            summary.parts.append(part)
        }
        let known = Set(parts.map(\.id))
        let others = lists.new.values.filter { !known.contains($0.id) && needed.contains($0.id) }
        summary.parts += others.sorted { Spelling($0.name) < Spelling($1.name) }
    }

    private static func column(_ name: String, _ gone: Set<String>) -> String? {
        gone.contains(name.asColumn) ? nil : TodoFile.columns[name]
    }

    private static func check(_ names: [String], _ gone: Set<String>, _ noun: String) throws(InputError) {
        let unknown = names.filter { TodoFile.columns[$0] == nil && !gone.contains($0.asColumn) }
        guard !unknown.isEmpty else { return }
        throw EntryCSV.unknown(unknown, noun, TodoFile.columns.own.joined(separator: ", "))
    }

    private static func table(_ bytes: [UInt8], _ options: ImportOptions, in file: String) throws(InputError) -> [Line]
    {
        let gone = Set(options.leftOut.map { $0.asColumn })
        let table = try CSVTable(bytes) { TodoFile.columns[$0] != nil }
        try check(
            table.header.enumerated().filter { index, _ in
                table.lines.contains { index < $0.values.count && !$0.values[index].isBlank }
            }.map(\.element), gone, "columns")
        let columns = table.header.map { column($0, gone) }
        guard columns.contains("title") else { throw InputError("the first line names no column “title”.") }
        if let twice = columns.compactMap({ $0 }).first(where: { name in columns.count { $0 == name } > 1 }) {
            let names = zip(table.header, columns).filter { $0.1 == twice }.map(\.0)
            throw InputError(
                "two columns mean the \(twice).", asking: .leaveOutOne(names),
                hint: "Leave one of them out with --leave-out NAME.")
        }
        return table.lines.map { number, values in
            let place = "\(file), line \(number)"
            guard values.count == columns.count else {
                let error = InputError("the line has \(values.count) columns, the first line \(columns.count).")
                return Line(place: place, number: number, values: .failure(error))
            }
            var named: [String: String] = [:]
            for (column, value) in zip(columns, values) { if let column { named[column] = value } }
            return Line(place: place, number: number, values: .success(named))
        }
    }

    private static func objects(
        _ bytes: [UInt8], _ options: ImportOptions, in file: String, _ kinds: [any NamedEntity.Type]
    ) throws -> ([Line], [FilePart]) {
        let gone = Set(options.leftOut.map { $0.asColumn })
        var lines: [Line] = []
        var parts: [FilePart] = []
        var number = 0
        let other = try JSONValue.eachElement(of: bytes) { element in
            number += 1
            func append(_ values: Result<[String: String], InputError>) {
                lines.append(Line(place: "\(file), to-do \(number)", number: number, values: values))
            }
            do {
                if let part = try FileParts.part(element, of: kinds) { return parts.append(part) }
            } catch let error as InputError {
                return append(.failure(error))
            } catch let error as ItemError {
                return append(.failure(InputError(error)))
            }
            guard case .object(let members) = element else {
                return append(.failure(InputError("it is \(element.kind), not an object.")))
            }
            try check(members.keys.sorted(), gone, "members")
            var values: [String: String] = [:]
            for (name, value) in members {
                guard let name = column(name, gone) else { continue }
                switch value {
                case .string(let text): values[name] = text
                case .bool(let bool): values[name] = bool ? "true" : "false"
                case .number(let number): values[name] = "\(number)"
                case .null: break
                case .array, .object: return append(.failure(InputError("the \(name) is \(value.kind).")))
                }
            }
            append(.success(values))
        }
        if let other { throw ImportFailure("\(file) holds \(other.kind). It has to hold an array of to-dos.") }
        return (lines, parts)
    }
}

extension ImportSummary {
    /// Tells what becomes of a to-do of a file. Counts it.
    ///
    /// - Parameter presence: what the book knows of it; nil for nothing.
    mutating func fate(of presence: BankImport.Presence?, _ options: ImportOptions) -> ImportRow.Fate {
        switch presence ?? .unknown {
        case .present:
            known += 1
            return .known
        case .deleted where options.restoresDeleted:
            restored += 1
            return .restored
        case .deleted:
            deleted += 1
            return .deleted
        case .unknown, .takenBack:
            added += 1
            return .new
        }
    }
}

extension ImportRow {
    init(_ line: Int, _ fate: Fate, _ todo: ImportedTodo) {
        self.init(line, fate)
        (text, day, amount) = (todo.title, todo.due, todo.amount)
    }
}
