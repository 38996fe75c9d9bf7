public import DaybookCore

extension MoneySums {
    /// The traits by which entries can be put together.
    public enum Grouping: CaseIterable, Sendable { case category, payee, account }

    /// The totals of entries with something in common.
    public struct Line {
        /// Its tag, payee or account; empty for what has none.
        public let name: String
        /// Each currency by itself.
        public fileprivate(set) var own = Totals()
        /// In the usual currency; empty where a rate is missing.
        public fileprivate(set) var inBase = Totals()
        /// The same of the range before.
        fileprivate(set) var ownBefore = Totals()
        fileprivate(set) var inBaseBefore = Totals()
        /// Which entries these are; nil where no filter says it.
        fileprivate(set) var filter: EntryFilter?

        /// Its sum on a side, now and before.
        func sums(_ kind: EntryKind, _ currency: Currency, isInBase: Bool) -> (now: Sum?, before: Sum?) {
            // In the usual currency the other side is 0.
            func sum(_ own: Totals, _ inBase: Totals) -> Sum? {
                isInBase ? own[kind].isEmpty ? nil : inBase[kind][currency] : own[kind][currency]
            }
            return (sum(own, inBase), sum(ownBefore, inBaseBefore))
        }
    }

    /// The lines with something on a side, the largest first, and last what has no name.
    func lines(_ kind: EntryKind, _ currency: Currency, isInBase: Bool) -> [Line] {
        var sized: [(line: Line, size: Sum)] = []
        var rest: [Line] = []
        for line in lines {
            guard let size = line.sums(kind, currency, isInBase: isInBase).now else { continue }
            if line.name.isEmpty { rest.append(line) } else { sized.append((line, size)) }
        }
        return sized.sorted { $1.size.isLess(than: $0.size) }.map { $0.line } + rest
    }

    /// The largest lines of what was spent, at most so many, the last of which has all else.
    func fewLines(_ most: Int, _ currency: Currency, isInBase: Bool, _ book: LocalBook, _ rates: Rates) -> [Line] {
        let all = lines(.expense, currency, isInBase: isInBase)
        if all.count <= most { return all }
        let shown = all.prefix(most - 1).filter { !$0.name.isEmpty }
        var rest = Line(name: "")
        var filter = filter
        filter.without = shown.map { $0.name }
        rest.filter = filter
        var base = BaseTotals(in: currency)
        do throws(ItemError) {
            for section in book.entries.sections(filter) {
                try rest.own.add(section.totals)
                if isInBase { try base.add(section.totals, rates, on: section.day) }
            }
            if isInBase { rest.inBase = try base.totals }
        } catch { return all }
        return shown + (rest.sums(.expense, currency, isInBase: isInBase).now == nil ? [] : [rest])
    }

    /// Entries by what they have in common, and what these come to.
    struct Groups {
        private let grouping: Grouping
        private let payees: PayeeNames
        private let owners: AccountSums
        private let rates: Rates?
        private let base: Currency
        private var all = SortedMap<ByteString, Group>()

        private struct Group {
            var totals = Totals()
            var base: BaseTotals
            var account: EntityID?
            var payee: PayeeNames.Shown?
        }

        /// - Parameter rates: nil where nothing is to be told in the usual currency.
        init(_ grouping: Grouping, _ own: AccountsState, _ accounts: [MoneyAccount], rates: Rates?, in base: Currency) {
            (self.grouping, payees, owners) = (grouping, own.payees, AccountSums(accounts))
            (self.rates, self.base) = (rates, base)
        }

        mutating func add(_ sections: [EntrySection], _ filter: EntryFilter) throws(ItemError) {
            for section in sections {
                try section.entries.each { entry throws(ItemError) in
                    guard let amount = entry.amount, entry.kind != .unsorted else { return }
                    let payee = grouping == .payee ? payees.payee(of: entry) : nil
                    let account =
                        grouping == .account
                        ? owners.owner(of: entry.extraFields[.account]?.entity, amount.currency) : nil
                    let isWhole = entry.parts.isEmpty || filter.asksForNoPortion
                    for portion in entry.portions where isWhole || filter.contains(portion, of: entry) {
                        var keys = [
                            ByteString(account?.text ?? payee.map { String(utf8: PayeeNames.key($0.name)) } ?? "")
                        ]
                        if grouping == .category, !portion.tags.isEmpty { keys = TagNames.keys(portion.tags) }
                        var totals = Totals()
                        try totals.add(portion.sum, entry.kind)
                        for key in keys {
                            try all.change(key, from: Group(base: BaseTotals(in: base))) { group throws(ItemError) in
                                try group.totals.add(totals)
                                if let rates { try group.base.add(totals, rates, on: section.day) }
                                (group.account, group.payee) = (account, payee)
                            }
                        }
                    }
                }
            }
        }

        /// - Parameter tags: as most spell them.
        func lines(
            _ filter: EntryFilter, before: Groups, _ own: AccountsState, tags: [String]
        ) throws(ItemError) -> [Line] {
            var lines: [Line] = []
            let keys = tags.map { TagNames.key($0) }
            for (key, group) in all.all {
                var wanted = filter
                var name = ""
                switch grouping {
                case .category:
                    name = key.text.isEmpty ? "" : keys.firstIndex(of: key).map { tags[$0] } ?? key.text
                    if name.isEmpty { wanted.without = tags } else { wanted.tags = [name] }
                case .payee:
                    name = group.payee?.name ?? ""
                    wanted.payee = group.payee.map { PayeeScope($0, payees) }
                case .account:
                    let account = group.account.flatMap { id in own.balances.first { $0.account.id == id }?.account }
                    name = account?.name ?? ""
                    wanted.account = account.map { own.scope(of: $0) }
                }
                var line = Line(name: name)
                line.filter = name.isEmpty && grouping != .category ? nil : wanted
                line.own = group.totals
                line.inBase = try group.base.totals
                if let then = before.all[key] {
                    line.ownBefore = then.totals
                    line.inBaseBefore = try then.base.totals
                }
                lines.append(line)
            }
            return lines
        }
    }
}

extension Totals {
    /// One of the sides.
    subscript(kind: EntryKind) -> Sums { kind == .income ? income : expense }
}
