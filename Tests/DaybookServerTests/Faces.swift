import DaybookApp
import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Testing

/// A book, and what a person does to it: in the app, over REST and on the command line, each time to a copy of its own.
struct Faces {
    /// The result on a face.
    enum Outcome: Equatable {
        /// The registers that changed: what each is in, but for ids that were drawn and moments.
        case changed(Set<String>)
        /// Nothing changed. What was said.
        case refused(String)
        /// Nothing changed: it is asked whether a reconciled row may be.
        case asked
    }

    /// The things in the book, by their names in `FaceTests`.
    enum Thing: UInt64, CaseIterable {
        case bank, cash, dollars, closed, home, work, soon, rewe, out, into, tea, marked, back, paid, saved, moved,
            held, statement, errand, trip, rule, shop, half, jar

        var id: EntityID { EntityID(high: 0xFACE_0000_0000_0000, low: rawValue + 1) }
        var text: String { id.text }
    }

    private let folder: TemporaryFolder
    private let before: [EntityID: Record]

    init(_ make: (BookTransaction) throws -> Void) throws {
        folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book.sqlite"))
        try book.write { try make($0) }
        before = try Self.records(of: book)
        try book.close()
    }

    private static func records(of book: Book) throws -> [EntityID: Record] {
        var records: [EntityID: Record] = [:]
        try book.read { book in
            for register in try book.page(after: 0, now: .now()).registers {
                records[register.entity, default: Record(id: register.entity)].merge(register, isPending: false)
            }
        }
        return records
    }

    /// Does something to a copy of the book.
    private func copied(_ body: (String) async throws -> Outcome?) async throws -> Outcome {
        let path = folder.path("\(UUID().uuidString).sqlite")
        try FileManager.default.copyItem(atPath: folder.path("book.sqlite"), toPath: path)
        if let outcome = try await body(path) { return outcome }
        let book = try Book(path: path)
        defer { try? book.close() }
        return changed(try Self.records(of: book))
    }

    /// A request of a client of REST.
    func rest(_ method: HTTPRequest.Method, _ path: String, _ json: String) async throws -> Outcome {
        try await copied { file in
            let book = try Book(path: file)
            defer { try? book.close() }
            let answer = try await ServerUnderTest(book: book).send(method, "/api/v1/" + path, json: json)
            guard answer.status >= 400 else { return nil }
            guard case .string(let detail)? = try answer.member("detail") else { return .refused(answer.text) }
            return detail.contains("?reconciled=change") ? .asked : .refused(detail)
        }
    }

    /// The arguments that a person types behind `daybook`.
    func program(_ arguments: [String]) async throws -> Outcome {
        try await copied { file in
            let process = Process()
            process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent().appending(path: "daybook")
            process.arguments = arguments + ["--book", file]
            process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.url.path]
            let errors = folder.path("\(UUID().uuidString).err")
            try Data().write(to: URL(filePath: errors))
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = FileHandle.nullDevice
            process.standardError = try FileHandle(forWritingTo: URL(filePath: errors))
            try await process.start().value
            guard process.terminationStatus != 0 else { return nil }
            let said = try String(contentsOfFile: errors, encoding: .utf8).trimmingCharacters(
                in: .whitespacesAndNewlines)
            return said.contains("--yes") ? .asked : .refused(said.replacing("Error: ", with: ""))
        }
    }

    /// The actions of a person in the app.
    func app(_ actions: [Action]) -> Outcome {
        var clock: Int64 = 1_790_000_000_000
        var seed = SeededRandom(1)
        let world = World(
            now: {
                clock += 1
                return Timestamp(milliseconds: clock)
            }, random: { seed.next() }, minutesAheadOfUTC: { _ in 0 }, minutesAheadIn: { _, _ in 0 })
        var effects: [Effect] = []
        let app = App(State(node: 7), world: world) { effects.append($0) }
        app.dispatch(
            .outside(
                .loaded(before.values.map { LocalBook.Change(before: nil, after: $0) }, SyncClient.Progress())))
        app.dispatch(.outside(.resized(width: 1_440)))
        for action in actions {
            app.dispatch(action)
            let made = effects
            effects = []
            for case .store(let token, _) in made { app.dispatch(.outside(.stored(token))) }
        }
        if app.state.navigation.overlay == .question(.reconciled) { return .asked }
        if case .problem(.item(let error))? = app.state.notices.shown { return .refused(error.message) }
        if let error = app.state.form?.problem?.error { return .refused(error.message) }
        var after: [EntityID: Record] = [:]
        for record in app.state.book.records.values { after[record.id] = record }
        return changed(after)
    }

    /// The changes since before, in words that are the same on every face.
    private func changed(_ after: [EntityID: Record]) -> Outcome {
        let drawn = Set(after.keys).subtracting(before.keys)
        func name(_ id: EntityID) -> String {
            if let thing = Thing.allCases.first(where: { $0.id == id }) { return "\(thing)" }
            return drawn.contains(id) ? "new" : id.text
        }
        // Moments, and places that are made of them.
        let passing: [DaybookCore.Field] = [
            .createdAt, .closedAt, .todoPosition, .completedAt, .donePosition,
        ]
        var words: Set<String> = []
        for (id, record) in after {
            for register in record.registers where before[id]?[register.field]?.value != register.value {
                if passing.contains(register.field) {
                    words.insert("\(name(id)).\(register.field.rawValue)")
                    continue
                }
                let value =
                    EntityID(bytes: register.value).map { name($0) }
                    ?? String(decoding: register.value, as: UTF8.self).debugDescription
                words.insert("\(name(id)).\(register.field.rawValue)=\(value)")
            }
        }
        return .changed(words)
    }
}
