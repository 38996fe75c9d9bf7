/// Tells which to-dos a query asks for, at one moment and in one book.
public struct TodoMatcher {
    /// Tells what has to hold, with everything looked up that is the same for all to-dos.
    fileprivate indirect enum Node {
        case check(Check)
        case not(Node)
        case all([Node])
        case any([Node])
    }

    /// Tells what a term asks for.
    fileprivate enum Check {
        case day(TodoQuery.DayField, TodoQuery.Comparison, ClosedRange<CivilDate>)
        case has(Int, Bool)
        case tag(ByteString)
        case list(EntityID?)
        case parent(EntitySet)
        case priority(TodoQuery.Comparison, TodoQuery.Priority)
        case amount(TodoQuery.Comparison, Amount, isOfCurrency: Bool)
        case state(TodoQuery.State)
        case text(SearchQuery)
    }

    private let root: Node
    /// Tells whether nothing that is finished can be found.
    public let isOfOpen: Bool
    private let lists: EntitySet
    private let day: (Timestamp) -> CivilDate
    private let clock: (_ zone: String) -> LocalTime
    private let places = Places()

    /// - Parameters:
    ///   - lists: all of the book, those that were put away as well.
    ///   - titles: those of all to-dos, where the query `namesParents`.
    ///   - day: the day on which a moment falls where the person is.
    ///   - clock: what clocks show now in the zone of a name; where the person is for an empty name.
    /// - Throws: where a term names a list or a to-do that isn't there, or one of several lists, with the column of the term.
    public init(
        _ query: TodoQuery, lists: [ItemList], titles: [(id: EntityID, title: String)] = [],
        day: @escaping (Timestamp) -> CivilDate, _ clock: @escaping (_ zone: String) -> LocalTime
    ) throws(QueryError) {
        self.lists = EntitySet(lists.map { $0.id })
        self.day = day
        self.clock = clock
        isOfOpen = query.root.isOf(open: true)
        root = try Self.node(query.root, lists, titles, clock("").day, places)
    }

    private static func node(
        _ node: TodoQuery.Node, _ lists: [ItemList], _ titles: [(id: EntityID, title: String)], _ today: CivilDate,
        _ places: Places
    ) throws(QueryError) -> Node {
        func nodes(_ inner: [TodoQuery.Node]) throws(QueryError) -> [Node] {
            var nodes: [Node] = []
            for inner in inner { nodes.append(try Self.node(inner, lists, titles, today, places)) }
            // Puts what looks into texts last.
            return nodes.filter { !$0.readsText } + nodes.filter { $0.readsText }
        }
        switch node {
        case .term(let term): return .check(try check(term, lists, titles, today, places))
        case .not(let inner): return .not(try Self.node(inner, lists, titles, today, places))
        case .all(let inner): return .all(try nodes(inner))
        case .any(let inner): return .any(try nodes(inner))
        }
    }

    private static func check(
        _ term: TodoQuery.Term, _ lists: [ItemList], _ titles: [(id: EntityID, title: String)], _ today: CivilDate,
        _ places: Places
    ) throws(QueryError) -> Check {
        switch term.condition {
        case .day(let field, let comparison, let day):
            guard let days = day.resolved(today, isPast: field.isPast) else {
                throw QueryError(column: term.column, problem: .badDay(day.text))
            }
            return .day(field, comparison, days)
        case .hasDay(let field, let has): return .has(places[field], has)
        case .tag(let name): return .tag(TagNames.key(name))
        case .list(let name): return .list(try list(name, lists, term.column))
        case .parent(let name):
            let key = SearchQuery.fold(name)
            let found = titles.filter { SearchQuery.fold($0.title) == key }.map { $0.id }
            guard !found.isEmpty else { throw QueryError(column: term.column, problem: .noParent(name)) }
            return .parent(EntitySet(found))
        case .hasParent(let has): return .has(places.parent, has)
        case .priority(let comparison, let priority): return .priority(comparison, priority)
        case .amount(let comparison, let amount, let isOfCurrency):
            return .amount(comparison, amount, isOfCurrency: isOfCurrency)
        case .hasAmount(let has): return .has(places.amount, has)
        case .state(let state): return .state(state)
        case .text(let text): return .text(SearchQuery(phrase: text))
        }
    }

