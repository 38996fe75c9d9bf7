extension Language {
    func theme(_ theme: Theme) -> String {
        let phrase: Phrase =
            switch theme {
            case .system: .systemTheme
            case .light: .lightTheme
            case .dark: .darkTheme
            }
        return self(phrase)
    }

    /// - Parameter day: from 0 for Monday to 6 for Sunday.
    func weekday(_ day: Int64) -> String {
        self(day == 5 ? .saturday : day == 6 ? .sunday : .monday)
    }
}
