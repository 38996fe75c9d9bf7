public import DaybookCore

/// The actions of a person on reminders.
public indirect enum RemindersAction: Equatable {
    /// Gives a to-do a reminder, or takes it away.
    case toggle(EntityID, Reminder)
    /// Finishes what reminds now.
    case finish
    /// Lets it remind once more, in an hour.
    case putOff
    /// Lets it be.
    case dismiss
    /// Says whether the server is to notify this device.
    case notify(Bool)
}
