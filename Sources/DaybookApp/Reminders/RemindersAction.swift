/// The actions of a person on reminders.
public indirect enum RemindersAction: Equatable {
    case finish
    /// Lets it remind once more, in an hour.
    case putOff
    /// Lets it be.
    case dismiss
    /// Says whether the server is to notify this device.
    case notify(Bool)
}
