public import DaybookCore
public import DaybookExchange
public import DaybookStorage

extension BookReader {
    /// The answers in each currency that an account in use or an entry has, in the order of their codes.
    public func questions(on today: CivilDate) throws -> [SixQuestions] {
        let balances = try balances(on: today)
        let start = today.adding(days: -364)
        var from = today.startOfMonth
        for _ in 0..<12 { from = from.adding(days: -1).startOfMonth }
        var filter = EntryFilter()
        (filter.from, filter.through) = (min(from, start), today)
        let days = try days(filter)
        let booked = try bookedDays(from: min(from, start), through: today)
        func total(_ days: [PeriodTotals]) throws -> Totals {
            var total = Totals()
            for day in days where day.start >= start { try total.add(day.totals) }
            return total
        }
        var rest = try total(days).expense
        try rest.subtract(total(booked).expense)
        let items = try forecastItems(balances, [], from: today, through: today.adding(days: 364)).items
        let months = try PeriodTotals.periods(.month, of: days)
        let bookedMonths = try PeriodTotals.periods(.month, of: booked)
        let first = try firstDay(through: today)
        return try SixQuestions.all(balances, days, rest: rest, planned: items, today, first: first) {
            currency throws(ItemError) in
            try Sum.typicalDay(months, booked: bookedMonths, since: first, today, currency)
        }
    }
}

extension BookReader {
    /// The amount that a day usually costs beside what is planned, in each currency with a whole month of entries.
    func typicalDays(_ today: CivilDate, _ currencies: Set<Currency>) throws -> [Currency: Sum] {
        var from = today.startOfMonth
        for _ in 0..<12 { from = from.adding(days: -1).startOfMonth }
        var filter = EntryFilter()
        (filter.from, filter.through) = (from, today)
        let months = try PeriodTotals.periods(.month, of: days(filter))
        let booked = try PeriodTotals.periods(.month, of: bookedDays(from: from, through: today))
        let first = try firstDay(through: today)
        var typical: [Currency: Sum] = [:]
        for currency in currencies {
            typical[currency] = try Sum.typicalDay(months, booked: booked, since: first, today, currency)
        }
        return typical
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
                ("debtInterest", told.debtPlan?.interest?.number), ("debtGrowth", told.debtPlan?.growth?.number),
                ("saving", told.saving.map { Self.percent($0) }), ("yearOfBills", told.yearOfBills.number),
                ("yearOfRest", told.yearOfRest.number), ("since", told.since?.text),
                ("lastsUntil", told.lastsUntil?.text), ("typicalDay", told.typicalDay?.number),
            ]
            for (key, text) in texts { json.member(key, text) }
            json.key("runwayDays")
            if let days = told.runway { json.integer(days) } else { json.null() }
            json.key("debtMonths")
            if let months = told.debtPlan?.months { json.integer(Int64(months)) } else { json.null() }
            json.key("days")
            json.integer(Int64(told.days))
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
