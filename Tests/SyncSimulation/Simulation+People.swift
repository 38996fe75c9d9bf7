import DaybookCore
import DaybookExchange
import Fixtures

@testable import DaybookServer
@testable import DaybookStorage

/// What people do, through the actions of the web app, the command line and the server.
extension Simulation {
    mutating func act() throws {
        guard let device = random.pick(devices) else { return }
        let before = device.replica.committed
        try act(on: device.replica)
        device.tabTakes(since: before)
    }

    /// A person does something.
    mutating func act(on replica: Replica) throws {
        let latest = replica.committed.values.map(\.register.stamp.clock).max() ?? 0
        let before = replica.committed
        if random.chance(20) {
            try random.chance(30) ? actOnSubtasks(of: replica) : actOnSeries(of: replica)
        } else if random.chance(12) {
            try actOnLists(of: replica)
        } else if random.chance(12) {
            try actOnParents(of: replica)
        } else if random.chance(8) {
            try actOnToday(of: replica)
        } else if random.chance(10) {
            try actOnAccounts(of: replica)
        } else if random.chance(15) {
            try actOnBudget(of: replica)
        } else if random.chance(10) {
            try actOnTransfers(of: replica)
        } else if random.chance(10) {
            try actOnParts(of: replica)
        } else if random.chance(4) {
            try actOnRates(of: replica)
        } else if random.chance(45) {
            try actOnTodos(of: replica)
        } else {
            try actOnEntries(of: replica)
        }
        for row in replica.committed.values where before[row.register.key]?.register != row.register {
            if row.register.stamp.clock <= latest {
                throw Violation(8, "\(replica.name) wrote a stamp that is no later than one it has")
            }
        }
    }

