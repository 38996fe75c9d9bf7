public import DaybookCore
public import DaybookExchange
public import DaybookStorage

extension BookReader {
    /// The objects that apps stored of to-dos, with what became of their occurrences.
    public func keptCalendars() throws -> [EntityID: CalendarObject] {
        var kept: [EntityID: CalendarObject] = [:]
        for (id, bytes) in try values(of: .calendar) {
            guard let text = CalendarObject.text(ofRegister: bytes), let object = try? CalendarObject(text),
                let todo = try row(id)?.todo, !todo.isPastOccurrence
            else { continue }
            let past = object.occurrences.isEmpty ? nil : try past(of: todo)
            kept[id] = past.map { object.saying($0) } ?? object
        }
        return kept
    }

    /// The ends of the occurrences of a to-do that comes again.
    public func past(of todo: Todo) throws -> CalendarPast? {
        guard todo.repeats != nil else { return nil }
        let open = try todo.openOccurrence.map { try !record($0).registers.isEmpty } ?? false
        return CalendarPast(try occurrences(of: todo.id), reopened: open ? todo.repeats?.anchor : nil)
    }
}
