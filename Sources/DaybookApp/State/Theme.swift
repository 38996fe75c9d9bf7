import DaybookCore

/// Whether the app is light or dark.
public enum Theme: String, CaseIterable, Sendable {
    /// As the device is.
    case system
    case light, dark
}

extension State {
    /// Takes what was chosen on this device: `keys=0; theme=dark; week=6`, as `Effect.rememberSetting` has kept it.
    /// What can't be read is left as it is.
    public mutating func take(settings: String) {
        for setting in settings.parts({ $0 == ";" || $0.isSpace }) {
            let setting = String(setting)
            if setting == "keys=0" { hasSingleKeys = false }
            if let theme = setting.rest(after: "theme=").flatMap({ Theme(rawValue: $0) }) { self.theme = theme }
            if let day = setting.rest(after: "week=").flatMap({ Int64($0) }), (0..<7).contains(day) {
                money.firstWeekday = day
            }
        }
    }
}
