/// The choices on this device.
public struct SettingsState {
    /// The language of all texts; also decides the usual currency of a book without amounts.
    public internal(set) var language: Language
    /// True while nothing is shown, since the texts of the language aren't here yet.
    var awaitsTexts: Bool
    /// The language whose texts are fetched. They are asked for until they come.
    var wanted: Language?
    /// True where the person knows that they can't be had at once.
    var isTold = false
    /// True where a single key does something anywhere: people who use voice control may not want that.
    public internal(set) var hasSingleKeys: Bool
    /// True where the app is light or dark.
    public internal(set) var theme = Theme.system

    /// The day that a week starts with, from 0 for Monday to 6 for Sunday.
    public internal(set) var firstWeekday: Int64 = 0
    /// The text that can't be read as a currency; nil while there is none.
    var badCurrency: String?

    /// True where the server notifies this device of reminders.
    public internal(set) var notifies = false

    /// The devices that the server reminds, as it told last.
    var devices: [NotifiedDevice] = []

    init(language: Language, hasSingleKeys: Bool) {
        self.language = language
        awaitsTexts = !language.isHere
        self.hasSingleKeys = hasSingleKeys
    }
}
