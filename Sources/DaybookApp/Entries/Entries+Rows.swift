public import DaybookCore

extension EntriesState {
    /// A section of the list: the entries of a day, and below them its transfers.
    public struct Day: Equatable {
        /// The day where the person was.
        public let day: CivilDate
        /// The last written first.
        public private(set) var entries = Entries()
        /// The totals of the entries, and of the transfers in the list of an account; none where there is a sum that is too
        /// large.
        public private(set) var totals = Totals()
        /// The last written first.
        public private(set) var transfers: [ShownTransfer] = []
        /// The balance of the account that is shown after each row; none where all are shown, or some rows aren't.
        public private(set) var balances: [Sum] = []
        /// Its upper edge below that of the first, in CSS pixels.
        var top = 0

        /// How many rows it has.
        var count: Int { entries.count + transfers.count }
        private(set) var bottom = 0
        /// The ids of its rows.
        var ids: [EntityID] { entries.ids + transfers.map { $0.transfer.id } }

        /// Days with entries or transfers, the newest first.
        ///
        /// - Parameters:
        ///   - sections: the newest day first.
        ///   - transfers: the newest first.
        ///   - rowHeight: in CSS pixels.
        static func all(_ sections: [EntrySection], _ transfers: [ShownTransfer], _ rowHeight: Int) -> [Day] {
            var days: [Day] = []
            var rest = transfers[...]
            /// Adds the transfers down to a day; nil for all.
            func add(downTo day: CivilDate?) {
                while let next = rest.first, day.map({ next.day > $0 }) ?? true {
                    if days.last?.day != next.day { days.append(Day(day: next.day)) }
                    days[days.count - 1].transfers.append(next)
                    rest.removeFirst()
                }
            }
            for section in sections {
                add(downTo: section.day)
                var day = Day(day: section.day)
                day.entries = section.entries
                day.totals = section.totals
                days.append(day)
            }
            add(downTo: nil)
            var top = 0
            for index in days.indices {
                for shown in days[index].transfers {
                    guard let isOut = shown.isOut else { continue }
                    let amount = isOut ? shown.transfer.from.amount : shown.transfer.to.amount
                    try? days[index].totals.add(Sum(amount), isOut ? .expense : .income)
                }
                days[index].top = top
                top += ListLayout.headingHeight + days[index].count * rowHeight
                days[index].bottom = top
            }
            return days
        }

        /// Adds what is in an account after each row, where these are all of its rows.
        static func balanced(_ days: [Day], of account: MoneyAccount) throws(ItemError) -> [Day] {
            var days = days
            var sum = Sum(.zero(account.currency))
            for index in days.indices.reversed() {
                let day = days[index]
                let opening = account.opening(on: day.day)
                var balances: [Sum] = []
                // The first that was written stands last.
                for row in (0..<day.count).reversed() {
                    if row >= day.entries.count {
                        let shown = day.transfers[row - day.entries.count]
                        let (from, to) = (shown.transfer.from.amount, shown.transfer.to.amount)
                        if let isOut = shown.isOut { sum = try sum.adding(isOut ? Sum(from).negated : Sum(to)) }
                    } else if let amount = day.entries[row].amount, day.entries[row].kind != .unsorted {
                        sum = try sum.adding(day.entries[row].kind == .income ? Sum(amount) : Sum(amount).negated)
                    }
                    balances.append(try opening.adding(sum))
                }
                days[index].balances = balances.reversed()
            }
            return days
        }
    }

    /// A transfer in the list.
    public struct ShownTransfer: Equatable {
        public let transfer: Transfer
        /// In the list of an account, whether it goes out there; nil where both sides are shown.
        public let isOut: Bool?

        /// Under which day it stands.
        var day: CivilDate { isOut == false ? transfer.to.day : transfer.from.day }

        /// Tells whether this one stands before `other`.
        func precedes(_ other: ShownTransfer) -> Bool {
            (day, transfer.createdAt, transfer.id) > (other.day, other.transfer.createdAt, other.transfer.id)
        }
    }

    /// The transfers that pass the filter, the newest first. They have neither a kind nor tags.
    func shownTransfers(_ book: LocalBook) -> [ShownTransfer] {
        guard filter.kinds.isEmpty, filter.tags.isEmpty, filter.payee == nil else { return [] }
        let wanted = TransferFilter(
            from: filter.from, through: filter.through, account: filter.account, text: filter.text)
        var shown: [ShownTransfer] = []
        for transfer in book.transfers.values where wanted.contains(transfer) {
            let (isOut, isIn) = (wanted.contains(transfer.from), wanted.contains(transfer.to))
            shown.append(
                ShownTransfer(
                    transfer: transfer, isOut: isOut && (isIn || filter.account == nil) ? nil : isOut))
        }
        return shown.sorted { $0.precedes($1) }
    }

    /// The upper edge of a row in the list, in CSS pixels; 0 if the list doesn't show it.
    @inline(never)
    func top(of id: EntityID) -> Int {
        for day in days {
            guard let index = day.ids.firstIndex(of: id) else { continue }
            return headHeight + day.top + ListLayout.headingHeight + index * rowHeight
        }
        return 0
    }

    /// How many rows the list has.
    public var count: Int { days.reduce(0) { $0 + $1.count } }

    /// Tells whether the list shows an entry or a transfer.
    @inline(never)
    func shows(_ id: EntityID) -> Bool { days.contains { $0.ids.contains(id) } }

    /// The row behind another in the list, or the one before it.
    func neighbour(of id: EntityID) -> EntityID? {
        var last: EntityID?
        var isNext = false
        for day in days {
            for other in day.ids {
                if isNext { return other }
                if other == id { isNext = true } else { last = other }
            }
        }
        return last
    }
}
