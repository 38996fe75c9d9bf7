import ArgumentParser
import DaybookBook
import DaybookCore
import DaybookExchange
import Fixtures
import HTTPTypes
import Sworm
import Testing

@testable import DaybookCLI
@testable import DaybookServer
@testable import DaybookStorage

/// A kind that no part of Daybook knows: all that there is to say of one.
private struct Gadget: NamedEntity {
    let id: EntityID
    var name = ""
    var position = Position(bytes: [])
    var isSynced = true
    var extraFields = FieldValues()

    init(id: EntityID, createdAt: Timestamp) { self.id = id }

    static let kind: Kind = Kind(200, "gadget", "gadgets", by: .position, needs: [.title], in: .todos, fields.bare)
    static let fields = FieldList<Gadget>([
        FieldSpec(
            .title, "name", .text, since: 16, isOptional: false, [.input, .output, .search],
            get: { .text($0.name) }, set: { $0.name = $1.text }),
        FieldSpec(
            .todoPosition, "position", .position, since: 16, isOptional: false, .output,
            get: { .position($0.position) }, set: { $0.position = $1.position }),
        FieldSpec(.amount, "price", .amount, since: 16),
        FieldSpec(DaybookCore.Field(rawValue: 2_001), "boughtOn", .day, since: 16),
        FieldSpec(DaybookCore.Field(rawValue: 2_002), "state", .choice(["new", "worn"]), since: 16),
        FieldSpec(DaybookCore.Field(rawValue: 2_003), "serialNumber", .text, since: 16),
    ])
}

extension Gadget: FacedKind {}

/// The law of kinds: one that is handed in goes through everything with no other line.
@Suite struct KindTests {
    private static let tables = Book.kinds + [KindRow<Gadget>.self]
    let book: Book
    let server: ServerUnderTest
    private let path = "/api/v1/gadgets"
    private let lathe = #"{"name":" Lathe ","price":"12.50","currency":"EUR","boughtOn":"2026-11-21","state":"worn"}"#

    init() throws {
        book = try Book.inMemory(kinds: Self.tables)
        server = try ServerUnderTest(book: book, kinds: ServedKind.all + [ServedKind(KindResource(Gadget.self))])
    }

    private func gadgets(_ book: Book) throws -> [Gadget] {
        try book.read { try $0.all(Gadget.self).map(\.item) }.map { gadget in
            var gadget = gadget
            gadget.isSynced = true
            return gadget
        }
    }

    private func texts(_ book: Book) throws -> [[String?]] {
        try gadgets(book).map { gadget in
            Gadget.fields.specs.filter { $0.shape != .position }.map { $0.shape.text($0.get(gadget)) }
        }
    }

    private let told = [["Lathe", "12.50", "2026-11-21", "worn", nil]]

    /// Takes over all that a book tells devices.
    private func sync(_ one: Book, to other: Book) throws {
        let page = try one.read { try $0.page(after: nil, now: .now()) }
        guard case .accepted = try other.write({ try $0.accept(PushRequest(node: 7, changes: page.registers)) }) else {
            Issue.record("the push was refused")
            return
        }
    }

