import ArgumentParser
import DaybookCore

/// A reminder that somebody typed: `-30m`, `start-1h`, or a day with a time, `fri 9:00`.
struct TypedReminder {
    let reminder: Reminder

    /// - Throws: `ValidationError` for any other text.
    init(_ typed: String) throws {
        let text = TypedText.plain(typed).trimmed
        if let reminder = Reminder(text) {
            self.reminder = reminder
            if case .at(_, let time) = reminder { try time.checkZone() }
            return
        }
        guard let moment = try? TypedMoment(text), let day = moment.day,
            let time = moment.time ?? TimeOfDay(minute: Reminder.wholeDay)
        else { throw ValidationError(ItemError.badReminder(text).message) }
        reminder = .at(day, time)
    }
}
