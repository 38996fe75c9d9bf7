public import DaybookCore

/// To-dos as JSON and as CSV: everything that they are, but for what holds for one copy of a book alone.
public enum TodoFile {
    public static let columns = columns(Todo.fields)

    /// First what people type, then what follows from what they do.
    static func columns(_ list: FieldList<Todo>) -> FileColumns<Todo> {
        FileColumns(
            list.specs.filter { $0.exposure.contains(.input) } + list.specs.filter { !$0.exposure.contains(.input) },
            renamed: [.todoPosition: "place", .donePosition: "donePlace"],
            // Columns that `list --json` and REST print as well.
            others: ["number", "url", "synced", "completed", "order", "repeatMode", "series"],
            aliases: [
                "title": "task name todo", "notes": "note", "due": "plannedday duedate date", "completed": "done",
            ])
    }

    /// - Parameters:
    ///   - rows: in the order of the list.
    ///   - names: those of lists and accounts, which a to-do says in the place of their ids.
    public static func writeCSV(
        _ rows: [TodoRow], names: [EntityID: String] = [:], _ columns: FileColumns<Todo> = columns,
        to output: inout [UInt8]
    ) {
        CSVTable.append(columns.own, to: &output)
        for row in rows { CSVTable.append(columns.values(of: row.todo, names).map { $0 ?? "" }, to: &output) }
    }

    /// Writes the same as `writeCSV`, as an array of objects, with other things before the to-dos, such as their lists.
    public static func json(
        _ rows: [TodoRow], things: [any RecordEntity] = [], names: [EntityID: String] = [:],
        _ columns: FileColumns<Todo> = columns
    ) -> JSONWriter {
        let keys = columns.own.map { Array("\"\($0)\":".utf8) }
        return .array { json in
            FileParts.append(things, to: &json)
            for row in rows {
                json.beginObject()
                for (key, value) in zip(keys, columns.values(of: row.todo, names)) {
                    json.key(key)
                    if let value { json.string(value) } else { json.null() }
                }
                json.endObject()
            }
        }
    }
}

extension FileColumns {
    /// Tells what a line or an object says, by the names of `columns`; what is blank may be missing.
    ///
    /// - Parameters:
    ///   - usual: the currency of an amount that comes with none.
    ///   - local: what a sign means that several currencies share, if the usual one is none of them.
    func read(_ text: (String) -> String?, usual: Currency, local: Currency?) throws -> FieldValues {
        var values = FieldValues()
        for column in fields {
            guard let written = text(column.name), column.spec.shape == .text || !written.isBlank else { continue }
            switch column.spec.shape {
            case .text: values[column.spec.field] = .text(written)
            case .amount:
                var usual = usual
                if let code = column.currency.flatMap({ text($0) }), !code.isBlank {
                    guard let currency = Currency(code.trimmed) else { throw ItemError.unknownCurrency(code) }
                    usual = currency
                }
                values[column.spec.field] = .amount(try Amount(written, usual: usual, local: local))
            case .day:
                guard let day = WrittenDate(written.trimmed)?.day else {
                    throw InputError(column.name, Sentence(.badDay(written)))
                }
                values[column.spec.field] = .day(day)
            // The meaning of these depends on what else is said.
            case .repeats, .occurrence: continue
            default: values[column.spec.field] = try column.spec.shape.value(of: written.trimmed, column.name)
            }
        }
        return values
    }
}

public struct ImportedTodo: Sendable {
    /// The id that it brings along.
    public let id: EntityID?
    private var values: FieldValues
    private let occurrence: Occurrence?
    /// The text that an app of CalDAV would store; nil for none.
    private let calendar: [UInt8]?

    var title: String { (values[.title]?.text ?? "").trimmed }
    var list: EntityID? { values[.list]?.entity }
    var due: CivilDate? { values[.due]?.day }
    var amount: Amount? { values[.amount]?.amount }

