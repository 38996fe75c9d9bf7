import DaybookCore
import DaybookExchange
import Fixtures

@testable import DaybookServer
@testable import DaybookStorage

/// An app of CalDAV that never says which version it changes: it gets a to-do, and later stores its old text with one
/// change.
struct CalendarApp {
    static let client = EntityID(high: 8, low: 8)
    /// What it has of to-dos.
    fileprivate var copies: [EntityID: [UInt8]] = [:]

    fileprivate enum Wish: CaseIterable { case title, notes, done }

    /// It starts over: what it has may be newer than the server's data, and then is rightly taken.
    mutating func serverIsRestored() { copies = [:] }
}

/// What an app of CalDAV can change about a to-do, and what that booked.
private struct Seen: Equatable {
    var title: String
    var notes: String
    var completedAt: Timestamp?
    let repeats: Repeat?
    let due: CivilDate?
    let rest: [String]
    let booked: Set<EntityID>

    init(_ todo: Todo, _ book: BookReader) throws {
        (title, notes, completedAt) = (todo.title, todo.notes, todo.completedAt)
        (repeats, due) = (todo.repeats, todo.due)
        rest = [
            todo.description, todo.amount?.text ?? "", "\(todo.tags)", "\(todo.reminders.map(\.text))",
            todo.start?.text ?? "", todo.dueTime?.text ?? "", todo.parent?.text ?? "",
            "\(try book.list(of: todo)?.text ?? "")",
        ]
        let own = Set(try book.occurrences(of: todo.id).map(\.occurrence.id) + [todo.id])
        booked = Set(try book.entryRows().map(\.entry).filter { $0.todo.map { own.contains($0) } ?? false }.map(\.id))
    }
}

extension Simulation {
    mutating func actByCalendar() throws {
        let rows = try server.read { try $0.rows() }.map(\.todo).filter { !$0.isPastOccurrence }
        // It stores what it got long ago rather than what it got just now.
        if let id = random.pick(rows.map(\.id).filter { app.copies[$0] != nil }), random.chance(60) {
            try store(id)
        } else if let id = random.pick(rows.map(\.id)) {
            try fetch(id)
        }
    }

    private mutating func fetch(_ id: EntityID) throws {
        let text = try server.write(at: time, breaksAfter: breaks()) { book -> [UInt8]? in
            guard let text = try book.reader.calendarItem(id)?.text(book.reader) else { return nil }
            try book.tell(CalendarApp.client, [ToldTexts.told(CalendarObject(text), of: id)])
            return text
        }
        if let text = text ?? nil { app.copies[id] = text }
        note("an app of CalDAV gets \(id.text)")
    }

    private mutating func store(_ id: EntityID) throws {
        guard let old = app.copies[id], let copy = try? CalendarObject(old) else { return }
        let wish = random.pick(CalendarApp.Wish.allCases) ?? .title
        let word = "c\(random.below(1_000))"
        // What it was told may be forgotten by then.
        let isForgotten = random.chance(20)
        let object = try CalendarObject(Self.text(old, wish, word))
        let outcome = try server.write(at: time, breaksAfter: breaks()) { book -> (Seen, Seen, [UInt8])? in
            guard let item = try book.reader.calendarItem(id) else { return nil }
            let before = try Seen(item.todo, book.reader)
            let told = isForgotten ? [] : CalendarBase.list(try book.reader.toldBases(CalendarApp.client, id))
            let base = CalendarBase.beginning(of: object, told)
            try CalendarEdit(book: book, object: object, name: item.name, base: base)
                .change(item, in: item.list, isNamed: false)
            guard let now = try book.reader.calendarItem(id) else { return nil }
            try book.tell(CalendarApp.client, [ToldTexts.told(object, of: id)])
            return (before, try Seen(now.todo, book.reader), try now.text(book.reader))
        }
        note(
            "an app of CalDAV stores \(id.text) with another \(wish) \(word), of which it \(isForgotten ? "forgot" : "knows") the rest"
        )
        guard let (before, after, text) = outcome ?? nil else { return }
        try check(before, after, wish, word, copy, isForgotten: isForgotten)
        // Some get what became of it, and some keep what they wrote.
        app.copies[id] = random.chance(50) ? text : object.bytes
        if random.chance(50) { try fetch(id) }
    }

    /// The text with one change: that of the to-do itself, which stands first.
    private static func text(_ old: [UInt8], _ wish: CalendarApp.Wish, _ word: String) -> [UInt8] {
        var lines = String(decoding: old, as: UTF8.self).replacing("\r\n ", with: "").split(separator: "\r\n")
            .map { String($0) }
        let begin = lines.firstIndex(of: "BEGIN:VTODO") ?? 0
        let end = lines[begin...].dropFirst().firstIndex { $0 == "END:VTODO" || $0.hasPrefix("BEGIN:") } ?? begin
        let (names, new): ([String], [String]) =
            switch wish {
            case .title: (["SUMMARY"], ["SUMMARY:" + word])
            case .notes: (["DESCRIPTION"], ["DESCRIPTION:" + word])
            case .done:
                (["STATUS", "COMPLETED", "PERCENT-COMPLETE"], ["STATUS:COMPLETED", "COMPLETED:20200101T090000Z"])
            }
        let own = lines[begin..<end].filter { line in !names.contains { line.hasPrefix($0 + ":") } }
        lines.replaceSubrange(begin..<end, with: own + new)
        return Array((lines.joined(separator: "\r\n") + "\r\n").utf8)
    }

    /// Nothing that others did is taken back, and no money is lost or doubled, however old the app's text is.
    private func check(
        _ before: Seen, _ after: Seen, _ wish: CalendarApp.Wish, _ word: String, _ copy: CalendarObject,
        isForgotten: Bool
    ) throws {
        var expected = before
        switch wish {
        case .title: if !isForgotten || after.title == word { expected.title = word }
        case .notes: if !isForgotten || after.notes == word { expected.notes = word }
        case .done where after != before:
            let isOld = before.repeats != nil && copy.values.anchor.map { $0 < before.repeats?.anchor ?? $0 } ?? false
            guard before.completedAt == nil, !isOld else {
                throw Violation(20, "an app finishes what was finished, or opens it again: \(before), \(after)")
            }
            guard after.title == before.title, after.notes == before.notes, after.rest[0...3] == before.rest[0...3],
                after.rest[6...] == before.rest[6...]
            else { throw Violation(20, "an app that finishes a to-do changes more of it: \(before), \(after)") }
            guard after.booked.isSuperset(of: before.booked), after.booked.count <= before.booked.count + 1 else {
                throw Violation(20, "an app that finishes a to-do books more or less than that: \(before), \(after)")
            }
            return
        case .done: break
        }
        guard after == expected else {
            throw Violation(20, "an app that stores an old text takes back: \(expected), \(after)")
        }
    }
}
