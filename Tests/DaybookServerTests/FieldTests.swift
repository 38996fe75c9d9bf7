import DaybookCore
import Fixtures
import Foundation
import Sworm
import Testing

@testable import DaybookExchange
@testable import DaybookServer
@testable import DaybookStorage

/// The law of the lists of fields: whatever is in one turns up everywhere, and comes back as it went.
@Suite struct FieldTests {
    typealias Field = DaybookCore.Field

    /// A made-up field of each shape that people may give a value.
    static func madeUp<Owner: Entity>(_: Owner.Type) -> [FieldSpec<Owner>] {
        [
            FieldSpec(Field(rawValue: 1_001), "madeUpText", .text, since: 90, [.input, .output, .search]),
            FieldSpec(Field(rawValue: 1_002), "madeUpDay", .day, since: 91),
            FieldSpec(Field(rawValue: 1_003), "madeUpTime", .time, since: 92),
            FieldSpec(Field(rawValue: 1_004), "madeUpAmount", .amount, since: 93, [.input, .output, .search]),
            FieldSpec(Field(rawValue: 1_005), "madeUpChoice", .choice(["one", "two", "three"]), since: 94),
            FieldSpec(Field(rawValue: 1_006), "madeUpDigest", .digest, since: 95),
            FieldSpec(Field(rawValue: 1_007), "madeUpEntity", .entity, since: 96),
            FieldSpec(Field(rawValue: 1_008), "madeUpTimeOfDay", .timeOfDay, since: 97),
            FieldSpec(Field(rawValue: 1_009), "madeUpSigned", .signed, since: 98),
        ]
    }

    /// Those that there are, and the made-up ones.
    static let todos = FieldList(Todo.fields.specs + madeUp(Todo.self))
    static let entries = FieldList(Entry.fields.specs + madeUp(Entry.self), writesNulls: true)

