public import DaybookCore

extension CalendarObject {
    /// The text of a to-do for clients of CalDAV. It is the text that a client wrote last. The lines of what has changed
    /// since are replaced.
    ///
    /// The same to-do has the same text on every device and at any time.
    ///
    /// - Parameters:
    ///   - kept: what a client wrote last; nil if none ever did.
    ///   - past: what became of its occurrences; nil where it has none, or no client says anything of them.
    ///   - uid: the UID of another to-do.
    public static func text(
        of todo: Todo, _ kept: CalendarObject?, past: CalendarPast? = nil,
        uid: (EntityID) throws -> String
    ) rethrows -> [UInt8] {
        var writer = ICalendarWriter()
        guard var kept else {
            writer.calendar(of: todo, under: try todo.parent.map { try uid($0) })
            return todo.hasZone ? CalendarZone.adding(to: writer.bytes) : writer.bytes
        }
        if let past { kept = kept.saying(past) }
        let values = CalendarValues(todo)
        var changed = CalendarValues.Part.allCases.filter { !values.isSame($0, as: kept.values) }
        // Until somebody moves the to-do, the app's own line stays, and none is added.
        if SortOrder.isUnmoved(todo) { changed.removeAll { $0 == .order } }
        // A line that an app left out, since it doesn't know it, is said again.
        let isUnsaid = zip(values.booking, kept.values.booking).enumerated().contains { place, said in
            (place > 0 || !said.0.isEmpty) && ByteString(said.0) != ByteString(said.1)
        }
        if isUnsaid, !changed.contains(.amount) {
            changed.append(.amount)
        }
        if changed.isEmpty { return kept.bytes }
        // A rule has a start beside it.
        if changed.contains(.rule), !changed.contains(.days) { changed.append(.days) }
        // Alarms of a day ring at another time than those of a time.
        if changed.contains(.days), !kept.alarms.isEmpty, !changed.contains(.reminders) { changed.append(.reminders) }
        let (gone, new) = kept.alarms(values, todo.reminders)
        let parent = changed.contains(.parent) ? try values.parent.map { try uid($0) } : nil
        var (start, open) = (0, changed)
        func copy(upTo end: Int) {
            writer.copy(kept.bytes[start..<end])
            start = end
        }
        for line in kept.lines[kept.own.lowerBound...kept.own.upperBound] where line.depth == 2 || line.depth == 1 {
            // New lines stand before what is in the to-do, or before its end.
            if line.line.name == "BEGIN" || line.depth == 1 {
                copy(upTo: line.range.lowerBound)
                for part in open {
                    if part == .reminders { writer.alarms(new, of: todo) }
                    writer.part(part, of: todo, as: kept.uid, under: parent)
                }
                open = []
            }
            if let alarm = gone.first(where: { $0.lowerBound == line.range.lowerBound }) {
                copy(upTo: alarm.lowerBound)
                start = alarm.upperBound
            }
            guard line.depth == 2, let part = CalendarValues.part(of: line.line), changed.contains(part) else {
                continue
            }
            copy(upTo: line.range.lowerBound)
            start = line.range.upperBound
            if let place = open.firstIndex(of: part) {
                open.remove(at: place)
                writer.part(part, of: todo, as: kept.uid, under: parent)
            }
        }
        copy(upTo: kept.bytes.count)
        guard changed.contains(.days) else { return writer.bytes }
        var text = writer.bytes
        if todo.rule != nil { text = (try? CalendarObject(text))?.moving(todo) ?? text }
        // A client's own zones stay as they are.
        return todo.hasZone ? CalendarZone.adding(to: text, except: CalendarZone.names(in: kept.bytes)) : text
    }
}

extension Todo {
    /// True where its days are by the clock of a zone.
    fileprivate var hasZone: Bool { [dueTime, startTime].contains { $0.map { !$0.zone.isEmpty } ?? false } }
}

extension CalendarObject {
    /// Where alarms lie that say nothing of a to-do any more, and the reminders that none says.
    fileprivate func alarms(_ now: CalendarValues, _ all: [Reminder]) -> (gone: [Range<Int>], new: [String]) {
        let known = Set(all.map(\.text)).union(now.reminders)
        var (gone, new): ([Range<Int>], [String]) = ([], now.reminders)
        for alarm in alarms {
            guard let old = alarm.reminder(values.days) else { continue }
            let text = (alarm.reminder(now.days) ?? old).text
            new.removeAll { $0 == text }
            if !known.contains(text) {
                let (first, last) = (lines[alarm.lines.lowerBound], lines[alarm.lines.upperBound - 1])
                gone.append(first.range.lowerBound..<last.range.upperBound)
            }
        }
        return (gone, new)
    }
}

extension ICalendarWriter {
    fileprivate mutating func part(
        _ part: CalendarValues.Part, of todo: Todo, as uid: String, under parent: String?
    ) {
        switch part {
        case .title: text("SUMMARY", todo.title)
        case .notes: notes(of: todo)
        case .days: days(of: todo)
        case .rule: rule(of: todo)
        case .priority: priority(of: todo)
        case .status: status(doneAt: todo.completedAt)
        case .parent: if let parent { text("RELATED-TO", parent) }
        case .tags: categories(todo.tags)
        case .order: order(of: todo)
        case .amount: amount(of: todo, as: uid)
        case .reminders: break
        }
    }
}
