import DaybookCore

/// The choices on this device.
public struct SettingsState {
    /// The language of all texts; also decides the usual currency of a book without amounts.
    public private(set) var language: Language
    /// True while nothing is shown, since the texts of the language aren't here yet.
    private(set) var awaitsTexts: Bool
    /// The language whose texts are fetched. They are asked for until they come.
    private(set) var wanted: Language?
    /// True where the person knows that they can't be had at once.
    private var isTold = false
    /// True where a single key does something anywhere: people who use voice control may not want that.
    public private(set) var hasSingleKeys: Bool
    public private(set) var theme = Theme.system
    /// The day that a week starts with, from 0 for Monday to 6 for Sunday.
    public private(set) var firstWeekday: Int64 = 0
    /// The text that can't be read as a currency; nil while there is none.
    var badCurrency: String?
    /// True where the server notifies this device of reminders.
    public private(set) var notifies = false
    /// The part of the settings that is shown.
    public private(set) var room = Room.general
    /// The devices that the server reminds, as it told last.
    private(set) var devices: [NotifiedDevice] = []

    init(language: Language, hasSingleKeys: Bool) {
        self.language = language
        awaitsTexts = !language.isHere
        self.hasSingleKeys = hasSingleKeys
    }
}

/// A part of the settings.
public enum Room: CaseIterable, Sendable {
    case general, money, devices, data, about

    var name: Phrase {
        switch self {
        case .general: .general
        case .money: .money
        case .devices: .devices
        case .data: .files
        case .about: .help
        }
    }
}

/// The choices of a person for this device.
public indirect enum SettingsAction: Equatable {
    /// Shows a part of the settings.
    case show(Room)
    /// For this page and those to come.
    case setLanguage(Language)
    /// Turns the shortcuts of a single key on or off.
    case toggleSingleKeys
    case setTheme(Theme)
    /// The day that a week starts with, from 0 for Monday to 6 for Sunday.
    case setFirstWeekday(Int64)
    /// Has the server remind a device no more, by its number.
    case revokeDevice(String)
}

extension SettingsState {
    mutating func reduce(_ action: SettingsAction, _ app: inout Reducer) {
        switch action {
        case .show(let room):
            self.room = room
            app.next.append(.screen(.openSettings))
        case .setLanguage(let language):
            wanted = language.isHere ? nil : language
            isTold = false
            guard language.isHere else { return app.effects.append(.fetchTexts(language)) }
            self.language = language
            app.effects.append(.rememberLanguage(language))
        case .toggleSingleKeys:
            hasSingleKeys.toggle()
            app.effects.append(.rememberSetting("keys", hasSingleKeys ? "1" : "0"))
        case .setTheme(let theme):
            self.theme = theme
            app.effects.append(.rememberSetting("theme", theme.rawValue))
        case .setFirstWeekday(let day):
            firstWeekday = day
            app.effects.append(.rememberSetting("week", String(day)))
        case .revokeDevice(let number): app.effects.append(.askDevices(revoking: number))
        }
    }

    /// Takes the texts of a language that were fetched; nil where they can't be had now.
    mutating func take(texts: [UInt8]?, of tag: String, _ app: inout Reducer) {
        guard let wanted, wanted.tag == tag else { return }
        if let language = texts.flatMap({ wanted.with(texts: $0) }) {
            if wanted == self.language {
                (self.language, self.wanted) = (language, nil)
                // The buttons of reminders have other words now.
                if notifies { app.notify(nil, language) }
            } else {
                reduce(.setLanguage(language), &app)
            }
        } else {
            if !isTold { app.next.append(.say(.problem(.noTexts(wanted.name)))) }
            isTold = true
            app.effects.append(.wake(.fetchTexts, milliseconds: Reducer.pollInterval))
        }
        awaitsTexts = false
    }

    /// Takes what the browser says of notifications on this device.
    mutating func take(notifies isOn: Bool, _ app: inout Reducer) {
        notifies = isOn
        app.effects.append(.rememberSetting("push", isOn ? "1" : "0"))
    }

    /// Shows which devices the server reminds. What it can't tell isn't said: they are no business of an app without it.
    mutating func takeDevices(_ status: Int, _ body: [UInt8], _ app: inout Reducer) {
        switch status {
        case 200: devices = NotifiedDevice.all(in: body)
        // One is gone; this one may have been it, and is signed out then.
        case 204: app.effects.append(.askDevices(revoking: nil))
        default: devices = []
        }
    }

    /// Takes one of the settings that `Effect.rememberSetting` has kept.
    mutating func take(_ setting: String) {
        if setting == "keys=0" { hasSingleKeys = false }
        if setting == "push=1" { notifies = true }
        if let theme = setting.rest(after: "theme=").flatMap({ Theme(rawValue: $0) }) { self.theme = theme }
        if let digits = setting.rest(after: "week=")?.bytes, digits.count == 1, 0x30..<0x37 ~= digits[0] {
            firstWeekday = Int64(digits[0] - 0x30)
        }
    }
}
