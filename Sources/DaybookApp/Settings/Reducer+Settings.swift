import DaybookCore

extension Reducer {
    mutating func reduce(_ state: inout State, _ action: SettingsAction) {
        switch action {
        case .setLanguage(let language):
            state.settings.wanted = language.isHere ? nil : language
            state.settings.isTold = false
            guard language.isHere else { return effects.append(.fetchTexts(language)) }
            state.settings.language = language
            effects.append(.rememberLanguage(language))
        case .toggleSingleKeys:
            state.settings.hasSingleKeys.toggle()
            effects.append(.rememberSetting("keys", state.settings.hasSingleKeys ? "1" : "0"))
        case .setTheme(let theme):
            state.settings.theme = theme
            effects.append(.rememberSetting("theme", theme.rawValue))
        case .setFirstWeekday(let day):
            state.settings.firstWeekday = day
            effects.append(.rememberSetting("week", String(day)))
        case .revokeDevice(let number): effects.append(.askDevices(revoking: number))
        case .setSubtasks(let rule):
            state.subtasks.rule = rule
            effects.append(.rememberSetting("subtasks", rule.rawValue))
        }
    }

    /// Takes the texts of a language that were fetched; nil where they can't be had now.
    mutating func take(texts: [UInt8]?, of tag: String, _ state: inout State) {
        guard let wanted = state.settings.wanted, wanted.tag == tag else { return }
        if let language = texts.flatMap({ wanted.with(texts: $0) }) {
            if wanted == state.settings.language {
                state.settings.language = language
                state.settings.wanted = nil
                // The buttons of reminders have other words now.
                if state.settings.notifies { notify(nil, state) }
            } else {
                reduce(&state, SettingsAction.setLanguage(language))
            }
        } else {
            if !state.settings.isTold { show(.problem(.noTexts(wanted.name)), &state) }
            state.settings.isTold = true
            effects.append(.wake(.fetchTexts, milliseconds: Self.pollInterval))
        }
        state.settings.awaitsTexts = false
    }
}