    /// - Parameters:
    ///   - texts: by the names of `TodoFile`; blank ones may be missing.
    ///   - usual: the currency of an amount that comes with none.
    ///   - local: what a sign means that several currencies share, if the usual one is none of them.
    ///   - now: when one was finished of which that isn't said.
    public init(
        _ texts: [String: String], _ columns: FileColumns<Todo> = TodoFile.columns, usual: Currency, local: Currency?,
        now: Timestamp
    ) throws {
        func value<Value>(_ name: String, _ wanted: String, _ make: (String) -> Value?) throws(InputError) -> Value? {
            guard let text = texts[name], !text.isBlank else { return nil }
            guard let value = make(text.trimmed) else {
                throw InputError("the \(name) “\(text.excerpt)” isn't valid. Give \(wanted).")
            }
            return value
        }
        id = try value("id", "32 hexadecimal digits") { EntityID($0) }
        values = try columns.read({ texts[$0] }, usual: usual, local: local)
        try values.checkZones()
        let isCompleted = try value("completed", "true or false") { ["true": true, "false": false][$0.lowercased()] }
        if isCompleted == true, values[.completedAt] == nil { values[.completedAt] = .time(now) }
        let order = try value("order", "a number") { Double($0).flatMap { Position.number($0) } }
        if let order, values[.todoPosition] == nil { values[.todoPosition] = .position(order) }
        let (changes, due) = (Changes(values), values[.due]?.day)
        if let problem = changes.todoProblem() { throw problem }
        let mode = try value("repeatMode", RepeatMode.allCases.map(\.name).joined(separator: " or ")) {
            RepeatMode(name: $0)
        }
        let repeats: Repeat? = try value("repeat", "a rule such as FREQ=WEEKLY;BYDAY=MO") { text in
            if var kept = Repeat(text) {
                // Here it begins with the occurrence that was open.
                kept.since = kept.number
                return kept
            }
            guard let first = try? RepeatRule(text).first(from: due ?? CivilDate(now)) else { return nil }
            return Repeat(text, mode ?? .usual(hasAmount: changes[.amount] != nil), anchor: first)
        }
        values[.repeats] = repeats.map { .repeats($0) }
        // A file that is printed for scripts has the number alone.
        occurrence = texts["occurrence"].flatMap { Occurrence($0) }
        calendar = nil
    }

    /// Makes one of another program's file: without an id of its own.
    ///
    /// - Parameters:
    ///   - values: a title, and what else is known.
    ///   - calendar: what an app of CalDAV would store.
    init(_ values: FieldValues, calendar: [UInt8]? = nil) {
        id = nil
        self.calendar = calendar
        self.values = values
        occurrence = nil
    }

    /// An id for one that comes without: the same for the same content.
    ///
    /// - Parameter occurrence: how many equal ones stand before it.
    public func derivedID(_ occurrence: Int) -> EntityID {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt64(occurrence))
        for text in [
            values[.title]?.text.trimmed, values[.description]?.text, values[.notes]?.text,
            values[.amount]?.amount?.text, values[.due]?.day?.text,
            values[.createdAt]?.time?.text,
        ] {
            bytes.append(counted: Array((text ?? "").utf8))
        }
        // Only where there are some: the ids of to-dos without stay what they always were.
        bytes.append(
            values,
            but: [
                .title, .description, .notes, .amount, .due, .createdAt, .completedAt, .todoPosition, .donePosition,
                .repeats, .moved, .todayPosition, .remindedLocal,
            ])
        return EntityID(derivedFrom: bytes, for: "imported to-do")
    }

    /// Makes it, past the planner. That carries out what a person does now, and a file says what was done before.
    ///
    /// - The planner finishes at the end of the list, now at the latest. A file has the moment and the place.
    /// - The planner goes on with a series that is finished. A file has the occurrence that was open.
    /// - The planner books an amount that is finished. A file of entries has what was booked, and a to-do that is imported
    ///   without it books nothing.
    /// - The planner writes what differs. An import takes the place of all that was there.
    ///
    /// The checks of the planner hold here as well: `init` asks `todoProblem`.
    public func registers(
        _ id: EntityID, _ stamp: Stamp, replacing old: DaybookCore.Record, _ fields: FieldList<Todo> = Todo.fields
    ) -> [Register] {
        var values = values
        values[.title] = .text((values[.title]?.text ?? "").trimmed)
        values[.createdAt] = values[.createdAt] ?? .time(stamp.time)
        values[.todoPosition] = values[.todoPosition] ?? .position(.first(stamp))
        // Keeps what would have reminded by now from doing so.
        if values[.reminders] != nil { values[.remindedUntil] = values[.remindedUntil] ?? .time(stamp.time) }
        if values[.completedAt] != nil { values[.donePosition] = values[.donePosition] ?? .position(.first(stamp)) }
        var registers: [Register] = []
        if let occurrence, occurrence.id == id {
            values[.occurrence] = .occurrence(occurrence)
            registers.append(Register(id, .type, stamp, Record.occurrenceType))
        }
        let reminders = Reminder.canonical(values[.reminders]?.texts ?? []).map { ItemTag.mark + $0 }
        for name in (values[.tag]?.texts ?? []).map(\.trimmed) + reminders {
            registers.append(ItemTag.register(name, of: id, stamp))
        }
        for spec in fields.specs where spec.field != .tag && spec.field != .reminders {
            if spec.field == .occurrence, values[.occurrence] == nil { continue }
            let bytes = values[spec.field]?.bytes ?? []
            // An empty value is written only over something.
            if !bytes.isEmpty || old[spec.field] != nil { registers.append(Register(id, spec.field, stamp, bytes)) }
        }
        if calendar != nil || old[.calendar] != nil {
            let text = calendar.map { CalendarObject.register(id.text + ".ics", $0) }
            registers.append(Register(id, .calendar, stamp, text ?? []))
        }
        return registers
    }
}
