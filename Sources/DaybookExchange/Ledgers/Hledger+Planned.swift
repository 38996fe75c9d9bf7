public import DaybookCore

extension Hledger {
    /// The money that is known to come and go as periodic rules, for `hledger --forecast`: of each to-do by its rule, of interest and
    /// of a to-do whose rule or amounts hledger can't say for each day.
    ///
    /// - Parameters:
    ///   - items: what is known up to `last`, with interest.
    ///   - todos: those of the items, in their order.
    ///   - accounts: those that somebody made or changed.
    public func write(
        planned items: [PlannedMoney], _ todos: [Todo], _ accounts: [MoneyAccount], _ today: CivilDate,
        through last: CivilDate, to output: inout [UInt8]
    ) {
        let names = names(of: accounts)
        let known = Dictionary(grouping: items.filter { $0.source == .todo || $0.source == .interest }, by: \.id)
        func write(_ id: EntityID, _ title: String, _ tag: String, _ todo: Todo?) {
            guard let own = known[id] else { return }
            let byDay = Dictionary(grouping: own, by: \.day).mapValues { postings(of: $0, names, tag) }
            let days = byDay.keys.sorted()
            let isSame = days.allSatisfy { byDay[$0] == byDay[days[0]] }
            let periods = todo.flatMap { isSame ? Self.periods(of: $0, days, today) : nil }
            var text = ""
            if let todo, todo.isAbout { text += "; About \(todo.amount?.number ?? ""), with a margin of 7.5 %:\n" }
            if todo.map({ $0.rule != nil }) ?? true, periods == nil {
                text += "; hledger has no rule for this. These are its days up to \(last.text):\n"
            }
            for (period, day) in periods ?? days.map({ (max($0, today).text, $0) }) {
                guard let postings = byDay[day] else { continue }
                let late = day < today ? ", due:\(day.text)" : ""
                text += "~ \(period)  \(description(title))  ; id:\(id.text)\(late)\n"
                text += postings + "\n"
            }
            output += text.utf8
        }
        for todo in todos { write(todo.id, todo.title, todo.tags.first ?? "untagged", todo) }
        for account in accounts { write(account.id, "Interest of \(account.name)", "interest", nil) }
    }

    /// The postings of a transaction, in the order of their accounts.
    private func postings(of items: [PlannedMoney], _ names: [EntityID: String], _ tag: String) -> String {
        var sums: [String: Sums] = [:]
        func add(_ name: String, _ sum: Sum) { try? sums[name, default: Sums()].add(sum) }
        for item in items {
            add(names[item.account] ?? account(["assets", "daybook"]), item.sum)
            if item.flow == .transfer { continue }
            add(account([item.sum.coefficient < 0 ? "expenses" : "income", tag]), item.sum.negated)
        }
        return sums.sorted { $0.key < $1.key }.flatMap { name, sums in
            sums.all.filter { $0.coefficient != 0 }.map { "    \(name)  \($0.number) \($0.currency.code)\n" }
        }.joined()
    }

    /// The text as a description, which isn't taken for a mark or a code.
    private func description(_ text: String) -> String {
        let text = line(text, without: [";"])
        return (text.scalars.first.map { ["(", "*", "!"].contains($0) } == true ? "() " : "") + text
    }

    /// Days that follow each other as hledger can say it.
    private struct Series {
        let period: String
        /// True of the days of it.
        let contains: (CivilDate) -> Bool
        /// True of a day from which on hledger continues it.
        var starts: (CivilDate) -> Bool = { _ in true }
    }

