public import DaybookCore

/// The budget of another program, as far as a file of it has it: categories, and what was set for them month by month.
public struct BudgetFile: Sendable {
    /// A category of the program, which becomes an envelope.
    public struct Category: Hashable, Sendable {
        /// Empty for none.
        public let group: String
        public let name: String
        /// True where its envelope stands under one of the group.
        let isGrouped: Bool

        public init(group: String, name: String, isGrouped: Bool = true) {
            (self.group, self.name, self.isGrouped) = (group, name, isGrouped && !group.isBlank)
        }
    }

    /// The parts that become nothing.
    public enum Loss: CaseIterable, Sendable {
        case target, note, card, automaticHold, offBudget

        /// How a message calls so many of them.
        func words(_ count: Int) -> String {
            let (one, many) =
                switch self {
                case .target: ("target of a category", "targets of categories")
                case .note: ("note of a month", "notes of months")
                case .card:
                    ("amount for the payment of an unknown card", "amounts for the payment of unknown cards")
                case .automaticHold:
                    ("category of income that is held by itself", "categories of income that are held by themselves")
                case .offBudget: ("mark of an account off budget", "marks of accounts off budget")
                }
            return "\(count) \(count == 1 ? one : many)"
        }
    }

    private struct Cell {
        let category: Int
        let month: CivilDate
        let amount: SignedAmount
    }

    /// In their order, each once.
    private var categories: [Category] = []
    private var places: [Category: Int] = [:]
    private var hidden: Set<Int> = []
    private var notes: [Int: String] = [:]
    /// The categories that are what is set aside to pay the card of their name.
    private var cards: Set<Int> = []
    private var cells: [Cell] = []
    /// The months at whose end a category takes along what is below zero.
    private var kept: [Int: Set<CivilDate>] = [:]
    /// The last month of which it is known whether a category does.
    private var last: [Int: CivilDate] = [:]
    private var held: [(month: CivilDate, amount: Amount)] = []
    private(set) var lost: [Loss: Int] = [:]

    public init() {}

    /// True where there is nothing in it.
    public var isEmpty: Bool { categories.isEmpty && held.isEmpty }

    /// The place of a category, which is a new one the first time.
    ///
    /// - Parameters:
    ///   - isHidden: whether the program shows it no more.
    ///   - isCard: whether it is what is set aside to pay the card of its name.
    public mutating func place(of category: Category, isHidden: Bool = false, isCard: Bool = false) -> Int {
        if let place = places[category] { return place }
        places[category] = categories.count
        if isHidden { hidden.insert(categories.count) }
        if isCard { cards.insert(categories.count) }
        categories.append(category)
        return categories.count - 1
    }

    /// Gives a category a note.
    public mutating func note(_ text: String, of category: Int) { notes[category] = text.trimmed }

    /// Assigns an amount to a category in the month that begins on a day.
    public mutating func assign(_ amount: SignedAmount, to category: Int, _ month: CivilDate) {
        if amount.size.coefficient != 0 { cells.append(Cell(category: category, month: month, amount: amount)) }
    }

    /// Says whether a category takes along what is below zero at the end of a month.
    public mutating func carry(_ category: Int, _ month: CivilDate, keeps: Bool) {
        if keeps { kept[category, default: []].insert(month) }
        last[category] = max(last[category] ?? month, month)
    }

    /// Holds an amount for the month behind one.
    public mutating func hold(_ amount: Amount, _ month: CivilDate) {
        if amount.coefficient > 0 { held.append((month, amount)) }
    }

    public mutating func lose(_ loss: Loss, _ count: Int = 1) { lost[loss, default: 0] += count }

    /// The parts that a book lacks, and what becomes of none.
    typealias Parts = (new: [FilePart], lost: [Loss: Int])

