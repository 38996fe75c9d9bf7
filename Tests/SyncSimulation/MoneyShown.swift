import DaybookCore

@testable import DaybookApp
@testable import DaybookStorage

/// What a person sees of the money in a book.
struct MoneyShown: Equatable {
    /// In the order in which they stand, each as if it were synced.
    var entries: [Entry] = []
    /// What each day comes to, by `2026-11-21 income USD`.
    var days: [String: Sum] = [:]
    /// What each tag comes to, by `#food income USD`; without a name for what bears none.
    var tags: [String: Sum] = [:]
    /// How many entries bear each tag.
    var counts: [String: Int] = [:]
    var usual: Currency?
    /// What is in each account, if somebody worked that out.
    var balances: [String] = []

    /// As the command line and the server say it.
    init(_ book: BookReader) throws {
        entries = try book.entryRows().map(\.entry).map(Self.synced)
        for day in try book.days() { days.merge(Self.sums(day.totals, day.start.text)) { first, _ in first } }
        for tag in try book.tagTotals() {
            tags.merge(Self.sums(tag.totals, "#" + (tag.tag ?? "").lowercased())) { first, _ in first }
        }
        counts = Dictionary(try book.tags().map { ($0.name.lowercased(), $0.count) }) { first, _ in first }
        usual = try book.commonCurrency()
    }

    /// As the web app says it.
    init(_ state: State, _ book: LocalBook) {
        for day in state.entries.days {
            entries += day.entries.map(Self.synced)
            days.merge(Self.sums(day.totals, day.day.text)) { first, _ in first }
        }
        for line in state.report.sums.lines {
            tags.merge(Self.sums(line.own, "#" + line.name.lowercased())) { first, _ in first }
        }
        counts = Dictionary(book.entries.tags.map { ($0.name.lowercased(), $0.count) }) { first, _ in first }
        usual = book.entries.usualCurrency
    }

    /// As registers say it, worked out by other means than the books'.
    ///
    /// - Parameter parts: those of each entry, without their tags.
    init(_ registers: some Sequence<Register>, _ parts: [EntityID: [DaybookCore.Part]], isAlive: (EntityID) -> Bool) {
        var values: [EntityID: [DaybookCore.Field: Register]] = [:]
        var names: [EntityID: Set<String>] = [:]
        for register in registers {
            values[register.entity, default: [:]][register.field] = register
            if register.field == .tag, register.value.count > 17, register.value[0] == 1,
                let entry = EntityID(bytes: register.value[1..<17])
            {
                names[entry, default: []].insert(String(decoding: register.value[17...], as: UTF8.self))
            }
        }
        var coefficients: [String: Int128] = [:]
        var currencies: [Currency: Int] = [:]
        for (id, fields) in values {
            guard let kind = fields[.kind], isAlive(id) else { continue }
            func text(_ field: DaybookCore.Field) -> String {
                String(decoding: fields[field]?.value ?? [], as: UTF8.self)
            }
            let amount = (fields[.amount]?.value).flatMap { Amount(bytes: $0) }
            let created = (fields[.createdAt]?.value).flatMap { Timestamp(bytes: $0) } ?? kind.stamp.time
            var entry = Entry(
                id: id, kind: amount == nil ? .unsorted : EntryKind(rawValue: kind.value[0]) ?? .unsorted,
                amount: amount, day: CivilDate(text(.day)) ?? CivilDate(created), createdAt: created,
                place: text(.place), note: text(.note), voice: (fields[.voice]?.value).flatMap { Digest(bytes: $0) },
                todo: (fields[.todo]?.value).flatMap { EntityID(bytes: $0) },
                tags: (names[id] ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, isSynced: true)
            for field in [DaybookCore.Field.account, .envelope] {
                entry.extraFields[field] = (fields[field]?.value).flatMap { EntityID(bytes: $0) }.map { .entity($0) }
            }
            entries.append(entry)
            var own = parts[id] ?? []
            for index in own.indices {
                own[index].tags = (names[own[index].id] ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            }
            entry.parts = own
            entries[entries.count - 1] = entry
            guard let amount else {
                for tag in Set(entry.tags.map { $0.lowercased() }) { counts[tag, default: 0] += 1 }
                continue
            }
            var rest = Self.value(amount)
            var shares: [(tags: Set<String>, value: Int128)] = []
            for part in own where part.amount.currency == amount.currency {
                rest -= Self.value(part.amount)
                shares.append((Set(part.tags.map { $0.lowercased() }), Self.value(part.amount)))
            }
            if rest != 0 || shares.isEmpty { shares.append((Set(entry.tags.map { $0.lowercased() }), rest)) }
            for tag in shares.reduce(into: Set<String>(), { $0.formUnion($1.tags) }) { counts[tag, default: 0] += 1 }
            currencies[amount.currency, default: 0] += 1
            guard entry.kind != .unsorted else { continue }
            let line = "\(entry.kind.name) \(amount.currency.code)"
            coefficients["\(entry.day.text) \(line)", default: 0] += Self.value(amount)
            for share in shares {
                for tag in share.tags.isEmpty ? [""] : share.tags {
                    coefficients["#\(tag) \(line)", default: 0] += share.value
                }
            }
        }
        entries.sort { ($0.day.text, $0.createdAt, $0.id) > ($1.day.text, $1.createdAt, $1.id) }
        for (key, coefficient) in coefficients {
            guard let currency = Currency(String(key.suffix(3))) else { continue }
            let sum = Sum(coefficient: coefficient, scale: Self.scale, currency: currency)
            if key.hasPrefix("#") { tags[key] = sum } else { days[key] = sum }
        }
        usual = currencies.min { (-$0.value, $0.key) < (-$1.value, $1.key) }?.key
    }

    /// What differs, for people; nil if nothing does.
    func difference(from other: MoneyShown) -> String? {
        if self == other { return nil }
        if entries != other.entries { return "entries \(entries) and \(other.entries)" }
        if days != other.days { return "days \(days) and \(other.days)" }
        if tags != other.tags { return "tags \(tags) and \(other.tags)" }
        if counts != other.counts { return "counts \(counts) and \(other.counts)" }
        return "usual currency \(String(describing: usual)) and \(String(describing: other.usual))"
    }

    /// As many decimals as any amount of the simulation has.
    private static let scale = 6

    private static func value(_ amount: Amount) -> Int128 {
        (amount.scale..<Self.scale).reduce(Int128(amount.coefficient)) { value, _ in value * 10 }
    }

    private static func synced(_ entry: Entry) -> Entry {
        var entry = entry
        entry.isSynced = true
        return entry
    }

    private static func sums(_ totals: Totals, _ name: String) -> [String: Sum] {
        var sums: [String: Sum] = [:]
        for sum in totals.income.all { sums["\(name) income \(sum.currency.code)"] = sum }
        for sum in totals.expense.all { sums["\(name) expense \(sum.currency.code)"] = sum }
        return sums
    }
}
