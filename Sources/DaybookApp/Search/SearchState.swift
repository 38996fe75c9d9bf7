import DaybookCore

/// The search of the whole book, as one types.
public struct SearchState {
    /// The text that is looked for.
    public private(set) var text = ""
    /// The results, a group for each kind.
    private(set) var groups: [Group] = []
    /// The number of the result that Enter goes to.
    private(set) var chosen = 0
    private var shelves: [Shelf] = []
    /// The book of which the shelves are, by its version.
    private var version: Int?
    /// True where the shelves have matches of `text`.
    private var isLooked = false

    /// Results of one kind.
    struct Group {
        let name: Phrase
        let results: [Result]
        /// The number of all.
        let count: Int
    }

    /// A thing that was found.
    enum Result {
        case place(Destination)
        case todo(EntityID)
        case entry(EntityID)
        case transfer(EntityID)
    }

    /// All of one kind that can be found by their texts.
    private struct Shelf {
        let name: Phrase
        let result: (EntityID) -> Result
        var ids: [EntityID] = []
        var index = SearchIndex()
        var matches = SearchIndex.Matches()
    }

    /// The most results of a kind that are shown.
    private static let limit = 6

    /// The number of to-dos, entries and transfers that were found.
    var count: Int { shelves.reduce(0) { $0 + $1.matches.all.count } }

    /// True where it says something else than what the book has of a text by now.
    func isOld(_ text: String, _ book: LocalBook) -> Bool { self.text != text || version != book.version }

    var results: [Result] { groups.flatMap { $0.results } }
}

/// The actions of a person on the search.
public enum SearchAction: Equatable {
    /// Opens it with a text to look for.
    case open(String)
    /// The text by now.
    case type(String)
    /// Chooses the next result, or the one before.
    case choose(by: Int)
    /// Goes to the result with this number.
    case go(Int)
    /// Shows what matches in the place that is shown, and nothing else of it.
    case narrow
}

extension SearchState {
    mutating func reduce(_ action: SearchAction, _ state: State, _ app: inout Reducer) {
        switch action {
        case .open(let text):
            look(for: text, in: state)
            app.next.append(.screen(.open(.search, focus: "find")))
        // To bring all texts together takes a while, so what comes as one types on is found once another text is begun.
        case .type(let text): look(for: text, in: state, fills: !goesOn(text))
        case .choose(let step):
            let count = results.count
            if count > 0 { chosen = (chosen + step + count) % count }
        case .go(let number):
            let results = results
            guard results.indices.contains(number) else { return }
            app.next.append(.screen(.closeOverlay))
            app.next += results[number].actions
        case .narrow:
            app.next.append(.screen(.closeOverlay))
            app.next.append(state.navigation.isMoney ? .money(.filter(.text(text))) : .todos(.search(text)))
        }
    }

    /// Finds what matches a text.
    ///
    /// - Parameter fills: whether it looks into the book as it is now.
    mutating func look(for text: String, in state: State, fills: Bool = true) {
        let query = SearchQuery(text)
        if fills, version != state.book.version { fill(state.book) }
        // Whoever types on asks for less. Only digits may make a day of words that were none.
        let goesOn = isLooked && goesOn(text) && !query.hasDigit
        self.text = text
        isLooked = true
        chosen = 0
        groups = []
        let places = Destination.all(state).compactMap { place in
            (query.isEmpty ? 0 : query.rank(SearchQuery.fold(place.name))).map { (rank: $0, place: place) }
        }
        let first = (0...2).flatMap { rank in places.filter { $0.rank == rank } }.prefix(Self.limit)
        add(.places, first.map { .place($0.place) }, places.count)
        for index in shelves.indices {
            let before = shelves[index].matches
            shelves[index].matches =
                query.isEmpty
                ? SearchIndex.Matches()
                : shelves[index].index.matches(query, among: goesOn ? before.all : nil, limit: Self.limit)
            let shelf = shelves[index]
            let best = shelf.matches.best.map { shelf.ids[$0] }.filter {
                state.has($0) || state.book.transfer($0) != nil
            }
            add(shelf.name, best.map { shelf.result($0) }, shelf.matches.all.count)
        }
    }

    /// True for the text by now with more behind it.
    private func goesOn(_ text: String) -> Bool { !self.text.isBlank && text.rest(after: self.text) != nil }

    private mutating func add(_ name: Phrase, _ results: [Result], _ count: Int) {
        if count > 0 { groups.append(Group(name: name, results: results, count: count)) }
    }

    private mutating func fill(_ book: LocalBook) {
        version = book.version
        isLooked = false
        var todos = Shelf(name: .todos) { .todo($0) }
        for id in book.list.todo + book.list.done {
            todos.ids.append(id)
            todos.index.append(book.folded(id))
        }
        let payees = PayeeNames(book.payees)
        var entries = Shelf(name: .money) { .entry($0) }
        book.entries.all.each { entry in
            entries.ids.append(entry.id)
            entries.index.append(SearchQuery.fold(entry.searchTexts() + payees.searchTexts(of: entry)))
        }
        var transfers = Shelf(name: .transfers) { .transfer($0) }
        for transfer in book.transfers.values.sorted(by: { $0.from.day > $1.from.day }) {
            transfers.ids.append(transfer.id)
            transfers.index.append(SearchQuery.fold(transfer.searchTexts()))
        }
        shelves = [todos, entries, transfers]
    }
}

extension State {
    /// The text by which the list that is shown is narrowed; empty for none.
    var narrowing: String {
        let text = navigation.isMoney ? entries.filter.text : todos.query.text
        return text.isBlank ? "" : text
    }

    /// Looks in the whole book for what the list was asked for in vain.
    mutating func lookEverywhere() {
        let text = narrowing
        guard !text.isEmpty, navigation.overlay != .search,
            navigation.isMoney ? entries.days.isEmpty : visible.count == 0, search.isOld(text, book)
        else { return }
        var search = search
        search.look(for: text, in: self)
        self.search = search
    }
}

extension SearchState.Result {
    /// Goes there.
    fileprivate var actions: [Action] {
        switch self {
        case .place(let place): [place.action]
        case .todo(let id): [.money(.show(false)), .screen(.details(id))]
        case .entry(let id): [.money(.show(true)), .money(.edit(id))]
        case .transfer(let id): [.money(.show(true)), .form(.open(.transfer, id))]
        }
    }
}
