public import DaybookCore
public import DaybookExchange
public import DaybookStorage

extension BookReader {
    /// The answers in each currency that an account in use or an entry has, in the order of their codes.
    public func questions(on today: CivilDate) throws -> [SixQuestions] {
        let balances = try balances(on: today)
        let days = try days().filter { $0.start <= today }
        let start = today.adding(days: -364)
        var year = Totals()
        for day in days where day.start >= start { try year.add(day.totals) }
        let months = try PeriodTotals.periods(.month, of: days)
        var rest = Sums()
        var filter = EntryFilter()
        (filter.from, filter.through, filter.kinds) = (start, today, [.expense])
        try forEachEntry(filter) { row in
            if row.entry.todo == nil, let amount = row.entry.amount { try rest.add(Sum(amount)) }
        }
        let items = try forecastItems(balances, [], from: today, through: today.adding(days: 365)).items
        let currencies = try Set(balances.map(\.account.currency)).union(year.balance.all.map(\.currency))
        return try currencies.sorted().map { currency in
            func sum(_ sums: Sums) -> Sum { sums[currency] ?? Sum(.zero(currency)) }
            return try SixQuestions(
                balances.filter { $0.account.currency == currency },
                months.map {
                    SixQuestions.Month(start: $0.start, income: sum($0.totals.income), expense: sum($0.totals.expense))
                },
                year: (sum(year.income), sum(year.expense)), rest: sum(rest), planned: items,
                first: days.map(\.start).min(), today, currency)
        }
    }
}

extension SixQuestions {
    /// For programs. What can't be said is null.
    public static func json(_ all: [SixQuestions]) -> JSONWriter {
        var json = JSONWriter()
        json.beginArray()
        for told in all {
            json.beginObject()
            let texts: [(StaticString, String?)] = [
                ("currency", told.currency.code), ("surplus", told.surplus.number),
                ("surplusAtEnd", told.surplusAtEnd.number), ("usualSurplus", told.usualSurplus?.number),
                ("assets", told.assets.number), ("liquid", told.liquid.number), ("debts", told.debts.number),
                ("saving", told.saving.map { Self.percent($0) }), ("yearOfBills", told.yearOfBills.number),
                ("yearOfRest", told.yearOfRest.number), ("since", told.since?.text),
            ]
            for (key, text) in texts {
                json.key(key)
                if let text { json.string(text) } else { json.null() }
            }
            json.key("runwayDays")
            if let days = told.runway { json.integer(days) } else { json.null() }
            json.endObject()
        }
        json.endArray()
        return json
    }

    /// Tenths of a percent as `11.9`.
    public static func percent(_ tenths: Int) -> String {
        "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