    /// The periods of hledger that have the days of a to-do, each with its first day; nil where there are none that do.
    ///
    /// - Parameter days: its days as far as they are wanted, the overdue ones included.
    private static func periods(
        of todo: Todo, _ days: [CivilDate], _ today: CivilDate
    ) -> [(period: String, day: CivilDate)]? {
        func single(_ day: CivilDate) -> (String, CivilDate) { (max(day, today).text, day) }
        guard let rule = todo.rule, let repeats = todo.repeats, repeats.mode != .afterDone else {
            return days.map { single($0) }
        }
        // One that somebody moved isn't of the rule.
        let isMoved = todo.due != repeats.anchor
        let isRegular = { (day: CivilDate) in day > today && !(isMoved && day == todo.due) }
        var periods = days.filter { !isRegular($0) }.map { single($0) }
        let coming = days.filter(isRegular)
        guard !coming.isEmpty else { return periods }
        guard let all = series(of: rule, from: repeats.anchor) else { return nil }
        var end = ""
        if rule.count != nil || rule.until != nil {
            let last = todo.costs(through: CivilDate(year: 9_999, month: 12, day: 31) ?? today, today).last
            end = last.map { " to " + $0.adding(days: 1).text } ?? ""
        }
        for series in all {
            for day in coming where series.contains(day) {
                guard series.starts(day) else {
                    periods.append(single(day))
                    continue
                }
                periods.append(("\(series.period) from \(day.text)\(end)", day))
                break
            }
        }
        return periods
    }

    private static func series(of rule: RepeatRule, from anchor: CivilDate) -> [Series]? {
        let ordinals = ["1st", "2nd", "3rd"]
        func ordinal(_ number: Int64) -> String {
            let isTeen = (11...13).contains(number)
            return !isTeen && (1...3).contains(number % 10)
                ? "\(number / 10 > 0 ? "\(number / 10)" : "")\(ordinals[Int(number % 10) - 1])" : "\(number)th"
        }
        let weekdays = rule.weekdays.isEmpty ? [RepeatRule.Weekday(anchor.weekday)] : rule.weekdays
        let months = rule.months.isEmpty && rule.frequency == .yearly ? [anchor.month] : rule.months
        let monthDays = rule.monthDays.isEmpty ? [anchor.day] : Set(rule.monthDays).sorted()
        switch rule.frequency {
        case .daily, .weekly:
            guard rule.months.isEmpty, rule.monthDays.isEmpty, rule.positions.isEmpty else { return nil }
            if rule.frequency == .daily {
                return rule.weekdays.isEmpty
                    ? [Series(period: "every \(rule.interval) days", contains: { _ in true })] : nil
            }
            return weekdays.map { weekday in
                Series(period: "every \(7 * rule.interval) days", contains: { $0.weekday == weekday.day })
            }
        case .monthly, .yearly:
            if rule.frequency == .yearly, rule.interval > 1 { return nil }
            if !rule.weekdays.isEmpty {
                let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
                guard rule.frequency == .monthly, rule.interval == 1, months.isEmpty, rule.monthDays.isEmpty,
                    rule.positions.isEmpty, weekdays.allSatisfy({ (1...4).contains($0.ordinal) })
                else { return nil }
                return weekdays.map { weekday in
                    Series(
                        period: "every \(ordinal(weekday.ordinal)) \(names[Int(weekday.day)]) of month",
                        contains: { $0.weekday == weekday.day && ($0.day + 6) / 7 == weekday.ordinal })
                }
            }
            if rule.frequency == .monthly, rule.interval == 1, months.isEmpty {
                // hledger, too, takes the last day of a month that lacks it, but goes on from the day with which it begins.
                let isClamped = rule.positions == [-1] && monthDays.allSatisfy { $0 > 0 }
                if rule.monthDays == [-1] && rule.positions.isEmpty || isClamped {
                    let day = isClamped ? monthDays.max() ?? 31 : 31
                    guard !isClamped || (28...day).allSatisfy({ monthDays.contains($0) }) else { return nil }
                    return [
                        Series(
                            period: "every \(ordinal(day)) day of month", contains: { _ in true },
                            starts: { $0.day == day })
                    ]
                }
                guard rule.positions.isEmpty, monthDays.allSatisfy({ (1...28).contains($0) }) else { return nil }
                return monthDays.map { day in
                    Series(period: "every \(ordinal(day)) day of month", contains: { $0.day == day })
                }
            }
            // Each of the months of a year is a series of its own.
            guard rule.positions.isEmpty, monthDays.allSatisfy({ (1...28).contains($0) }),
                months.isEmpty ? 12 % rule.interval == 0 : rule.frequency == .yearly || rule.interval == 1
            else { return nil }
            return (months.isEmpty ? Array(1...12) : months).flatMap { month in
                monthDays.map { day in
                    Series(period: "every \(month)/\(day)", contains: { $0.month == month && $0.day == day })
                }
            }
        }
    }
}
