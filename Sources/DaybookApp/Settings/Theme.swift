import DaybookCore

/// Says whether the app is light or dark.
public enum Theme: String, CaseIterable, Sendable {
    /// The device's own.
    case system
    case light, dark
}

extension State {
    /// Takes what was chosen on this device, and when it last was in sync: `keys=0; theme=dark; week=6; synced=0`, as `Effect.rememberSetting` has kept it.
    /// A text that can't be read is left as it is.
    public mutating func take(settings text: String) {
        for setting in text.parts({ $0 == ";" || $0.isSpace }) {
            let setting = String(setting)
            settings.take(setting)
            if let rule = setting.rest(after: "subtasks=").flatMap({ SubtaskRule(rawValue: $0) }) {
                subtasks.rule = rule
            }
            if let digits = setting.rest(after: "folded=")?.bytes {
                // Each id is 32 digits.
                for start in stride(from: 0, to: min(digits.count, 32 * SubtasksState.mostFolded) - 31, by: 32) {
                    let text = String(decoding: digits[start..<start + 32], as: UTF8.self)
                    if let id = EntityID(text) { subtasks.folded.append(id) }
                }
            }
            if let digits = setting.rest(after: "synced=")?.bytes, digits.count < 16,
                digits.allSatisfy({ 0x30...0x39 ~= $0 })
            {
                sync.lastSync = Timestamp(milliseconds: digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) })
            }
        }
    }
}