    /// Compares it with a book.
    ///
    /// Each has an id by which every import makes the same. A category is the envelope that has its name already.
    ///
    /// - Parameter accounts: those of the book, and those that the import makes.
    func parts(
        in book: some ImportSource, _ accounts: [MoneyAccount], _ options: ImportOptions, now: Timestamp
    ) throws -> Parts {
        var (parts, lost) = (BudgetParts(try book.importedEnvelopes(), categories), lost)
        var ids: [EntityID?] = []
        for (place, category) in categories.enumerated() {
            if cards.contains(place) {
                ids.append(accounts.first { SearchQuery.fold($0.name) == SearchQuery.fold(category.name) }?.id)
            } else {
                ids.append(parts.envelope(category, notes[place], hiddenAt: hidden.contains(place) ? now : nil))
            }
        }
        for cell in cells {
            guard let id = ids[cell.category] else {
                lost[.card, default: 0] += 1
                continue
            }
            let cell = BudgetCell(id, cell.month, cell.amount)
            parts.add(.cell, cell.id, cell.changes)
        }
        for (category, months) in kept.sorted(by: { $0.key < $1.key }) {
            guard let id = ids[category] else { continue }
            for month in months.sorted() {
                func add(_ carry: Carry, _ day: CivilDate) {
                    let flag = CarryFlag(id, day, carry)
                    parts.add(.carry, flag.id, flag.changes)
                }
                if !months.contains(month.adding(months: -1)) { add(.keep, month) }
                // Behind the last month that is known it goes on.
                let next = month.adding(months: 1)
                if !months.contains(next), last[category].map({ month < $0 }) ?? false { add(.reset, next) }
            }
        }
        for (month, amount) in held {
            let changes: Changes = [.day: .day(month), .toDay: .day(month.adding(months: 1)), .amount: .amount(amount)]
            let id = EntityID(derivedFrom: (month.text + amount.currency.code).bytes, for: "imported hold")
            parts.add(.move, id, changes)
        }
        let presences = try book.presences(of: parts.all.map(\.id))
        let new = parts.all.filter { part in
            switch presences[part.id] ?? .unknown {
            case .unknown, .takenBack: true
            case .deleted: options.restoresDeleted
            case .present: false
            }
        }
        return (new, lost)
    }
}

/// The parts of a budget on their way into a book.
private struct BudgetParts {
    private(set) var all: [FilePart] = []
    /// The envelopes of the book, by what they are called.
    private var known: [[UInt8]: EntityID] = [:]
    /// The names that new ones have.
    private var names: Set<[UInt8]> = []
    private var groups: [String: EntityID] = [:]
    private var tags = CategoryTags()

    init(_ envelopes: [Envelope], _ categories: [BudgetFile.Category]) {
        for category in categories { tags.add(category.name, of: category.group) }
        for envelope in envelopes.reversed() { known[SearchQuery.fold(envelope.name)] = envelope.id }
    }

    mutating func add(_ kind: Kind, _ id: EntityID, _ changes: Changes, named name: String = "") {
        all.append(FilePart(kind: kind, id: id, name: name, changes: changes))
    }

    mutating func envelope(
        _ category: BudgetFile.Category, _ note: String?, hiddenAt time: Timestamp?
    ) -> EntityID {
        let group = category.isGrouped ? self.group(category.group) : nil
        let key = SearchQuery.fold(category.isGrouped ? category.group : "") + [10] + SearchQuery.fold(category.name)
        let isNamedTwice = names.contains(SearchQuery.fold(category.name))
        var changes = Changes()
        changes[.group] = group.map { .entity($0) }
        changes[.archivedAt] = time.map { .time($0) }
        changes[.note] = note.map { .text($0) }
        // The first of several with one name has what bears the name alone, too.
        var borne = [tags.tag(category.name, of: category.group)]
        if !isNamedTwice { borne.append(CategoryTags.tag(category.name)) }
        changes[.tag] = .texts(Set(borne.filter { !$0.isEmpty }).sorted())
        let name = isNamedTwice ? "\(category.group): \(category.name)" : category.name
        return make(EntityID(derivedFrom: key, for: "imported envelope"), name, changes)
    }

    private mutating func group(_ name: String) -> EntityID {
        if let id = groups[name] { return id }
        let id = make(EntityID(derivedFrom: SearchQuery.fold(name), for: "imported group"), name, Changes())
        groups[name] = id
        return id
    }

    private mutating func make(_ id: EntityID, _ name: String, _ changes: Changes) -> EntityID {
        let key = SearchQuery.fold(name)
        if !names.insert(key).inserted { return id }
        if let known = known[key], known != id { return known }
        var changes = changes
        changes[.title] = .text(name)
        add(.envelope, id, changes, named: name)
        return id
    }
}