    @Test("005.4 A made-up kind has routes of REST by its fields, and stands in openapi.yaml") func rest() async throws
    {
        let made = try await server.send(.post, path, json: lathe)
        #expect(made.status == 201)
        #expect(try made.member("name") == .string("Lathe") && made.member("price") == .string("12.50"))
        #expect(try made.member("state") == .string("worn") && made.member("boughtOn") == .string("2026-11-21"))
        guard case .string(let id) = try made.member("id") else { return }
        #expect(try await server.send(.get, "\(path)/\(id)").json() == made.json())
        #expect(try await server.send(.get, path).json() == .array([made.json()]))
        let changed = try await server.send(
            .patch, "\(path)/\(id)", json: #"{"serialNumber":"7","price":null,"order":3}"#)
        #expect(try changed.member("serialNumber") == .string("7") && changed.member("name") == .string("Lathe"))
        #expect(try texts(book) == [["Lathe", nil, "2026-11-21", "worn", "7"]])
        let taken = try await server.send(.post, path, json: #"{"name":"lathe"}"#)
        #expect(taken.text.contains("The name “lathe” is taken already. Give another name."), "\(taken.text)")
        let blank = try await server.send(.post, path, json: #"{"name":" "}"#)
        #expect(blank.status == 400)
        #expect(blank.text.contains("A gadget needs a name. Type at least one character that isn't a space."))
        #expect(try await server.send(.post, path, json: "[]").text.contains(#"{\"name\":\"…\"}"#))
        #expect(try await server.send(.patch, "\(path)/\(id)", json: #"{"state":"lost"}"#).status == 400)
        #expect(try await server.send(.delete, "\(path)/\(id)").status == 204)
        let gone = try await server.send(.get, "\(path)/\(id)")
        #expect(gone.status == 404 && gone.text.contains("There is no such gadget in the book."))

        let yaml = try await server.send(.get, "/openapi.yaml").text
        let described = yaml.matches(of: #/\n {2}(/api/v1/gadgets\S*):\n/#).map { String($0.1) }
        #expect(described == [path, "\(path)/{id}"])
        #expect(server.routes.filter { $0.contains("gadgets") }.count == 5)
        for text in ["\n    GadgetInput:\n", "\n    Gadget:\n", "state: {type: string, enum: [new, worn]}"] {
            #expect(yaml.contains(text), "\(text)")
        }
    }

    @Test("005.4 Things of a made-up kind lie in a table of their own, and are the same on every device")
    func sync() async throws {
        _ = try await server.send(.post, path, json: lathe)
        _ = try await server.send(.post, path, json: #"{"name":"Saw"}"#)
        let rows = try book.read {
            try $0.db.rows(sql: "SELECT name, currency, bought_on FROM gadgets ORDER BY number")
        }
        #expect(try rows.map { try $0.get(at: 0, as: String.self) } == ["Lathe", "Saw"])
        let (same, other) = (try Book.inMemory(kinds: Self.tables), try Book.inMemory())
        try sync(book, to: same)
        #expect(try gadgets(same) == gadgets(book) && texts(same).count == 2)
        // One that doesn't know the kind shows nothing of it, and hands it on.
        try sync(book, to: other)
        #expect(try other.read { try $0.rows() }.isEmpty)
        let third = try Book.inMemory(kinds: Self.tables)
        try sync(other, to: third)
        #expect(try gadgets(third) == gadgets(book))
    }

    @Test("005.4 What was done to a thing of a made-up kind is undone and done again, and it is purged") func undo()
        throws
    {
        var changes = Changes.todo(title: "Lathe", amount: try Amount("12.50 EUR", usual: .usDollar))
        changes[DaybookCore.Field(rawValue: 2_001)] = .day(try #require(CivilDate("2026-11-21")))
        changes[DaybookCore.Field(rawValue: 2_002)] = .choice(1)
        let row = try book.write { try RememberedChange.remembering($0) { try $0.add(Gadget.self, changes) } }
        func repeating(undoing: Bool) throws {
            _ = try book.write { book in
                try RememberedChange.next(in: book, undone: !undoing)?.apply(undoing: undoing, in: book)
            }
        }
        #expect(try texts(book) == told)
        try repeating(undoing: true)
        #expect(try gadgets(book).isEmpty)
        try repeating(undoing: false)
        #expect(try texts(book) == told && book.read { try $0.find(Gadget.self, row.item.id)?.number } == row.number)
        _ = try book.write { book in
            try RememberedChange.remembering(book) {
                try $0.perform(.edit(Gadget.kind, row.item.id, .todo(title: "Saw")))
            }
        }
        #expect(try gadgets(book).map(\.name) == ["Saw"])
        try repeating(undoing: true)
        #expect(try gadgets(book).map(\.name) == ["Lathe"])
        try book.write { try $0.perform(.delete(Gadget.kind, row.item.id)) }
        let later = Timestamp(milliseconds: Timestamp.now().milliseconds + 60_000)
        #expect(try book.write { try $0.purge(deletedBefore: later) } == 1)
        #expect(try book.read { try $0.record(row.item.id).registers.map(\.field) } == [.deleted])
        #expect(throws: BookError.refused(.notFound(Gadget.kind, row.item.id))) {
            try book.write { try $0.perform(.edit(Gadget.kind, row.item.id, .todo(title: "x"))) }
        }
    }

    @Test("005.4 A file of to-dos brings things of a made-up kind along, and a second import changes nothing")
    func files() async throws {
        _ = try await server.send(.post, path, json: lathe)
        let bytes = try await server.send(.get, "/api/v1/exports/todos.json").bytes
        let other = try Book.inMemory(kinds: Self.tables)
        let kinds = TodoFileImport.kinds + [Gadget.self]
        let file = try TodoFileImport(
            bytes, isCSV: false, ImportOptions(), in: "todos.json",
            at: ImportMoment(now: .now(), localCurrency: nil) { .local($0) }, kinds)
        func bring() throws -> Int {
            try other.write { book in
                let plan = try file.plan(in: book.reader)
                try plan.write(to: book)
                return plan.summary.parts.count
            }
        }
        for count in [1, 0] {
            #expect(try bring() == count)
            #expect(try texts(other) == told && gadgets(other).map(\.id) == gadgets(book).map(\.id))
        }
    }

    @Test("005.4 A made-up kind has commands by its fields, with options, help and a line for each thing")
    func commandLine() throws {
        let folder = try TemporaryFolder()
        func type(_ arguments: String...) throws -> String {
            try BookOptions.$kinds.withValue(Self.tables) {
                let command = try KindCommand<Gadget>.parseAsRoot(arguments + ["--book", folder.path("book.sqlite")])
                return String(decoding: try #require(command as? any KindStep).perform().bytes, as: UTF8.self)
            }
        }
        #expect(
            try type("add", " Lathe ", "--price", "12.50 EUR", "--bought-on", "2026-11-21", "--state", "worn")
                == "Made the gadget “Lathe”.\n")
        #expect(try type("add", "Saw", "--first") == "Made the gadget “Saw”.\n")
        #expect(try type("show") == "Saw\nLathe: 12.50 EUR, 2026-11-21, worn\n")
        #expect(
            try type("edit", "lathe", "--name", "Mill", "--price", "", "--serial-number", "7", "--place", "1")
                == "Changed the gadget “Mill”.\n")
        #expect(try type("show") == "Mill: 2026-11-21, worn, 7\nSaw\n")
        let json = try type("show", "--json")
        #expect(json.contains(#""name":"Mill","#) && json.contains(#""state":"worn","serialNumber":"7""#), "\(json)")
        #expect(try type("delete", "Mill") == "Deleted the gadget “Mill”.\n")
        #expect(throws: CommandFailure.self) { try type("edit", "Mill", "--name", "x") }
        for arguments in [["edit", "Saw"], ["edit", "Saw", "--state", "lost"], ["add"]] {
            #expect(throws: (any Error).self) { try KindCommand<Gadget>.parseAsRoot(arguments) }
        }
        #expect(try type("show") == "Saw\n")
        let help = KindCommand<Gadget>.helpMessage(for: KindCommand<Gadget>.Edit.self, columns: 120)
        for text in [
            "OVERVIEW: Change a gadget.", "<gadget>                Its name, or the start of its id.",
            "--bought-on <day>       Its bought on, such as 2026-12-01 or tomorrow; \"\" for none.",
            "--state <state>         One of new, worn.", "--place <number>        Its place in the order, from 1.",
        ] { #expect(help.contains(text), "\(help)") }
    }
}
