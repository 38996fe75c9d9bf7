import ArgumentParser
import DaybookCore
import DaybookExchange
import DaybookStorage

extension TimeOfDay {
    /// Throws where its zone doesn't exist.
    func checkZone() throws(ValidationError) {
        guard !hasKnownZone else { return }
        throw ValidationError(ItemError.unknownZone(zone).message)
    }
}

/// A day that somebody typed, and perhaps a time on it: `friday`, `tomorrow 15:00`, `24.11. 3pm`.
struct TypedMoment {
    /// Nil for no day at all.
    private(set) var day: CivilDate?
    private(set) var time: TimeOfDay?

    init() {}

    /// A time alone is one of today.
    init(_ typed: String) throws {
        let when = TypedWhen(TypedText.plain(typed), now: .local())
        day = try when?.day ?? TypedDay.one(typed, .coming)
        time = when?.time
        try time?.checkZone()
    }

    /// Gives the two fields what was typed. A day without a time leaves the time as it is; without a day there is none.
    func put(into values: inout FieldValues, _ day: Field, _ time: Field) {
        values[day] = FieldValue(self.day)
        if let moment = self.time { values[time] = .timeOfDay(moment) }
    }
}
