import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: SettingsAction) {
        switch action {
        case .setLanguage(let language):
            state.settings.language = language
            effects.append(.rememberLanguage(language))
        case .toggleSingleKeys:
            state.settings.hasSingleKeys.toggle()
            effects.append(.rememberSetting("keys", state.settings.hasSingleKeys ? "1" : "0"))
        case .setTheme(let theme):
            state.settings.theme = theme
            effects.append(.rememberSetting("theme", theme.rawValue))
        case .setFirstWeekday(let day):
            state.money.firstWeekday = day
            effects.append(.rememberSetting("week", String(day)))
        case .revokeDevice(let number): effects.append(.askDevices(revoking: number))
        case .setSubtasks(let rule):
            state.subtasks.rule = rule
            effects.append(.rememberSetting("subtasks", rule.rawValue))
        }
    }
}