    /// Tells whether the query asks for a to-do.
    public func matches<Item: FieldSource>(_ item: Item) throws(Item.Failure) -> Bool {
        try matches(item) { (item) throws(Item.Failure) in SearchQuery.fold(try texts(of: item)) }
    }

    /// Does the same where the texts of a to-do were made already: `Todo.searchTexts()`, folded.
    public func matches<Item: FieldSource>(
        _ item: Item, _ text: (Item) throws(Item.Failure) -> [UInt8]
    ) throws(Item.Failure) -> Bool {
        try holds(root, item, text)
    }

    private func holds<Item: FieldSource>(
        _ node: Node, _ item: Item, _ text: (Item) throws(Item.Failure) -> [UInt8]
    ) throws(Item.Failure) -> Bool {
        switch node {
        case .check(let check): return try holds(check, item, text)
        case .not(let node): return try !holds(node, item, text)
        case .all(let nodes):
            for node in nodes where try !holds(node, item, text) { return false }
            return true
        case .any(let nodes):
            for node in nodes where try holds(node, item, text) { return true }
            return false
        }
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
        case .day(let field, let comparison, let days):
            for day in try self.days(of: field, item) where comparison.holds(day, days) { return true }
            return false
        case .has(let place, let has):
            let value = try item.value(at: place)
            return (value.isNothing || value == .texts([])) != has
        case .parent(let ids): return try item.value(at: places.parent).entity.map { ids.contains($0) } ?? false
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

    /// The days that a field says: that of a moment where the person is, and those on which reminders remind.
    private func days<Item: FieldSource>(
        of field: TodoQuery.DayField, _ item: Item
    ) throws(Item.Failure) -> [CivilDate] {
        let value = try item.value(at: places[field])
        switch field {
        case .due, .start: return value.day.map { [$0] } ?? []
        case .done, .created: return value.time.map { [day($0)] } ?? []
        case .reminder:
            if value.texts.isEmpty { return [] }
            var todo = Todo(id: try item.id, createdAt: Timestamp(milliseconds: 0))
            for place in [places.due, places.dueTime, places.start, places.startTime] {
                Todo.fields.specs[place].set(&todo, try item.value(at: place))
            }
            return value.texts.compactMap { Reminder($0)?.day(of: todo) }
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
        let startTime = place(.startTime)
        let parent = place(.parent)
        let createdAt = place(.createdAt)
        let reminders = place(.reminders)
        let completedAt = place(.completedAt)
        let repeats = place(.repeats)
        let priority = place(.priority)
        let amount = place(.amount)
        let list = place(.list)
        let tags = place(.tag)
        let searched = Todo.fields.specs.indices.filter { Todo.fields.specs[$0].exposure.contains(.search) }

        subscript(field: TodoQuery.DayField) -> Int {
            switch field {
            case .due: due
            case .start: start
            case .done: completedAt
            case .created: createdAt
            case .reminder: reminders
            }
        }

        private static func place(_ field: Field) -> Int { Todo.fields.index(of: field) ?? 0 }
    }
}

extension TodoMatcher.Node {
    fileprivate var readsText: Bool {
        switch self {
        case .check(.text): true
        case .check: false
        case .not(let node): node.readsText
        case .all(let nodes), .any(let nodes): nodes.contains { $0.readsText }
        }
    }
}

extension Amount {
    /// The number in steps of 10^-18, so that those of two currencies compare.
    public var exact: Int128 {
        (scale..<Self.mostDigits).reduce(Int128(coefficient)) { number, _ in number * 10 }
    }
}
