/// Tells which to-dos a query asks for, at one moment and in one book.
public struct TodoMatcher {
    /// What a term asks for, with everything looked up that is the same for all to-dos.
    fileprivate enum Check {
        case day(Int, TodoQuery.Comparison, CivilDate)
        case has(Int, Bool)
        case tag(Spelling)
        case list(EntityID?)
        case priority(TodoQuery.Comparison, TodoQuery.Priority)
        case amount(TodoQuery.Comparison, Amount, isOfCurrency: Bool)
        case state(TodoQuery.State)
        case text(SearchQuery)
    }

    private var checks: [(isNegated: Bool, check: Check)] = []
    private let lists: EntitySet
    private let clock: (_ zone: String) -> LocalTime
    private let places = Places()

    /// - Parameters:
    ///   - lists: all of the book, those that were put away as well.
    ///   - clock: what clocks show now in the zone of a name; where the person is for an empty name.
    /// - Throws: where a term names a list that isn't there, or one of several, with the column of the term.
    public init(
        _ query: TodoQuery, lists: [ItemList], _ clock: @escaping (_ zone: String) -> LocalTime
    ) throws(QueryError) {
        self.lists = EntitySet(lists.map { $0.id })
        self.clock = clock
        let today = clock("").day
        for term in query.terms {
            let check: Check
            switch term.condition {
            case .day(let field, let comparison, let day):
                check = .day(places[field], comparison, day.resolved(today))
            case .hasDay(let field, let has): check = .has(places[field], has)
            case .tag(let name): check = .tag(TagNames.key(name))
            case .list(let name): check = .list(try Self.list(name, lists, term.column))
            case .priority(let comparison, let priority): check = .priority(comparison, priority)
            case .amount(let comparison, let amount, let isOfCurrency):
                check = .amount(comparison, amount, isOfCurrency: isOfCurrency)
            case .hasAmount(let has): check = .has(places.amount, has)
            case .state(let state): check = .state(state)
            case .text(let text): check = .text(SearchQuery(phrase: text))
            }
            checks.append((term.isNegated, check))
        }
        // What looks into texts comes last.
        checks = checks.filter { !$0.check.readsText } + checks.filter { $0.check.readsText }
    }

    /// Whether nothing that is finished can be found.
    public var isOfOpen: Bool {
        checks.contains { isNegated, check in
            if case .state(let state) = check { !isNegated && state.isOfOpen } else { false }
        }
    }

    /// Whether every term holds for a to-do.
    public func matches<Item: FieldSource>(_ item: Item) throws(Item.Failure) -> Bool {
        try matches(item) { (item) throws(Item.Failure) in SearchQuery.fold(try texts(of: item)) }
    }

    /// As above, where what is looked for in a to-do was made already: `Todo.searchTexts()`, folded.
    public func matches<Item: FieldSource>(
        _ item: Item, _ text: (Item) throws(Item.Failure) -> [UInt8]
    ) throws(Item.Failure) -> Bool {
        for (isNegated, check) in checks where try holds(check, item, text) == isNegated { return false }
        return true
    }

    private static func list(
        _ name: String, _ lists: [ItemList], _ column: Int
    ) throws(QueryError) -> EntityID? {
        let key = SearchQuery.fold(name)
        let found = lists.filter { SearchQuery.fold($0.name) == key }
        if found.isEmpty, key == "inbox".bytes { return nil }
        guard let list = found.first else { throw QueryError(column: column, problem: .noList(name)) }
        guard found.count == 1 else { throw QueryError(column: column, problem: .severalLists(name)) }
        return list.id
    }

    private func holds<Item: FieldSource>(
        _ check: Check, _ item: Item, _ text: (Item) throws(Item.Failure) -> [UInt8]
    ) throws(Item.Failure) -> Bool {
        switch check {
        case .day(let place, let comparison, let day):
            return try item.value(at: place).day.map { comparison.holds($0, day) } ?? false
        case .has(let place, let has): return try item.value(at: place).isNothing != has
        case .tag(let key): return try item.value(at: places.tags).texts.contains { TagNames.key($0) == key }
        case .list(let wanted):
            let list = try item.value(at: places.list).entity
            return list.flatMap { lists.contains($0) ? $0 : nil } == wanted
        case .priority(let comparison, let wanted):
            return comparison.holds(
                TodoQuery.Priority(try item.value(at: places.priority).choice).rawValue, wanted.rawValue)
        case .amount(let comparison, let wanted, let isOfCurrency):
            guard let amount = try item.value(at: places.amount).amount else { return false }
            if isOfCurrency, amount.currency != wanted.currency { return false }
            return comparison.holds(amount.exact, wanted.exact)
        case .state(let state): return try holds(state, item)
        case .text(let query): return query.matches(try text(item))
        }
    }

    private func holds<Item: FieldSource>(_ state: TodoQuery.State, _ item: Item) throws(Item.Failure) -> Bool {
        let isDone = try item.value(at: places.completedAt).time != nil
        switch state {
        case .done: return isDone
        case .open: return !isDone
        case .repeating: return try !item.value(at: places.repeats).isNothing
        case .overdue:
            guard !isDone, let due = try item.value(at: places.due).day else { return false }
            return Todo.isOver(due, try item.value(at: places.dueTime).timeOfDay, clock)
        case .today:
            if isDone { return false }
            let today = clock("").day
            for place in [places.start, places.due, places.today] {
                if let day = try item.value(at: place).day, day <= today { return true }
            }
            return false
        }
    }

    private func texts<Item: FieldSource>(of item: Item) throws(Item.Failure) -> [String] {
        // The rest of a to-do isn't looked into, and needn't be read.
        var todo = Todo(id: try item.id, createdAt: Timestamp(milliseconds: 0))
        for index in places.searched { Todo.fields.specs[index].set(&todo, try item.value(at: index)) }
        return todo.searchTexts()
    }
}

extension TodoMatcher {
    /// Where the fields stand in the list of them.
    private struct Places {
        let due = place(.due)
        let start = place(.start)
        let today = place(.todayDay)
        let dueTime = place(.dueTime)
        let completedAt = place(.completedAt)
        let repeats = place(.repeats)
        let priority = place(.priority)
        let amount = place(.amount)
        let list = place(.list)
        let tags = place(.tag)
        let searched = Todo.fields.specs.indices.filter { Todo.fields.specs[$0].surfaces.contains(.search) }

        subscript(field: TodoQuery.DayField) -> Int { field == .due ? due : start }

        private static func place(_ field: Field) -> Int { Todo.fields.index(of: field) ?? 0 }
    }
}

extension TodoQuery.State {
    fileprivate var isOfOpen: Bool {
        switch self {
        case .open, .overdue, .today: true
        case .done, .repeating: false
        }
    }
}

extension TodoMatcher.Check {
    fileprivate var readsText: Bool {
        if case .text = self { true } else { false }
    }
}

extension Amount {
    /// The number in steps of 10^-18, so that those of two currencies compare.
    public var exact: Int128 {
        (scale..<Self.mostDigits).reduce(Int128(coefficient)) { number, _ in number * 10 }
    }
}
