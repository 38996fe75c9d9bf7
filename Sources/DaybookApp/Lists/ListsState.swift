public import DaybookCore

/// The lists, filters and tags by which to-dos are shown.
public struct ListsState {
    public internal(set) var shown = ShownList.all
    /// Why the filter that is shown can't be read; nil if it can.
    var problem: QueryError?
    /// True where the filter that is shown finds open ones alone.
    var isOfOpen = false
    /// The tags of to-dos, as they are spelled most often.
    var tags: [String] = []
    /// The state of `LocalBook.tagsVersion`, for which `tags` stands.
    var tagsVersion = -1
    /// How many open to-dos each place has.
    var counts = PlaceCounts()
    /// The state of `LocalBook.todosVersion`, and the day, for which `counts` stands.
    var countsVersion = -1
    var countsDay: CivilDate?
}

/// How many open to-dos each place has.
struct PlaceCounts {
    var today = 0
    var upcoming = 0
    var all = 0
    /// The counts of each list, in the order of the lists, and of what lies in none.
    var lists: [Int] = []
    var inbox = 0
    /// The to-dos that cost money in the week that begins tomorrow, by day.
    var bills: [EntityID] = []
}

/// The to-dos that are shown.
public enum ShownList: Equatable, Sendable {
    /// All of them.
    case all
    /// To-dos that lie in no list.
    case inbox
    case list(EntityID)
    /// To-dos that a saved filter asks for.
    case filter(EntityID)
    /// To-dos that bear a tag, by its key.
    case tag(ByteString)
}

extension ShownList {
    /// The text in the address for it.
    var path: String {
        switch self {
        case .all: ""
        case .inbox: "inbox"
        case .list(let id): "list/" + id.text
        case .filter(let id): "filter/" + id.text
        case .tag(let key): "tag/" + key.text
        }
    }

    /// Reads the form of `path`; nil for any other.
    init?(path: String) {
        if path.isEmpty {
            self = .all
        } else if path == "inbox" {
            self = .inbox
        } else if let id = path.rest(after: "list/").flatMap({ EntityID($0) }) {
            self = .list(id)
        } else if let id = path.rest(after: "filter/").flatMap({ EntityID($0) }) {
            self = .filter(id)
        } else if let tag = path.rest(after: "tag/") {
            self = .tag(TagNames.key(tag))
        } else {
            return nil
        }
    }

    /// True where all lie in one list, or in none.
    var isOfOneList: Bool {
        switch self {
        case .inbox, .list: true
        case .all, .filter, .tag: false
        }
    }

    /// True where all bear one tag.
    var isOfTag: Bool {
        if case .tag = self { true } else { false }
    }

    /// True where others may be shown on another day.
    var dependsOnDay: Bool {
        if case .filter = self { true } else { false }
    }
}

extension LocalBook {
    /// The list in which a to-do lies; nil for the inbox, as of one whose list is gone.
    func list(of todo: Todo) -> ItemList? {
        guard let id = todo.extraFields[.list]?.entity else { return nil }
        return lists.first { $0.id == id }
    }
}

extension State {
    /// Tells what clocks show now in the zone of a name; where the person is for an empty name, and for one that isn't known.
    func clock(in zone: String, _ world: World) -> LocalTime {
        let now = world.now()
        guard !zone.isEmpty, let ahead = world.minutesAheadIn(zone, now) else { return clock }
        return LocalTime(now) { Int64(world.minutesAheadIn(zone, $0) ?? ahead) * 60 }
    }

    /// Tells which to-dos `lists.shown` shows. What is gone, here or elsewhere, shows everything.
    mutating func test(_ world: World) -> ((Todo) -> Bool)? {
        let book = book
        lists.problem = nil
        lists.isOfOpen = false
        switch lists.shown {
        case .all: return nil
        case .inbox: return { book.list(of: $0) == nil }
        case .tag(let key): return { todo in todo.tags.contains { TagNames.key($0) == key } }
        case .list(let id):
            if book.list(id) != nil { return { $0.extraFields[.list]?.entity == id } }
        case .filter(let id):
            if let filter = book.filter(id) {
                do throws(QueryError) {
                    let matcher = try matcher(of: TodoQuery(filter.query), world)
                    lists.isOfOpen = matcher.isOfOpen
                    let text: (Todo) -> [UInt8] = { book.folded($0.id) }
                    return { matcher.matches($0, text) }
                } catch {
                    lists.problem = error
                    return { _ in false }
                }
            }
        }
        // Before the book is there nobody knows whether it exists.
        if !isTakingOver { lists.shown = .all }
        return nil
    }

    func matcher(of query: TodoQuery, _ world: World) throws(QueryError) -> TodoMatcher {
        let state = self
        var titles: [(id: EntityID, title: String)] = []
        if query.namesParents { book.list.forEach { titles.append((id: $0.id, title: $0.title)) } }
        return try TodoMatcher(
            query, lists: book.lists, titles: titles,
            day: { LocalTime($0, minutesAhead: world.minutesAheadOfUTC($0)).day }
        ) { state.clock(in: $0, world) }
    }

    /// A tag as it is spelled most often.
    func name(ofTag key: ByteString) -> String { lists.tags.first { TagNames.key($0) == key } ?? key.text }

    /// Counts again what each place has, if that may have changed.
    mutating func refreshCounts() {
        guard lists.countsVersion != book.todosVersion || lists.countsDay != today else { return }
        lists.countsVersion = book.todosVersion
        lists.countsDay = today
        let today = today
        var counts = PlaceCounts()
        var bills: [(due: CivilDate, id: EntityID)] = []
        let ids = book.lists.map { $0.id }
        counts.lists = ids.map { _ in 0 }
        book.list.forEach { todo in
            guard !todo.isCompleted else { return }
            counts.all += 1
            if todo.isInToday(today) { counts.today += 1 }
            if todo.isInUpcoming(today) { counts.upcoming += 1 }
            if todo.amount != nil, let due = todo.due, due > today, due <= today.adding(days: 7) {
                bills.append((due, todo.id))
            }
            if let list = todo.extraFields[.list]?.entity, let place = ids.firstIndex(of: list) {
                counts.lists[place] += 1
            } else {
                counts.inbox += 1
            }
        }
        counts.bills = bills.sorted { $0.due < $1.due }.map { $0.id }
        lists.counts = counts
    }

    /// Counts the tags of to-dos again, if one has changed.
    mutating func refreshTags() {
        guard lists.tagsVersion != book.tagsVersion else { return }
        lists.tagsVersion = book.tagsVersion
        var names = TagNames()
        book.list.forEach { for tag in $0.tags { names.add(tag) } }
        lists.tags = names.all.map { $0.name }
    }
}
