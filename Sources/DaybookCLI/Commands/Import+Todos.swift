import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

extension Import {
    /// To-dos of a file: all or none. The last is written first, so that those without a place stand as in the file.
    func runTodos(_ bytes: [UInt8]) throws {
        let lines = try lines(bytes)
        if dryRun {
            let summary = try book.look { try take(lines, into: $0) }
            var output = Output()
            output.append(lines: summary.preview(of: lines.count), indent: 0)
            try output.flush()
            if summary.unreadable > 0 { throw ExitCode.failure }
            return
        }
        try book.beforeMaking { _ = try stop(take(lines, into: $0.reader)) }
        let summary = try book.write(makes: true) { book in
            try stop(
                take(lines, into: book.reader) { id, todo in
                    let old = try book.reader.record(id)
                    try book.perform { todo.registers(id, $0, replacing: old) }
                })
        }
        var output = Output()
        output.append(summary.result)
        try output.flushChange()
    }

    private typealias Line = (place: String, values: Result<[String: String], CommandFailure>)

    private func take(
        _ lines: [Line], into book: BookReader, _ body: (EntityID, ImportedTodo) throws -> Void = { _, _ in }
    ) throws -> ImportSummary {
        var summary = ImportSummary(noun: "to-do", plural: "to-dos")
        let usual = try book.currency()
        let now = Timestamp.now()
        var counts: [EntityID: Int] = [:]
        var wanted: [(EntityID, ImportedTodo)] = []
        for line in lines {
            do {
                let todo = try ImportedTodo(line.values.get(), usual: usual, local: .local, now: now)
                let first = todo.derivedID(0)
                let count = counts[first, default: 0]
                counts[first] = count + 1
                let id = todo.id ?? (count == 0 ? first : todo.derivedID(count))
                wanted.append((id, todo))
            } catch let error as CommandFailure {
                summary.fail(CommandFailure("\(line.place): \(error.message)"))
            } catch let error as InputError {
                summary.fail(CommandFailure("\(line.place): \(error.message)"))
            } catch let error as ItemError {
                summary.fail(CommandFailure("\(line.place): \(error.message)"))
            }
        }
        guard summary.unreadable == 0 || dryRun else { return summary }
        var seen: Set<EntityID> = []
        for (id, todo) in wanted.reversed() {
            if !seen.insert(id).inserted {
                summary.known += 1
            } else if try isWanted(id, in: book, &summary) {
                try body(id, todo)
            }
        }
        return summary
    }

    /// Whether a to-do of a file is to be written. Counts what becomes of it.
    func isWanted(_ id: EntityID, in book: BookReader, _ summary: inout ImportSummary) throws -> Bool {
        let isDead = try book.isDeleted(id)
        if try !isDead && book.knows(id) {
            summary.known += 1
        } else if isDead, !restoreDeleted {
            summary.deleted += 1
        } else {
            if isDead { summary.restored += 1 } else { summary.added += 1 }
            return true
        }
        return false
    }

    private func lines(_ bytes: [UInt8]) throws -> [Line] {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw CommandFailure("\(file) is not UTF-8.") }
        let gone = Set(leaveOut.map { $0.asColumn })
        func column(_ name: String) -> String? {
            gone.contains(name.asColumn) ? nil : TodoFile.columns[name]
        }
        func check(_ names: [String], _ noun: String) throws(CommandFailure) {
            let unknown = names.filter {
                TodoFile.columns[$0] == nil && !gone.contains($0.asColumn)
            }
            guard !unknown.isEmpty else { return }
            let known = TodoFile.columns.own.joined(separator: ", ")
            throw CommandFailure("\(file): \(EntryCSV.unknown(unknown, noun, known).message)")
        }
        guard (format ?? (file.lowercased().hasSuffix(".csv") ? .csv : .json)) == .csv else {
            return try jsonTodos(bytes, column, check)
        }
        let table: CSVTable
        do throws(InputError) {
            table = try CSVTable(bytes) { TodoFile.columns[$0] != nil }
        } catch {
            throw CommandFailure("\(file): \(error.message)")
        }
        try check(
            table.header.enumerated().filter { index, _ in
                table.lines.contains { index < $0.values.count && !$0.values[index].isBlank }
            }.map(\.element), "columns")
        let columns = table.header.map(column)
        guard columns.contains("title") else {
            throw CommandFailure("\(file): the first line names no column “title”.")
        }
        if let twice = columns.compactMap({ $0 }).first(where: { name in columns.count { $0 == name } > 1 }) {
            throw CommandFailure("\(file): two columns mean the \(twice). Leave one of them out with --leave-out NAME.")
        }
        return table.lines.map { number, values in
            let place = "\(file), line \(number)"
            guard values.count == columns.count else {
                return (
                    place,
                    .failure(
                        CommandFailure("the line has \(values.count) columns, the first line \(columns.count)."))
                )
            }
            var named: [String: String] = [:]
            for (column, value) in zip(columns, values) { if let column { named[column] = value } }
            return (place, .success(named))
        }
    }

    private func jsonTodos(
        _ bytes: [UInt8], _ column: (String) -> String?, _ check: ([String], String) throws -> Void
    ) throws -> [Line] {
        var lines: [Line] = []
        do {
            let other = try JSONValue.eachElement(of: bytes) { element in
                let place = "\(file), to-do \(lines.count + 1)"
                guard case .object(let members) = element else {
                    lines.append((place, .failure(CommandFailure("it is \(element.kind), not an object."))))
                    return
                }
                try check(members.keys.sorted(), "members")
                var values: [String: String] = [:]
                for (name, value) in members {
                    guard let name = column(name) else { continue }
                    switch value {
                    case .string(let text): values[name] = text
                    case .bool(let bool): values[name] = bool ? "true" : "false"
                    case .number(let number): values[name] = "\(number)"
                    case .null: break
                    case .array, .object:
                        lines.append((place, .failure(CommandFailure("the \(name) is \(value.kind)."))))
                        return
                    }
                }
                lines.append((place, .success(values)))
            }
            if let other { throw CommandFailure("\(file) holds \(other.kind). It has to hold an array of to-dos.") }
        } catch let error as JSONError {
            throw CommandFailure("\(file): \(error.message)")
        }
        return lines
    }
}