    /// A value of the shape, which none of the others equals.
    static func sample<Owner>(_ spec: FieldSpec<Owner>) throws -> FieldValue {
        switch spec.shape {
        case .text: .text("naïve \"\(spec.name)\", 購物\n\tand\\more")
        case .day: .day(try #require(CivilDate("2028-02-29")))
        case .timeOfDay: .timeOfDay(try #require(TimeOfDay("15:00[Europe/Berlin]")))
        case .time: .time(Timestamp(milliseconds: 1_795_225_885_007))
        case .amount: .amount(try Amount("12.345 KWD", usual: .usDollar))
        case .signed: .signed(try #require(SignedAmount("-12.345 KWD")))
        case .position: .position(try #require(Position.number(2.5)))
        case .choice: .choice(1)
        case .digest: .digest(Digest(of: "\(spec.name)".bytes))
        case .entity: .entity(EntityID(high: 3, low: UInt64(spec.field.rawValue)))
        case .texts: .texts(spec.field == .reminders ? ["-1d", "2028-02-29T15:00"] : ["a", "naïve", "購物"])
        case .parts:
            .parts([
                Part(
                    id: EntityID(high: 4, low: 0), amount: try Amount("7.005 KWD", usual: .usDollar),
                    tags: ["a", "naïve"], note: "naïve \"\(spec.name)\", 購物\n\tand\\more"),
                Part(id: EntityID(high: 4, low: 1), amount: try Amount("5 KWD", usual: .usDollar)),
            ])
        case .repeats: .repeats(Repeat("FREQ=WEEKLY;BYDAY=TU", .afterDone, anchor: CivilDate(daysSince1970: 0)))
        case .occurrence:
            .occurrence(
                try #require(Occurrence("done 3 2028-02-29 2028-03-01 " + String(repeating: "0a", count: 16))))
        }
    }

    static let id = EntityID(high: 7, low: 9)

    /// A thing of which each field holds its sample.
    static func full<Owner: Entity>(_ list: FieldList<Owner>) throws -> Owner {
        var item = Owner(id: id, createdAt: Timestamp(milliseconds: 0))
        for spec in list.specs { spec.set(&item, try sample(spec)) }
        return item
    }

    static func empty<Owner: Entity>(_: FieldList<Owner>) -> Owner {
        Owner(id: EntityID(high: 1, low: 1), createdAt: Timestamp(milliseconds: 1))
    }

    @Test("005.4 Each field, also one that is made up, holds what it was given, and nothing else does")
    func property() throws {
        func check<Owner: Entity>(_ list: FieldList<Owner>) throws {
            for spec in list.specs {
                var item = Self.empty(list)
                let before = list.specs.map { $0.get(item).bytes }
                let value = try Self.sample(spec)
                spec.set(&item, value)
                for (other, bytes) in zip(list.specs, before) {
                    #expect(other.get(item).bytes == (other.field == spec.field ? value.bytes : bytes), "\(spec.name)")
                }
            }
            #expect(Set(list.specs.map(\.field)).count == list.specs.count)
            #expect(Set(list.specs.map { "\($0.name)" }).count == list.specs.count)
        }
        try check(Self.todos)
        try check(Self.entries)
        try check(MoneyAccount.fields)
        try check(Transfer.fields)
        try check(Reconciliation.fields)
        try check(Payee.fields)
        try check(EntryRule.fields)
    }

    /// The registers of a thing, and what devices make of them that hear of them in this order.
    private func registers<Owner: Entity>(_ item: Owner, _ list: FieldList<Owner>, _ clock: UInt64) -> [Register] {
        let stamp = Stamp(clock: clock << 16, node: 9)
        return list.specs.filter { $0.shape != .texts && $0.shape != .parts }.map {
            Register(item.id, $0.field, stamp, $0.get(item).bytes)
        }
    }

    private func record(_ registers: [Register]) -> DaybookCore.Record {
        var record = Record(id: Self.id)
        for register in registers { record.merge(register, isPending: false) }
        return record
    }

    /// - Parameter read: what a record says, with these tags.
    private func checkRegisters<Owner: Entity>(
        _ list: FieldList<Owner>, _ read: (DaybookCore.Record, [String]) -> Owner?
    ) throws {
        var full = try Self.full(list)
        full.isSynced = true
        let written = registers(full, list, 1_800_000_000_000)
        // Without a type it is none.
        for spec in list.specs where spec.shape == .occurrence { spec.set(&full, .nothing) }
        #expect(read(record(written), ["a", "naïve", "購物"]) == full)
        // What is older loses, in whatever order it comes, and travels whole.
        let older = registers(Owner(id: Self.id, createdAt: Timestamp(milliseconds: 5)), list, 1_700_000_000_000)
        for all in [written + older, older + written, older.reversed() + written.reversed()] {
            #expect(read(try Record(bytes: record(all).bytes), ["a", "naïve", "購物"]) == full)
        }
        for spec in list.specs {
            switch spec.shape {
            case .text, .position, .texts: break
            case .day, .timeOfDay, .time, .amount, .signed, .digest, .entity, .choice, .repeats, .occurrence, .parts:
                #expect(spec.shape.value([1, 2, 3]) == .nothing)
                #expect(spec.shape.value([]) == .nothing)
            }
        }
        #expect(Shape.choice(["one", "two"]).value([2]) == .nothing)
    }

    @Test("005.4 Each field goes into registers and comes back, the newest wins, and nonsense in one is nothing")
    func registers() throws {
        func tagged(_ tags: [String]) -> [ItemTag] {
            (tags + ["#-1d", "#2028-02-29T15:00"]).map { name in
                ItemTag(
                    id: ItemTag.id(name, of: Self.id), owner: Self.id, name: name, isPresent: true, isSynced: true)
            }
        }
        try checkRegisters(Self.todos) { Todo($0, tags: tagged($1), fields: Self.todos) }
        let parts = try Self.full(Self.entries).parts
        try checkRegisters(Self.entries) { Entry($0, tags: tagged($1), parts: parts, fields: Self.entries) }
    }

    /// - Parameters:
    ///   - write: what gives these values to a thing that is there.
    ///   - read: the thing as its records say.
    private func checkActions<Owner: Entity>(
        _ list: FieldList<Owner>, _ records: inout [EntityID: DaybookCore.Record],
        _ write: (FieldValues, [EntityID: DaybookCore.Record]) throws -> [Register],
        _ read: ([EntityID: DaybookCore.Record]) -> Owner?
    ) throws {
        func perform(_ field: Field, _ value: FieldValue) throws -> [Register] {
            var values = FieldValues()
            values[field] = value
            let registers = try write(values, records)
            for register in registers {
                records[register.entity, default: Record(id: register.entity)].merge(register, isPending: true)
            }
            return registers
        }
        // More follows from a rule than itself: `SeriesTests` of the core.
        for spec in list.specs where spec.exposure.contains(.input) && spec.shape != .repeats {
            let before = records
            let sample = try Self.sample(spec)
            let written = try perform(spec.field, sample)
            if spec.shape != .texts && spec.shape != .parts {
                #expect(written.map(\.field) == [spec.field], "\(spec.name)")
            }
            #expect(try perform(spec.field, sample) == [])
            let item = try #require(read(records))
            #expect(spec.get(item) == sample, "\(spec.name)")

            // Undone, it is what it was, and done again what it became.
            let old = read(before).map { spec.get($0).bytes }
            for (undoing, bytes) in [(true, old), (false, sample.bytes)] {
                for entity in Set(written.map(\.entity)) {
                    let (then, now) = (before[entity] ?? Record(id: entity), records[entity] ?? Record(id: entity))
                    var after = then
                    for register in written where register.entity == entity { after.merge(register, isPending: true) }
                    let change = ItemChange(before: then, after: after)
                    let newest = now.registers.map(\.stamp.clock).max() ?? 0
                    let stamp = Stamp(clock: newest + 1, node: 9)
                    let registers = try #require(
                        change.registers(undoing: undoing, record: now, bearsMore: false, stamp: stamp))
                    for register in registers { records[entity, default: now].merge(register, isPending: true) }
                }
                #expect(read(records).map { spec.get($0).bytes } == bytes, "\(spec.name)")
            }

            guard spec.isOptional, spec.field != .amount || Owner.self == Todo.self else { continue }
            let gone = try perform(spec.field, .nothing).map(\.field)
            #expect(spec.shape == .texts || spec.shape == .parts || gone == [spec.field])
            #expect(read(records).map { spec.get($0).isNothing } == true, "\(spec.name)")
        }
    }

    @Test("005.4 A person gives each field a value, takes it away and undoes that, and what stays is not written again")
    func actions() throws {
        var clock = HybridClock(node: 9)
        var random = SystemRandomNumberGenerator()
        func keep(_ registers: [Register], _ records: inout [EntityID: DaybookCore.Record]) {
            for register in registers {
                records[register.entity, default: Record(id: register.entity)].merge(register, isPending: true)
            }
        }
        var records: [EntityID: DaybookCore.Record] = [:]
        func todo(_ records: [EntityID: DaybookCore.Record]) -> Todo? {
            records[Self.id].flatMap {
                Todo($0, tags: records.values.compactMap { ItemTag($0) }, fields: Self.todos)
            }
        }
        func entry(_ records: [EntityID: DaybookCore.Record]) -> Entry? {
            Self.entry(records)
        }
        func registers(_ action: BookAction, _ records: [EntityID: DaybookCore.Record]) throws -> [Register] {
            let now =
                (records.values.flatMap { $0.registers.map(\.stamp.time.milliseconds) }.max() ?? 1_800_000_000_000) + 1
            // Under nothing that isn't there a to-do is put.
            let parent = EntityID(high: 3, low: UInt64(Field.parent.rawValue))
            let position = Position(bytes: [])
            let others = [Todo(id: parent, title: "y", createdAt: Timestamp(milliseconds: 0), todoPosition: position)]
            let items = ItemsInMemory(
                todos: TodoList(others + (todo(records).map { [$0] } ?? [])),
                entries: EntryList(entry(records).map { [$0] } ?? []))
            return try action.registers(
                in: items, clock: &clock, now: Timestamp(milliseconds: now), todos: Self.todos, entries: Self.entries,
                using: &random
            ).get()
        }
        keep(try registers(.add(.todo, Self.id, .todo(title: "x")), records), &records)
        try checkActions(
            Self.todos, &records,
            { values, records in
                try registers(.edit(.todo, Self.id, Changes(values)), records)
            }, todo)

        records = [:]
        let draft = Changes.entry(
            kind: .income, amount: try Amount("5", usual: .usDollar), day: CivilDate("2026-11-21"))
        keep(try registers(.add(.entry, Self.id, draft), records), &records)
        try checkActions(
            Self.entries, &records,
            { values, records in
                try registers(.edit(.entry, Self.id, Changes(values)), records)
            }, entry)
    }

    /// The entry of the samples as records say.
    private static func entry(_ records: [EntityID: DaybookCore.Record]) -> Entry? {
        let tags = records.values.compactMap { ItemTag($0) }
        let parts = records.values.filter { Part.entry(of: $0) == id }.compactMap { Part($0, tags: tags) }
        return records[id].flatMap { Entry($0, tags: tags, parts: parts, fields: entries) }
    }

    @Test("005.4 What an entry is made with, made-up fields too, is what it has") func draft() throws {
        var clock = HybridClock(node: 9)
        var random = SystemRandomNumberGenerator()
        var draft = Changes.entry(kind: .unsorted, amount: nil, day: CivilDate(daysSince1970: 0))
        let full = try Self.full(Self.entries)
        for spec in Self.entries.specs { draft.values[spec.field] = spec.get(full) }
        let registers = try BookAction.add(.entry, Self.id, draft).registers(
            in: ItemsInMemory(), clock: &clock, now: Timestamp(milliseconds: 1_800_000_000_000), entries: Self.entries,
            using: &random
        ).get()
        var records: [EntityID: DaybookCore.Record] = [:]
        for register in registers {
            records[register.entity, default: Record(id: register.entity)].merge(register, isPending: false)
        }
        let entry = try #require(Self.entry(records))
        for spec in Self.entries.specs { #expect(spec.get(entry) == spec.get(full), "\(spec.name)") }
    }

    private func checkTable<Owner: Entity>(
        _ list: FieldList<Owner>, _ name: Tablex, _ definition: (Int, FieldTable<Owner>) -> TableDefinition
    ) throws {
        let table = FieldTable(list)
        let number = Expression<Int64>("number")
        let items = [try Self.full(list), Self.empty(list)]
        let database = try Database()
        try database.write { db in
            try db.run(definition(table.version, table).create())
            for (index, item) in items.enumerated() {
                try db.run(name.insert([number <- Int64(index)] + table.setters(item)))
            }
            var rows: [Owner] = []
            try db.eachRow(name.filter(number >= 0).order(number).select(columns: table.names)) {
                rows.append(try table.item($0))
            }
            #expect(rows == items)
            var place = 0
            try db.eachRow(name.filter(number >= 0).order(number).select(columns: table.names)) { row in
                for (index, spec) in list.specs.enumerated() {
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

    @Test("005.4 Each field has its columns, which hold what it holds, with and without a value")
    func table() throws {
        try checkTable(Self.todos, TodoRow.table) { TodoRow.definition($0, $1) }
        try checkTable(Self.entries, EntryRow.table) { EntryRow.definition($0, $1) }
    }

    /// With one field more than there is.
    private func extended<Owner: Entity>(_ list: FieldList<Owner>) -> FieldTable<Owner> {
        FieldTable(
            FieldList(
                list.specs + [
                    FieldSpec(Field(rawValue: 1_002), "madeUpDay", .day, since: Book.schemaVersion + 1)
                ]))
    }

    @Test("005.5 A field that is new adds its column to a book that is there, and a book of any version gets all")
    func newColumn() throws {
        for version in 1...Book.schemaVersion {
            let database = try Database()
            let old = Schema(Array(Book.schema.versions.prefix(version)))
            try database.migrate(to: old)
            let (todos, entries) = (extended(Todo.fields), extended(Entry.fields))
            try database.migrate(to: Book.schema(from: 0, todos, entries))
            for (table, names) in [("todos", todos.names), ("entries", entries.names)] {
                let columns = try database.read { db in
                    try db.rows(sql: "SELECT name FROM pragma_table_info('\(table)')").map {
                        try $0.get(at: 0, as: String.self)
                    }
                }
                #expect(Set(columns) == Set(names), "from version \(version)")
                #expect(columns.contains("made_up_day"))
            }
        }
    }

    /// A thing with the made-up fields.
    private struct Listed<Owner: Entity>: FieldSource {
        let item: Owner
        let list: FieldList<Owner>
        var number: Int64 { 1 }
        var id: EntityID { item.id }
        var isSynced: Bool { true }

        func value(at index: Int) -> FieldValue { list.specs[index].get(item) }

        func withText(at index: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
            value(at: index).bytes.withUnsafeBytes { body($0) }
        }
    }

    private func written<Owner: Entity>(
        _ json: ItemJSON<Owner>, _ item: Owner, _ list: FieldList<Owner>
    ) throws -> (json: JSONValue, members: [String: JSONValue]) {
        let bytes = try json.list { (body: (Listed<Owner>) throws -> Void) in
            try body(Listed(item: item, list: list))
        }.bytes
        guard case .array(let items) = try JSONValue(bytes), let json = items.first, case .object(let members) = json
        else { return (.null, [:]) }
        return (json, members)
    }

    @Test("005.4 JSON tells each field, and what it told makes the same thing again")
    func json() throws {
        let todo = try Self.full(Self.todos)
        let base = Array("http://x/".utf8)
        let (item, members) = try written(TodoJSON.resource(base: base, Self.todos), todo, Self.todos)
        let draft = try TodoInput(item, Self.todos).draft(Self.todos) { .usDollar }
        for spec in Self.todos.specs where spec.exposure.contains(.input) {
            #expect(try draft.values[spec.field] == Self.sample(spec), "\(spec.name)")
        }
        #expect(draft[.todoPosition]?.position == Position.number(2.5))
        #expect(draft.isCompleted == true)
        #expect(members["completedAt"] == .string("2026-11-21T01:51:25.007Z"))

        let entry = try Self.full(Self.entries)
        let told = try written(EntryJSON.resource(base: base, Self.entries), entry, Self.entries).json
        let made = try EntryInput(told, Self.entries) { .usDollar }.draft(today: CivilDate(daysSince1970: 0))
        let change = try EntryInput(changing: told, Self.entries).edit(Self.empty(Self.entries), Self.entries) {
            .usDollar
        }
        for spec in Self.entries.specs {
            #expect(made.values[spec.field] == spec.get(entry), "\(spec.name)")
            let isChanged = spec.exposure.contains(.input)
            #expect(change.values[spec.field] == (isChanged ? spec.get(entry) : nil), "\(spec.name)")
        }

        // A change of a member to null takes away what may be nothing; the others refuse it.
        for member in FieldMember.members(Self.todos) where member.isInput {
            let change = JSONValue.object([member.name: .null])
            if member.spec.isOptional {
                #expect(
                    try TodoInput(change, Self.todos).edit(todo, Self.todos) { .usDollar }.values[member.spec.field]
                        == .nothing)
            } else {
                #expect(throws: InputError.self) { try TodoInput(change, Self.todos) }
            }
        }
        for member in FieldMember.members(Self.entries) where member.spec.exposure.contains(.input) {
            let change = JSONValue.object([member.name: .null])
            #expect(try EntryInput(change, Self.entries) { .usDollar }.values.isEmpty)
            if member.spec.isOptional {
                #expect(
                    try EntryInput(changing: change, Self.entries).edit(entry, Self.entries) { .usDollar }
                        .values[member.spec.field] == .nothing)
            } else {
                #expect(throws: InputError.self) { try EntryInput(changing: change, Self.entries) }
            }
        }
    }

    @Test("005.7 A file of to-dos has each field, and makes the same to-do again") func todoFile() throws {
        var todo = try Self.full(Self.todos)
        let columns = TodoFile.columns(Self.todos)
        var csv: [UInt8] = []
        TodoFile.writeCSV([TodoRow(number: 1, todo: todo)], columns, to: &csv)
        let table = try CSVTable(csv) { columns[$0] != nil }
        #expect(table.header == columns.own)
        let texts = Dictionary(uniqueKeysWithValues: zip(table.header, try #require(table.lines.first).values))
        guard case .array(let items) = try JSONValue(TodoFile.json([TodoRow(number: 1, todo: todo)], columns).bytes),
            case .object(let members)? = items.first
        else {
            Issue.record("no object")
            return
        }
        #expect(members == texts.mapValues { .string($0) })
        let imported = try ImportedTodo(
            texts, columns, usual: .usDollar, local: nil, now: Timestamp(milliseconds: 1_900_000_000_000))
        let stamp = Stamp(clock: 1_900_000_000_000 << 16, node: 9)
        var records: [EntityID: DaybookCore.Record] = [:]
        for register in imported.registers(todo.id, stamp, replacing: Record(id: todo.id), Self.todos) {
            records[register.entity, default: Record(id: register.entity)].merge(register, isPending: true)
        }
        let record = try #require(records[todo.id])
        // It is none of another to-do.
        for spec in Self.todos.specs where spec.shape == .occurrence { spec.set(&todo, .nothing) }
        #expect(Todo(record, tags: records.values.compactMap { ItemTag($0) }, fields: Self.todos) == todo)
        // What it holds tells it apart from others. A rule doesn't: it may begin on the day of the import.
        for spec in Self.todos.specs
        where spec.exposure.contains(.input) && ![.title, .repeats].contains(spec.field) {
            var other = texts
            other[columns.own.first { $0 == "\(spec.name)" } ?? ""] = ""
            let id = try ImportedTodo(other, columns, usual: .usDollar, local: nil, now: stamp.time).derivedID(0)
            #expect(id != imported.derivedID(0), "\(spec.name)")
        }
    }

    @Test("004.11 A file of entries has each field, and makes the same entry again") func entryFile() throws {
        let entry = try Self.full(Self.entries)
        let columns = EntryCSV.columns(Self.entries)
        var csv: [UInt8] = []
        EntryCSV.write([EntryRow(number: 1, entry: entry)], columns, to: &csv)
        let file = try EntryCSV(csv, ImportOptions(), columns)
        let input = try EntryInput(try file.item(0).json, Self.entries) { .usDollar }
        let draft = input.draft(today: CivilDate(daysSince1970: 0))
        for spec in Self.entries.specs { #expect(draft.values[spec.field] == spec.get(entry), "\(spec.name)") }
        // What it holds tells it apart from others.
        guard case .object(var members) = try file.item(0).json else { return }
        members["id"] = nil
        func id(_ members: [String: JSONValue]) throws -> EntityID? {
            var ids = ImportedIDs()
            let json = JSONValue.object(members)
            return try ids.next(json, EntryInput(json, Self.entries) { .usDollar }) { _ in false }
        }
        for member in FieldMember.members(Self.entries) {
            var other = members
            other[member.name] = nil
            #expect(try id(other) != id(members), "\(member.name)")
        }
    }

    @Test("005.3 OpenAPI names just the members that JSON has, the optional ones too, each with its type")
    func openAPI() throws {
        let yaml = FieldSchema.yaml(Self.todos, Self.entries) + ServedKind.all.map(\.schemas).joined()
        let schemas = Dictionary(
            uniqueKeysWithValues: yaml.split(separator: #/(^|\n)(?= {4}\w)/#).map { text in
                (String(text.trimmingPrefix(while: { $0 == " " }).prefix { $0 != ":" }), text)
            })
        #expect(
            Set(schemas.keys) == [
                "TodoInput", "Todo", "EntryInput", "EntryChange", "Entry", "ListInput", "List", "MoneyAccountInput",
                "MoneyAccount", "FilterInput", "Filter", "TransferInput", "TransferChange", "Transfer",
                "ReconciliationInput", "Reconciliation", "PayeeInput", "Payee", "RuleInput", "Rule", "TemplateInput",
                "Template", "EnvelopeInput", "Envelope", "BudgetMoveInput", "BudgetMove", "BudgetCellInput",
                "BudgetCell", "CarryFlagInput", "CarryFlag", "RateInput", "Rate",
            ])
        func properties(_ name: String) -> [String: String] {
            let lines = (schemas[name] ?? "").matches(of: #/\n {8}(\w+): \{type: (\[[^\]]*\]|\w+)/#)
            return Dictionary(uniqueKeysWithValues: lines.map { (String($0.1), String($0.2)) })
        }
        func checkAnswer<Owner: Entity>(_ name: String, _ json: ItemJSON<Owner>, _ list: FieldList<Owner>) throws {
            let answer = properties(name)
            let (full, empty) = try (
                written(json, Self.full(list), list).members, written(json, Self.empty(list), list).members
            )
            #expect(Set(answer.keys) == Set(full.keys))
            for (name, value) in Array(full) + Array(empty) {
                let type =
                    switch value {
                    case .string: "string"
                    case .bool: "boolean"
                    case .number: "number"
                    case .array: "array"
                    case .null: "null"
                    case .object: ""
                    }
                #expect(
                    answer[name]?.contains(type) == true || type == "number" && answer[name] == "integer", "\(name)")
            }
            let required = schemas[name]?.firstMatch(of: #/required: \[(id.*)\]/#).map {
                $0.1.split(separator: ", ").map { String($0) }
            }
            // A place of an empty to-do has no number.
            #expect(Set(required ?? []) == Set(empty.keys))
        }
        let base = Array("http://x/".utf8)
        try checkAnswer("Todo", .resource(base: base, Self.todos), Self.todos)
        try checkAnswer("Entry", .resource(base: base, Self.entries), Self.entries)
        try checkAnswer("MoneyAccount", .resource(base: base), MoneyAccount.fields)
        try checkAnswer("Transfer", .resource(base: base), Transfer.fields)
        try checkAnswer("Reconciliation", .resource(base: base), Reconciliation.fields)

        // What is sent: all that people give a value, and null where that means something.
        func checkInput<Owner: Entity>(
            _ name: String, _ list: FieldList<Owner>, _ exposure: Exposure, isNew: Bool, others: Int
        ) {
            let input = properties(name)
            let members = FieldMember.members(list).filter { !$0.spec.exposure.isDisjoint(with: exposure) }
            for member in members {
                #expect(input[member.name]?.contains("null") == (isNew || member.spec.isOptional), "\(member.name)")
            }
            #expect(input.count == members.count + others)
        }
        // Two currencies; of a to-do also whether it is completed, its order, how it repeats, and the former name of due.
        checkInput("TodoInput", Self.todos, .input, isNew: false, others: 6)
        checkInput("EntryChange", Self.entries, .input, isNew: false, others: 2)
        checkInput("EntryInput", Self.entries, [.input, .createOnly], isNew: true, others: 2)
    }

    @Test("005.3 Words are looked for in every text of the lists that says so") func search() throws {
        func check<Owner: Entity>(_ list: FieldList<Owner>) throws {
            let texts = try SearchQuery.fold(Self.full(list).searchTexts(list))
            for spec in list.specs where spec.exposure.contains(.search) {
                let value = try Self.sample(spec)
                let typed = value.amount?.number ?? value.texts.last ?? value.day?.text ?? "\(spec.name)"
                #expect(SearchQuery(typed).matches(texts), "\(spec.name)")
            }
        }
        try check(Self.todos)
        try check(Self.entries)
    }

    @Test("005.2 The table of fields in docs/sync.md has each of the lists, and no list another number") func docs()
        throws
    {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let text = try String(contentsOf: root.appending(path: "docs/sync.md"), encoding: .utf8)
        let rows = text.matches(of: #/\n\| (?<numbers>[0-9, ]+) \| (?<what>[^|]+) \|/#)
        var described: [UInt16: String] = [:]
        for row in rows {
            let numbers = row.numbers.split(separator: ", ").compactMap { UInt16($0.filter(\.isNumber)) }
            let names = row.what.matches(of: #/`(\w+)`/#).map { String($0.1) }
            guard !names.isEmpty else { continue }
            #expect(names.count == numbers.count, "\(row.what)")
            for (number, name) in zip(numbers, names) {
                #expect(described.updateValue(name, forKey: number) == nil, "\(number) is described twice")
            }
        }
        var listed: [UInt16: String] = [:]
        for (field, name) in Todo.fields.specs.map({ ($0.field, $0.name) })
            + Entry.fields.specs.map({ ($0.field, $0.name) })
        {
            #expect(listed.updateValue("\(name)", forKey: field.rawValue) ?? "\(name)" == "\(name)")
        }
        // What lists share with to-dos has other names there.
        for spec in ItemList.fields.specs where listed[spec.field.rawValue] == nil {
            listed[spec.field.rawValue] = "\(spec.name)"
        }
        for spec in SavedFilter.fields.specs where listed[spec.field.rawValue] == nil {
            listed[spec.field.rawValue] = "\(spec.name)"
        }
        for spec in Template.fields.specs where listed[spec.field.rawValue] == nil {
            listed[spec.field.rawValue] = "\(spec.name)"
        }
        for spec in Payee.fields.specs where listed[spec.field.rawValue] == nil {
            listed[spec.field.rawValue] = "\(spec.name)"
        }
        for spec in EntryRule.fields.specs where listed[spec.field.rawValue] == nil {
            listed[spec.field.rawValue] = "\(spec.name)"
        }
        for spec in MoneyAccount.fields.specs where listed[spec.field.rawValue] == nil {
            // What kind of account it is has the name that kinds of entries have.
            listed[spec.field.rawValue] = spec.field == .accountKind ? "accountKind" : "\(spec.name)"
        }
        // Both sides of a transfer are one register, of which its list names the parts.
        for spec in Transfer.fields.specs where spec.field < Field(rawValue: 0x8000) {
            listed[spec.field.rawValue] = listed[spec.field.rawValue] ?? "\(spec.name)"
        }
        listed[DaybookCore.Field.legs.rawValue] = "legs"
        for spec in Rate.fields.specs where listed[spec.field.rawValue] == nil {
            listed[spec.field.rawValue] = "\(spec.name)"
        }
        for (field, name) in Envelope.fields.specs.map({ ($0.field, $0.name) })
            + BudgetCell.fields.specs.map({ ($0.field, $0.name) }) + CarryFlag.fields.specs.map({ ($0.field, $0.name) })
        where listed[field.rawValue] == nil {
            listed[field.rawValue] = "\(name)"
        }
        // What programs of CalDAV wrote is no field of a to-do to anybody else.
        listed[DaybookCore.Field.calendar.rawValue] = "calendar"
        #expect(described == listed)
    }
}
