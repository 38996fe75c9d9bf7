extension Language {
    func filter(_ filter: Filter) -> String {
        let phrase: Phrase =
            switch filter {
            case .all: .everything
            case .active: .active
            case .completed: .finished
            case .unsynced: .unsyncedItems
            case .selected: .selectedItems
            case .today: .today
            case .upcoming: .coming
            }
        return self(phrase)
    }

    func stats(_ stats: State.Stats) -> String {
        // An empty book has nothing to count: the list says so.
        stats.all == 0 ? "" : self(.countOpen, stats.incomplete) + " · " + self(.countAll, stats.all)
    }
}
