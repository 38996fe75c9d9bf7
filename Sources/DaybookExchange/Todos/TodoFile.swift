public import DaybookCore

/// To-dos as JSON and as CSV: everything that they are, but for what holds for one copy of a book alone.
public enum TodoFile {
    /// The columns, in the order in which they are written.
    public static let names = [
        "id", "title", "description", "notes", "amount", "currency", "due", "dueTime", "start", "startTime",
        "today", "completedAt", "createdAt", "place", "donePlace", "repeat", "moved", "occurrence",
    ]

    /// What `list --json` and REST print has these as well.
    static let others = ["number", "url", "synced", "completed", "order", "repeatMode", "series"]

    /// What the names in a file mean, in small letters without spaces, hyphens and underscores.
    public static let columns: [String: String] = {
        var columns = Dictionary(uniqueKeysWithValues: (names + others).map { (EntryColumn.plain($0), $0) })
        for (name, others) in [
            ("title", "task name todo"), ("notes", "note"), ("due", "plannedday duedate date"), ("completed", "done"),
        ] {
            for other in others.split(separator: " ") { columns[String(other)] = name }
        }
        return columns
    }()

    /// - Parameter rows: in the order of the list.
    public static func writeCSV(_ rows: [TodoRow], to output: inout [UInt8]) {
        CSVTable.append(names, to: &output)
        for todo in rows.map(\.todo) { CSVTable.append(names.map { value($0, of: todo) ?? "" }, to: &output) }
    }

    /// As `writeCSV`, as an array of objects.
    public static func json(_ rows: [TodoRow]) -> JSONWriter {
        var json = JSONWriter()
        json.beginArray()
        for todo in rows.map(\.todo) {
            json.beginObject()
            json.key("id")
            json.string(todo.id.text)
            json.key("title")
            json.string(todo.title)
            json.key("description")
            json.string(todo.description)
            json.key("notes")
            json.string(todo.notes)
            json.key("amount")
            json.text(value("amount", of: todo))
            json.key("currency")
            json.text(value("currency", of: todo))
            for name: StaticString in ["due", "dueTime", "start", "startTime", "today"] {
                json.key(name)
                json.text(value("\(name)", of: todo))
            }
            json.key("completedAt")
            json.text(value("completedAt", of: todo))
            json.key("createdAt")
            json.string(todo.createdAt.text)
            json.key("place")
            json.string(todo.todoPosition.hexadecimal)
            json.key("donePlace")
            json.text(value("donePlace", of: todo))
            // Few have these.
            if let text = value("repeat", of: todo) {
                json.key("repeat")
                json.string(text)
            }
            if let text = value("moved", of: todo) {
                json.key("moved")
                json.string(text)
            }
            if let text = value("occurrence", of: todo) {
                json.key("occurrence")
                json.string(text)
            }
            json.endObject()
        }
        json.endArray()
        return json
    }

    private static func value(_ name: String, of todo: Todo) -> String? {
        switch name {
        case "id": todo.id.text
        case "title": todo.title
        case "description": todo.description
        case "notes": todo.notes
        case "amount": todo.amount?.number
        case "currency": todo.amount?.currency.code
        case "due": todo.due?.text
        case "dueTime": todo.dueTime?.text
        case "start": todo.start?.text
        case "startTime": todo.startTime?.text
        case "today": todo.todayDay?.text
        case "completedAt": todo.completedAt?.text
        case "createdAt": todo.createdAt.text
        case "place": todo.todoPosition.hexadecimal
        case "donePlace": todo.donePosition.bytes.isEmpty ? nil : todo.donePosition.hexadecimal
        case "repeat": todo.repeats?.text
        case "moved": todo.others[.moved]?.text
        case "occurrence": todo.occurrence?.text
        default: nil
        }
    }
}

extension JSONWriter {
    /// A string, or null.
    fileprivate mutating func text(_ text: String?) { if let text { string(text) } else { null() } }
}

extension Position {
    fileprivate var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Nil for text that isn't pairs of hexadecimal digits.
    fileprivate init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0, digits.count <= 512 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard digits[start] != UInt8(ascii: "+"), digits[start] != UInt8(ascii: "-"),
                let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(byte)
        }
        self.init(bytes: bytes)
    }
}

/// A to-do as a file has it.
public struct ImportedTodo {
    /// The id that it brings along.
    public let id: EntityID?
    private let draft: TodoDraft
    private let createdAt: Timestamp?
    private let completedAt: Timestamp?
    private let place: Position?
    private let donePlace: Position?
    private let repeats: Repeat?
    private let moved: String
    private let occurrence: Occurrence?

    /// The days and times that came after the due.
    private static let newer: [Field] = [.dueTime, .start, .startTime, .todayDay]

