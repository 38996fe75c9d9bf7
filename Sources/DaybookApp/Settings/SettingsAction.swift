/// The choices of a person for this device.
public indirect enum SettingsAction: Equatable {
    /// For this page and those to come on this device.
    case setLanguage(Language)
    /// Turns the shortcuts of a single key on or off, for this device.
    case toggleSingleKeys
    /// For this device.
    case setTheme(Theme)
    /// The day that a week starts with, from 0 for Monday to 6 for Sunday, for this device.
    case setFirstWeekday(Int64)
    /// For this device.
    case setSubtasks(SubtaskRule)
    /// Has the server remind a device no more, by its number.
    case revokeDevice(String)
}
