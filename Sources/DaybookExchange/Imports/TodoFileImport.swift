public import DaybookCore

/// The to-dos of a JSON or CSV.
public struct TodoFileImport: Sendable {
    private struct Line: Sendable {
        let place: String
        let number: Int
        let values: Result<[String: String], InputError>
    }

    private let lines: [Line]
    /// The things that a file may bring along.
    public static let kinds = Kind.recorded.filter { $0.kind.file == .todos }

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
        _ kinds: [any RecordEntity.Type] = kinds
    ) throws {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw ImportFailure("\(file) is not UTF-8.") }
        self.options = options
        self.moment = moment
        do {
            (lines, parts) =
                isCSV
                ? (try Self.table(bytes, options), []) : try Self.objects(bytes, options, in: file, kinds)
        } catch let error as InputError {
            throw ImportFailure(error, at: file)
        } catch let error as JSONError {
            throw ImportFailure(Sentence(verbatim: error.message).at(file))
        }
    }

    /// Tells what becomes of each to-do in a book.
    public func plan(in book: some ImportSource) throws -> TodoImport {
        let usual = try book.currency(at: moment)
        var counts: [EntityID: Int] = [:]
        var lists = ImportedLists(try book.importedLists(), parts.filter { $0.kind == .list })
        let accounts = try book.importedAccounts()
        var (rows, problems): ([TodoImport.Row], [ImportSummary.Problem]) = ([], [])
        for line in lines {
            func fail(_ error: InputError) {
                problems.append(ImportSummary.Problem(line.number, at: line.place, error))
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
                rows.append(TodoImport.Row(id: id, line: line.number, todo: todo, lost: lost))
            } catch let error as InputError {
                fail(error)
            } catch let error as ItemError {
                fail(InputError(error))
            }
        }
        return try TodoImport(rows, problems, lists, bringing: parts, options, in: book, at: moment)
    }

    private static func column(_ name: String, _ gone: Set<String>) -> String? {
        gone.contains(name.asColumn) ? nil : TodoFile.columns[name]
    }

    private static func check(_ names: [String], _ gone: Set<String>, _ noun: String) throws(InputError) {
        let unknown = names.filter { TodoFile.columns[$0] == nil && !gone.contains($0.asColumn) }
        guard !unknown.isEmpty else { return }
        throw EntryCSV.unknown(unknown, noun, TodoFile.columns.own.joined(separator: ", "))
    }

    private static func table(_ bytes: [UInt8], _ options: ImportOptions) throws(InputError) -> [Line] {
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
            let place = "line \(number)"
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
        _ bytes: [UInt8], _ options: ImportOptions, in file: String, _ kinds: [any RecordEntity.Type]
    ) throws -> ([Line], [FilePart]) {
        let gone = Set(options.leftOut.map { $0.asColumn })
        var lines: [Line] = []
        var parts: [FilePart] = []
        var number = 0
        let other = try JSONValue.eachElement(of: bytes) { element in
            number += 1
            func append(_ values: Result<[String: String], InputError>) {
                lines.append(Line(place: "to-do \(number)", number: number, values: values))
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

extension ImportRow {
    init(_ line: Int, _ outcome: ImportOutcome, _ todo: ImportedTodo) {
        self.init(line, outcome)
        (text, day, amount) = (todo.title, todo.due, todo.amount)
    }
}