    /// - Parameters:
    ///   - values: by the names of `TodoFile`; blank ones may be missing.
    ///   - usual: the currency of an amount that comes with none.
    ///   - local: what a sign means that several currencies share, if the usual one is none of them.
    ///   - now: when one was finished of which that isn't said.
    public init(_ values: [String: String], usual: Currency, local: Currency?, now: Timestamp) throws {
        func value<Value>(_ name: String, _ wanted: String, _ make: (String) -> Value?) throws(InputError) -> Value? {
            guard let text = values[name], !text.isBlank else { return nil }
            guard let value = make(text.trimmed) else {
                throw InputError("the \(name) “\(text.excerpt)” isn't valid. Give \(wanted).")
            }
            return value
        }
        id = try value("id", "32 hexadecimal digits") { EntityID($0) }
        createdAt = try value("createdAt", "a time such as 2026-11-21T09:30:00.000Z") { Timestamp($0) }
        let isCompleted = try value("completed", "true or false") { ["true": true, "false": false][$0.lowercased()] }
        let time = try value("completedAt", "a time such as 2026-11-21T09:30:00.000Z") { Timestamp($0) }
        completedAt = time ?? (isCompleted == true ? now : nil)
        let order = try value("order", "a number") { Double($0).flatMap { Position.number($0) } }
        place = try value("place", "pairs of hexadecimal digits") { Position(hexadecimal: $0) } ?? order
        donePlace = try value("donePlace", "pairs of hexadecimal digits") { Position(hexadecimal: $0) }
        let currency = try value("currency", "a code of ISO 4217, such as EUR") { Currency($0) }
        let amount = try values["amount"].flatMap { text in
            try text.isBlank ? nil : Amount(text, usual: currency ?? usual, local: local)
        }
        func day(_ name: String) throws(InputError) -> CivilDate? {
            try value(name, "a date such as 2026-11-24") { WrittenDate($0)?.day }
        }
        func timeOfDay(_ name: String) throws(InputError) -> TimeOfDay? {
            try value(name, "a time of day such as 15:00, or 15:00[Europe/Berlin]") { TimeOfDay($0) }
        }
        var draft = TodoDraft(
            title: values["title"] ?? "", description: values["description"] ?? "", notes: values["notes"] ?? "",
            amount: amount, due: try day("due"))
        let days: [(Field, FieldValue)] = [
            (.dueTime, FieldValue(try timeOfDay("dueTime"))), (.start, FieldValue(try day("start"))),
            (.startTime, FieldValue(try timeOfDay("startTime"))), (.todayDay, FieldValue(try day("today"))),
        ]
        for (field, value) in days where !value.isNothing { draft.values[field] = value }
        if let problem = draft.problem { throw problem }
        self.draft = draft
        let mode = try value("repeatMode", RepeatMode.allCases.map(\.name).joined(separator: " or ")) {
            RepeatMode(name: $0)
        }
        repeats = try value("repeat", "a rule such as FREQ=WEEKLY;BYDAY=MO") { text in
            if var kept = Repeat(text) {
                // Here it begins with the occurrence that was open.
                kept.since = kept.number
                return kept
            }
            guard let first = try? RepeatRule(text).first(from: draft.due ?? CivilDate(now)) else { return nil }
            return Repeat(text, mode ?? .usual(hasAmount: amount != nil), anchor: first)
        }
        moved = values["moved"] ?? ""
        // What is printed for scripts has the number alone.
        occurrence = values["occurrence"].flatMap { Occurrence($0) }
    }

    /// An id for one that comes without: the same for the same content.
    ///
    /// - Parameter occurrence: how many equal ones stand before it.
    public func derivedID(_ occurrence: Int) -> EntityID {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt64(occurrence))
        for text in [
            draft.title.trimmed, draft.description, draft.notes, draft.amount?.text ?? "", draft.due?.text ?? "",
            createdAt?.text ?? "",
        ] {
            bytes.append(varint: UInt64(text.utf8.count))
            bytes += text.utf8
        }
        // What files had no column for once adds to the id only where it is there.
        for (field, value) in draft.values.all where Self.newer.contains(field) {
            bytes.append(bigEndian: UInt64(field.rawValue))
            bytes += value.bytes
        }
        return EntityID(derivedFrom: bytes, for: "imported to-do")
    }

    /// What makes it. Nothing is booked: what a finished one booked is an entry of its own, in the file of the entries.
    public func registers(_ id: EntityID, _ stamp: Stamp, replacing old: DaybookCore.Record) -> [Register] {
        var values: [(Field, [UInt8])] = [
            (.title, Array(draft.title.trimmed.utf8)), (.createdAt, (createdAt ?? stamp.time).bytes),
            (.todoPosition, (place ?? .first(stamp)).bytes), (.description, Array(draft.description.utf8)),
            (.notes, Array(draft.notes.utf8)), (.completedAt, completedAt?.bytes ?? []),
            (.amount, draft.amount?.bytes ?? []), (.due, Array((draft.due?.text ?? "").utf8)),
        ]
        for field in Self.newer { values.append((field, draft.values[field]?.bytes ?? [])) }
        let done = donePlace ?? (completedAt == nil ? nil : .first(stamp))
        values.append((.donePosition, done?.bytes ?? []))
        values.append((.repeats, Array((repeats?.text ?? "").utf8)))
        values.append((.moved, Array(moved.utf8)))
        if let occurrence, occurrence.id == id {
            values.append((.type, Record.occurrenceType))
            values.append((.occurrence, Array(occurrence.text.utf8)))
        }
        // What is empty is written only over something.
        return values.filter { !$0.1.isEmpty || old[$0.0] != nil }.map { Register(id, $0.0, stamp, $0.1) }
    }
}
