public import DaybookCore
import Foundation

extension TimeOfDay {
    /// Tells whether its zone exists, if it has one.
    public var hasKnownZone: Bool { zone.isEmpty || TimeZone(identifier: zone) != nil }
}

extension FieldValues {
    /// Throws where a time of a to-do is in a zone that doesn't exist.
    public func checkZones() throws(InputError) {
        for spec in Todo.fields.specs {
            if let time = self[spec.field]?.timeOfDay { try Self.check(time, Todo.fields.name(of: spec.field)) }
        }
        for text in self[.reminders]?.texts ?? [] {
            if case .at(_, let time)? = Reminder(text.trimmed) { try Self.check(time, "reminders") }
        }
    }

    private static func check(_ time: TimeOfDay, _ field: String) throws(InputError) {
        guard !time.hasKnownZone else { return }
        throw InputError(
            field, "“\(time.zone.excerpt)” isn't a valid time zone. Use a name such as Europe/Berlin.")
    }
}