    private mutating func actOnTodos(of replica: Replica) throws {
        let rows = try replica.read { try $0.rows() }
        let one = random.pick(rows)?.todo
        let other = random.pick(rows)?.todo
        let word = "t\(random.below(1_000))"
        let at = Timestamp(milliseconds: time + replica.skew)
        let choice = random.below(100)
        let amount = random.chance(50) ? newAmount() : nil
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            do {
                guard let one, rows.count > 2 || choice >= 40 else {
                    try transaction.add(todo: .todo(title: word, notes: choice < 10 ? word : "", amount: amount))
                    return
                }
                switch choice {
                case ..<25: try transaction.perform(.edit(.todo, one.id, .todo(title: word)))
                case ..<38: try transaction.perform(.edit(.todo, one.id, .todo(notes: word)))
                case ..<55: try transaction.perform(one.isCompleted ? .uncheck(one.id) : .check(one.id))
                case ..<62: try transaction.perform(.move(one.id, choice < 58 ? .first : .last))
                case ..<70:
                    if let other, other.section == one.section {
                        try transaction.perform(.move(one.id, choice < 66 ? .before(other.id) : .after(other.id)))
                    }
                case ..<78: try transaction.perform(.delete(.todo, one.id))
                case ..<80: try transaction.perform(.clearCompleted)
                case ..<92: try transaction.perform(.edit(.todo, one.id, .todo(amount: .some(amount))))
                case ..<96: try transaction.put(one.id, .future, [UInt8(choice)], at: at)
                default: try transaction.perform(.edit(.todo, one.id, .todo(order: Double(choice))))
                }
            } catch is ItemError {}
        }
        note("\(replica.name) acts (\(choice), \(word)): \(isDone == nil ? "broken" : "done")")
    }

    /// Makes to-dos that repeat, finishes occurrences, passes them over, puts them off, changes rules and ends them.
    private mutating func actOnSeries(of replica: Replica) throws {
        let rows = try replica.read { try $0.rows() }.map(\.todo)
        let series = rows.filter { $0.repeats != nil && !$0.isPastOccurrence }
        let one = random.pick(series)
        let past = random.pick(rows.filter { $0.occurrence?.series == one?.id })
        let choice = random.below(100)
        let amount = random.chance(60) ? newAmount() : nil
        let day = CivilDate(daysSince1970: 20_000 + Int64(random.below(60)))
        let mode = random.pick(RepeatMode.allCases) ?? .every
        let rules = ["FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY;COUNT=4", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=HOURLY"]
        let rule = random.pick(rules) ?? ""
        let at = Timestamp(milliseconds: time + replica.skew)
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            do {
                guard let one, series.count > 1 || choice >= 40 else {
                    var draft = Changes.todo(title: "r\(choice)", amount: amount, due: day)
                    draft[.repeats] = .repeats(Repeat(rule, mode, anchor: day))
                    try transaction.add(todo: draft)
                    return
                }
                var edit = Changes()
                switch choice {
                case ..<40: try transaction.perform(one.isCompleted ? .uncheck(one.id) : .check(one.id))
                case ..<55: if let past { try transaction.perform(.uncheck(past.id)) }
                case ..<65: try transaction.perform(.skip(one.id))
                case ..<72: try transaction.perform(.edit(.todo, one.id, .todo(due: day)))
                case ..<80:
                    edit.values[.repeats] = .repeats(Repeat(rule, mode, anchor: day))
                    try transaction.perform(.edit(.todo, one.id, edit))
                case ..<84:
                    edit.values[.repeats] = .nothing
                    try transaction.perform(.edit(.todo, one.id, edit))
                case ..<88: if let past { try transaction.perform(.delete(.todo, past.id)) }
                case ..<91: try transaction.perform(.delete(.todo, one.id))
                case ..<94: try transaction.perform(.edit(.todo, one.id, .todo(amount: .some(amount))))
                case ..<96: try transaction.put(one.id, .repeats, Array("every 1 1 2024-01-01 \(rule)".utf8), at: at)
                case ..<98: try transaction.put(one.id, .repeats, [UInt8(choice)], at: at)
                // An older program, which knows of no occurrences, finishes all of it.
                default: try transaction.put(one.id, .completedAt, at.bytes, at: at)
                }
            } catch is ItemError {}
        }
        note("\(replica.name) acts on what repeats (\(choice), \(rule)): \(isDone == nil ? "broken" : "done")")
    }

    /// Puts to-dos with money under those that repeat, and finishes what stands there, by itself and with what is above it.
    private mutating func actOnSubtasks(of replica: Replica) throws {
        let rows = try replica.read { try $0.rows() }.map(\.todo).filter { !$0.isPastOccurrence }
        let (one, above) = (random.pick(rows), random.pick(rows.filter { $0.rule != nil }))
        let choice = random.below(100)
        let amount = random.chance(60) ? newAmount() : nil
        let day = CivilDate(daysSince1970: 20_000 + Int64(random.below(60)))
        let at = Timestamp(milliseconds: time + replica.skew)
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            do {
                guard let one, let above else { return }
                var edit = Changes.todo(title: "u\(choice)", amount: amount, due: choice.isMultiple(of: 2) ? day : nil)
                var under = Changes()
                under[.parent] = .entity(above.id)
                edit.values.take(under.values)
                if choice.isMultiple(of: 3) {
                    edit[.due] = .day(day)
                    edit[.repeats] = .repeats(Repeat("FREQ=WEEKLY", .every, anchor: day))
                }
                switch choice {
                case ..<25: try transaction.add(todo: edit)
                case ..<40: try transaction.perform(.edit(.todo, one.id, under))
                case ..<60: try transaction.perform(one.isCompleted ? .uncheck(one.id) : .check(one.id))
                default: try finishWithSubtasks(above, transaction, today: .local(at))
                }
            } catch is ItemError {}
        }
        note("\(replica.name) acts on what stands under others (\(choice)): \(isDone == nil ? "broken" : "done")")
    }

    /// Makes lists, changes, archives and deletes them, and puts to-dos into them, also into one that is gone. Tags to-dos.
    private mutating func actOnLists(of replica: Replica) throws {
        let list = random.pick(try replica.read { try $0.lists() })?.list
        let todo = random.pick(try replica.read { try $0.rows() })?.todo
        let known = replica.committed.keys.filter { $0.field == .type }.map(\.entity)
        let any = random.pick(known.sorted())
        let tag = random.pick(Self.tags) ?? ""
        let choice = random.below(100)
        let at = Timestamp(milliseconds: time + replica.skew)
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            do {
                var values = Changes()
                guard let list, choice >= 15 else {
                    values[.title] = .text("l\(choice)")
                    try transaction.perform(.add(.list, EntityID(using: &transaction.random), values))
                    return
                }
                switch choice {
                case ..<25: values[.title] = .text("l\(choice)")
                case ..<33: values[.colour] = .choice(UInt8(choice % 8))
                case ..<40: values[.archivedAt] = list.isArchived ? .nothing : .time(at)
                case ..<45: values[.todoPosition] = Position.number(Double(choice)).map { .position($0) }
                case ..<55: return try transaction.perform(.delete(.list, list.id))
                case ..<57: return try transaction.put(list.id, .future, [UInt8(choice)], at: at)
                case ..<70:
                    guard let todo else { return }
                    var edit = Changes()
                    let kept = choice < 62 ? todo.tags.filter { $0 != tag } : todo.tags + [tag]
                    edit[.tag] = .texts(choice < 59 ? [] : kept)
                    if choice >= 65 { edit[.reminders] = .texts((0..<choice % 4).map { "-\($0 + choice % 3)h" }) }
                    if choice == 64 { edit = .reminded(until: at, snoozed: at) }
                    return try transaction.perform(.edit(.todo, todo.id, edit))
                default:
                    guard let todo else { return }
                    var edit = Changes()
                    edit[.list] = choice < 75 ? .nothing : .entity(choice < 92 ? list.id : any ?? list.id)
                    return try transaction.perform(.edit(.todo, todo.id, edit))
                }
                try transaction.perform(.edit(.list, list.id, values))
            } catch is ItemError {}
        }
        note("\(replica.name) acts on lists (\(choice)): \(isDone == nil ? "broken" : "done")")
    }

    private mutating func actOnEntries(of replica: Replica) throws {
        let one = random.pick(try replica.read { try $0.entryRows() })?.entry
        let word = "e\(random.below(1_000))"
        let at = Timestamp(milliseconds: time + replica.skew)
        let choice = random.below(100)
        let amount = newAmount()
        let kind = random.pick(EntryKind.allCases) ?? .unsorted
        let day = CivilDate(daysSince1970: 20_000 + Int64(random.below(4)))
        let tag = random.pick(Self.tags) ?? ""
        let isDone: Void? = try replica.write(at: time, breaksAfter: breaks()) { transaction in
            guard let one, choice >= 24 else {
                // A quick record may be nothing but a recording.
                let isVoice = choice < 4
                var draft = Changes.entry(kind: isVoice ? .unsorted : kind, amount: isVoice ? nil : amount, day: day)
                if isVoice { draft[.voice] = .digest(Digest(of: Array(word.utf8))) }
                if choice < 16 { draft[.tag] = .texts([tag]) }
                if choice < 8 { draft[.note] = .text(word) }
                try transaction.add(entry: draft)
                return
            }
            func edit(_ edit: Changes) throws { try transaction.perform(.edit(.entry, one.id, edit)) }
            switch choice {
            case ..<32: try edit(.entry(kind: kind, amount: one.amount ?? amount))
            case ..<42: try edit(.entry(amount: amount))
            case ..<46: try edit(.entry(kind: kind, amount: amount, day: day, note: word))
            case ..<50: try edit(.entry(day: day))
            case ..<53: try edit(.entry(note: word))
            case ..<56: try edit(.entry(place: word))
            case ..<64: try edit(.entry(tags: one.tags + [tag]))
            case ..<71: try edit(.entry(tags: one.tags.filter { $0 != tag }))
            case ..<73: try edit(.entry(tags: []))
            case ..<90: try transaction.perform(.delete(.entry, one.id))
            case ..<93: try transaction.importFile(Self.file, today: day)
            case ..<95: try transaction.put(one.id, .future, [UInt8(choice)], at: at)
            case 95: try transaction.put(one.id, .kind, [UInt8(choice)], at: at)
            case 96: try transaction.put(one.id, .amount, Array(word.utf8), at: at)
            case 97: try transaction.put(one.id, .day, Array(word.utf8), at: at)
            case 98: try transaction.put(one.id, .title, Array(word.utf8), at: at)
            default: try transaction.put(ItemTag.id(tag, of: one.id), .tag, Array(word.utf8), at: at)
            }
        }
        let result = isDone == nil ? "broken" : "done"
        note("\(replica.name) acts on entries (\(choice), \(word), \(amount.text)): \(result)")
    }

    /// A client that speaks the protocol, and wants to be as far ahead as it can: several pushes in one millisecond, each
    /// later than what the one before may have made the limit.
    mutating func pushFarAhead() throws {
        readServerClock()
        let lead = UInt64(PushAnswer.greatestLead)
        for ahead in 1...2 + UInt64(random.below(6)) {
            let milliseconds = UInt64(max(0, time + server.skew)) + lead * (random.chance(50) ? 1 : ahead)
            let clock = min(milliseconds << 16 | (random.chance(50) ? 0xFFFF : 0), Stamp.greatestClock)
            let id = EntityID(high: 9, low: UInt64(random.below(3)))
            let register = Register(id, .future, Stamp(clock: clock, node: 99), random.bytes(1))
            _ = try server.accept(PushRequest(node: 99, changes: [register]), at: time)
            if random.chance(30) { try act(on: server) }
            try checkLimit()
        }
        note("somebody pushes far ahead")
    }

    /// A newer program on a device writes something of a kind that this one doesn't know, with fields that make to-dos and
    /// entries here, changes such a thing or deletes it; or it writes fields from 0x8000 on to a thing that is deleted.
    mutating func writeNovelty() throws {
        guard let device = random.pick(devices) else { return }
        let before = device.replica.committed
        let typed = Set(before.values.map(\.register).filter { $0.isUnknownType }.map(\.entity)).sorted()
        let deleted = Set(before.keys.filter { $0.field == .deleted }.map(\.entity)).sorted()
        let at = Timestamp(milliseconds: time + device.replica.skew)
        let choice = random.below(100)
        let value = random.bytes(3)
        let amount = newAmount()
        let id = random.pick(typed)
        let gone = random.pick(deleted)
        let new = EntityID(high: 7, low: random.next())
        _ = try device.replica.write(at: time) { transaction in
            switch (choice, id, gone) {
            case (..<30, _, let gone?): try transaction.put(gone, .settled, value, at: at)
            case (..<50, let id?, _): try transaction.put(id, choice < 40 ? .title : .future, value, at: at)
            case (..<60, let id?, _): try transaction.put(id, .deleted, [], at: at)
            default:
                try transaction.put(new, .type, [0, 250], at: at)
                try transaction.put(new, .createdAt, at.bytes, at: at)
                try transaction.put(new, .title, value, at: at)
                try transaction.put(new, .amount, amount.bytes, at: at)
                if choice.isMultiple(of: 2) { try transaction.put(new, .kind, [1], at: at) }
            }
        }
        for row in device.replica.committed.values where before[row.register.key]?.register != row.register {
            novelties.insert(row.register)
        }
        device.tabTakes(since: before)
        note("a newer program writes on device \(device.index) (\(choice))")
    }

    static let tags = ["food", "tea", "食", "Food"]

    /// What everybody imports. Two of its lines are the same, and mean two entries.
    static let file = """
        [{"kind":"expense","amount":"3.01","currency":"EUR","day":"2024-10-05","note":"import","tags":["tea"]},
         {"kind":"expense","amount":"3.01","currency":"EUR","day":"2024-10-05","note":"import","tags":["tea"]},
         {"kind":"income","amount":"90.01","currency":"EUR","day":"2024-10-05","note":"import"}]
        """

    /// An amount that nobody wrote before: no other has these digits, so one that mixes two writers is none of `amounts`.
    mutating func newAmount() -> Amount {
        let digits = Int64(amounts.count) * 10 + 1
        let code = random.pick(["USD", "TWD", "JPY", "BHD"]) ?? "USD"
        guard let currency = Currency(code),
            let amount = Amount(coefficient: digits, scale: random.below(4), currency: currency)
        else { preconditionFailure("\(digits) \(code) is no amount") }
        amounts.insert(amount)
        return amount
    }
}

