import DaybookCore
import Foundation
import Sworm
import Testing

@testable import DaybookExchange
@testable import DaybookServer
@testable import DaybookStorage

/// The law of the list of fields: whatever is in it turns up everywhere, and comes back as it went.
@Suite struct TodoFieldTests {
    /// Those that there are, and a made-up one of each shape that people may give a value.
    static let list = FieldList<Todo>(
        Todo.fields.specs + [
            FieldSpec(DaybookCore.Field(rawValue: 1_001), "madeUpText", .text, since: 90, [.form, .answer, .search]),
            FieldSpec(DaybookCore.Field(rawValue: 1_002), "madeUpDay", .day, since: 91),
            FieldSpec(DaybookCore.Field(rawValue: 1_003), "madeUpTime", .time, since: 92),
            FieldSpec(DaybookCore.Field(rawValue: 1_004), "madeUpAmount", .amount, since: 93),
            FieldSpec(DaybookCore.Field(rawValue: 1_005), "madeUpTimeOfDay", .timeOfDay, since: 94),
        ])

    /// A value of the shape, which none of the others equals.
    static func sample(_ spec: FieldSpec<Todo>) throws -> FieldValue {
        switch spec.shape {
        case .text: .text("naïve \"\(spec.name)\", 購物\n\tand\\more")
        case .day: .day(try #require(CivilDate("2028-02-29")))
        case .timeOfDay: .timeOfDay(try #require(TimeOfDay("15:00[Europe/Berlin]")))
        case .time: .time(Timestamp(milliseconds: 1_795_225_885_007))
        case .amount: .amount(try Amount("12.345 KWD", usual: .usDollar))
        case .position: .position(try #require(Position.number(2.5)))
        case .repeats: .repeats(Repeat("FREQ=WEEKLY;BYDAY=TU", .afterDone, anchor: CivilDate(daysSince1970: 0)))
        case .occurrence:
            .occurrence(
                try #require(Occurrence("done 3 2028-02-29 2028-03-01 " + String(repeating: "0a", count: 16))))
        }
    }

    /// A to-do of which each field holds its sample.
    static func full() throws -> Todo {
        var todo = Todo(
            id: EntityID(high: 7, low: 9), title: "", createdAt: Timestamp(milliseconds: 0),
            todoPosition: Position(bytes: []))
        for spec in list.specs { spec.set(&todo, try sample(spec)) }
        return todo
    }

    @Test("005.4 Each field of a to-do, also one that is made up, holds what it was given, and nothing else does")
    func property() throws {
        for spec in Self.list.specs {
            var todo = Todo(
                id: EntityID(high: 7, low: 9), title: "", createdAt: Timestamp(milliseconds: 0),
                todoPosition: Position(bytes: []))
            let before = Self.list.specs.map { $0.get(todo).bytes }
            let value = try Self.sample(spec)
            spec.set(&todo, value)
            for (other, bytes) in zip(Self.list.specs, before) {
                #expect(other.get(todo).bytes == (other.field == spec.field ? value.bytes : bytes), "\(spec.name)")
            }
        }
        #expect(Set(Self.list.specs.map(\.field)).count == Self.list.specs.count)
        #expect(Set(Self.list.specs.map { "\($0.name)" }).count == Self.list.specs.count)
    }

    @Test("005.4 Each field goes into registers and comes back, and nonsense in one is nothing")
    func registers() throws {
        let full = try Self.full()
        var record = Record(id: full.id)
        let stamp = Stamp(clock: 1_800_000_000_000 << 16, node: 9)
        for spec in Self.list.specs {
            record.merge(Register(full.id, spec.field, stamp, spec.get(full).bytes), isPending: false)
        }
        var expected = full
        expected.isSynced = true
        // Without a type it is none.
        for spec in Self.list.specs where spec.field == .occurrence { spec.set(&expected, .nothing) }
        #expect(Todo(record, fields: Self.list) == expected)
        for spec in Self.list.specs where [.day, .timeOfDay, .time, .amount].contains(spec.shape) {
            #expect(spec.shape.value([1, 2, 3]) == .nothing)
            #expect(spec.shape.value([]) == .nothing)
        }
    }

    @Test("005.4 A person gives each field a value and takes it away, and what stays is not written again")
    func actions() throws {
        var clock = HybridClock(node: 9)
        var random = SystemRandomNumberGenerator()
        let id = EntityID(high: 7, low: 9)
        var record = Record(id: id)
        func perform(_ action: TodoAction) throws -> [DaybookCore.Field] {
            let list = TodoList(Todo(record, fields: Self.list).map { [$0] } ?? [])
            let registers = try action.registers(
                in: list, clock: &clock, now: Timestamp(milliseconds: 1_800_000_000_000), fields: Self.list,
                using: &random
            ).get()
            for register in registers { record.merge(register, isPending: true) }
            return registers.map(\.field)
        }
        _ = try perform(.add(id, TodoDraft(title: "x")))
        // More follows from a rule than itself: `SeriesTests` of the core.
        for spec in Self.list.specs where spec.surfaces.contains(.form) && spec.field != .repeats {
            var edit = TodoEdit()
            edit.values[spec.field] = try Self.sample(spec)
            #expect(try perform(.edit(id, edit)) == [spec.field])
            #expect(try perform(.edit(id, edit)) == [])
            let todo = try #require(Todo(record, fields: Self.list))
            #expect(try spec.get(todo) == Self.sample(spec), "\(spec.name)")
            guard spec.field != .title else { continue }
            edit.values[spec.field] = .nothing
            #expect(try perform(.edit(id, edit)) == [spec.field])
            let emptied = try #require(Todo(record, fields: Self.list))
            #expect(spec.get(emptied).isNothing, "\(spec.name)")
        }
    }

    @Test("005.4 Each field has its columns, which hold what it holds, with and without a value")
    func table() throws {
        let table = TodoTable(Self.list)
        let empty = Todo(
            id: EntityID(high: 1, low: 1), title: "", createdAt: Timestamp(milliseconds: 1),
            todoPosition: Position(bytes: [1]), donePosition: Position(bytes: [2]))
        let database = try Database()
        try database.write { db in
            try db.run(table.definition(table.version).create())
            for (number, todo) in [try Self.full(), empty].enumerated() {
                try db.run(TodoRow.table.insert(table.setters(Int64(number), todo)))
            }
            var rows: [Todo] = []
            try db.eachRow(Query(TodoRow.self).order(TodoRow.key)) { rows.append(try table.todo($0)) }
            #expect(rows == [try Self.full(), empty])
            var place = 0
            try db.eachRow(Query(TodoRow.self).order(TodoRow.key).select(columns: table.names)) { row in
                for (index, spec) in Self.list.specs.enumerated() {
                    let value = try table.value(at: index, in: row)
                    #expect(value.bytes == spec.get(rows[place]).bytes, "\(spec.name)")
                    if spec.shape == .text {
                        try table.withText(at: index, in: row) { #expect(Array($0) == value.bytes, "\(spec.name)") }
                    }
                }
                place += 1
            }
            #expect(place == 2)
        }
    }

    @Test("005.5 A field that is new adds its column to a book that is there, and a book of any version gets all")
    func newColumn() throws {
        for version in 1...Book.schemaVersion {
            let database = try Database()
            let old = Schema(Array(Book.schema.versions.prefix(version)))
            try database.migrate(to: old)
            let table = TodoTable(
                FieldList(
                    Todo.fields.specs
                        + Self.list.specs.filter { $0.field == DaybookCore.Field(rawValue: 1_002) }.map {
                            FieldSpec($0.field, $0.name, $0.shape, since: Book.schemaVersion + 1)
                        }))
            try database.migrate(to: Book.schema(from: 0, table))
            let columns = try database.read { db in
                try db.rows(sql: "SELECT name FROM pragma_table_info('todos')").map {
                    try $0.get(at: 0, as: String.self)
                }
            }
            #expect(Set(columns) == Set(table.names), "from version \(version)")
            #expect(columns.contains("made_up_day"))
        }
    }

    @Test("005.4 JSON tells each field, and what it told makes the same to-do again")
    func json() throws {
        let full = try Self.full()
        let json = TodoJSON.resource(base: Array("http://x/".utf8), Self.list)
        let written = try JSONValue(json.list { (body: (Listed) throws -> Void) in try body(Listed(todo: full)) }.bytes)
        guard case .array(let items) = written, let item = items.first, case .object(let members) = item else {
            Issue.record("\(written)")
            return
        }
        let draft = try TodoInput(item, Self.list).draft { .usDollar }
        for spec in Self.list.specs where spec.surfaces.contains(.form) {
            #expect(try draft.values[spec.field] == Self.sample(spec), "\(spec.name)")
        }
        #expect(draft.order == 2.5)
        #expect(draft.isCompleted)
        #expect(members["completedAt"] == .string("2026-11-21T01:51:25.007Z"))

        // A change of a member to null takes away what may be nothing; the others refuse it.
        for member in TodoMember.members(Self.list) where member.isInput {
            let change = JSONValue.object([member.name: .null])
            if member.spec.isOptional {
                #expect(
                    try TodoInput(change, Self.list).edit(full, Self.list) { .usDollar }.values[member.spec.field]
                        == .nothing)
            } else {
                #expect(throws: InputError.self) { try TodoInput(change, Self.list) }
            }
        }
    }

    /// A to-do with the made-up fields.
    private struct Listed: FieldSource {
        let todo: Todo
        var number: Int64 { 1 }
        var id: EntityID { todo.id }
        var isSynced: Bool { true }

        func value(at index: Int) -> FieldValue { TodoFieldTests.list.specs[index].get(todo) }

        func withText(at index: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
            value(at: index).bytes.withUnsafeBytes { body($0) }
        }
    }

    @Test("005.3 OpenAPI names just the members that JSON has, the optional ones too, each with its type")
    func openAPI() throws {
        let full = try Self.full()
        let json = TodoJSON.resource(base: Array("http://x/".utf8), Self.list)
        let empty = Todo(
            id: full.id, title: "", createdAt: Timestamp(milliseconds: 1), todoPosition: Position(bytes: [1]))
        func members(_ todo: Todo) throws -> [String: JSONValue] {
            let list = try json.list { (body: (Listed) throws -> Void) in try body(Listed(todo: todo)) }
            guard case .array(let items) = try JSONValue(list.bytes), case .object(let members)? = items.first else {
                return [:]
            }
            return members
        }
        let parts = TodoSchema.yaml(Self.list).split(separator: "    Todo:\n")
        #expect(parts.count == 2)
        func properties(_ text: Substring) -> [String: String] {
            let lines = text.matches(of: #/\n {8}(\w+): \{type: (\[[^\]]*\]|\w+)/#)
            return Dictionary(uniqueKeysWithValues: lines.map { (String($0.1), String($0.2)) })
        }
        let answer = properties(parts[1])
        #expect(try Set(answer.keys) == Set(members(full).keys))
        for (name, value) in try members(full) {
            let type =
                switch value {
                case .string: "string"
                case .bool: "boolean"
                case .number: "number"
                default: ""
                }
            #expect(answer[name]?.contains(type) == true || type == "number" && answer[name] == "integer", "\(name)")
        }
        let required = parts[1].firstMatch(of: #/required: \[(.*)\]/#).map {
            $0.1.split(separator: ", ").map { String($0) }
        }
        #expect(try Set(required ?? []) == Set(members(empty).keys))

        // What is sent: all that people give a value, and null where that means something.
        let input = properties(parts[0])
        for member in TodoMember.members(Self.list) where member.isInput {
            #expect(input[member.name]?.contains("null") == member.spec.isOptional, "\(member.name)")
        }
        #expect(input.count == TodoMember.members(Self.list).filter(\.isInput).count + 6)
    }

    @Test("005.3 Words are looked for in every text of the list that says so") func search() throws {
        let texts = try SearchQuery.fold(Self.full().searchTexts(Self.list))
        for spec in Self.list.specs where spec.surfaces.contains(.search) {
            let value = try Self.sample(spec)
            let typed = value.amount?.number ?? "\(spec.name)"
            #expect(SearchQuery(typed).matches(texts), "\(spec.name)")
        }
    }
}