extension BookTransaction {
    /// Takes entries in from a file, as `daybook import` does.
    func importFile(_ json: String, today: CivilDate) throws {
        guard case .array(let items) = try JSONValue(Array(json.utf8)), let usual = Currency("USD") else { return }
        var ids = ImportedIDs()
        for item in items {
            let input = try EntryInput(item) { usual }
            guard let id = try ids.next(item, input, knows: { try reader.knows($0) }) else { continue }
            try add(entry: input.draft(today: today), id: id)
        }
    }

    /// Registers of this device that no action makes: a field of a later version, or what another program got wrong.
    func put(_ id: EntityID, _ field: DaybookCore.Field, _ value: [UInt8], at now: Timestamp) throws {
        try merge([Register(id, field, clock.tick(now: now), value)], arePending: true)
        try save()
    }
}

extension Register {
    /// True where it makes its entity something else than a to-do or an entry.
    var makesNoTodo: Bool { field == .type && value != [0, 1] }
    /// True where it makes its entity something that this version doesn't know.
    var isUnknownType: Bool { makesNoTodo && !Kind.typed.map(\.type).contains(value) }
}

extension DaybookCore.Field {
    /// Stands for a field that this version doesn't know.
    static let future = DaybookCore.Field(rawValue: 901)
    /// Stands for one that is no content.
    static let settled = DaybookCore.Field(rawValue: 0x9001)
}
