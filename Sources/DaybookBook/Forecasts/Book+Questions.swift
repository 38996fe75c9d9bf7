public import DaybookCore
public import DaybookExchange
public import DaybookStorage

/// The answers of a book to the six questions.
public struct AnsweredQuestions {
    /// In each currency that an account in use or an entry has, in the order of their codes.
    public let all: [SixQuestions]
    /// For all of them in one; nil where that isn't asked for.
    public let inOne: SixQuestions.InOne?

    public init(all: [SixQuestions], inOne: SixQuestions.InOne?) { (self.all, self.inOne) = (all, inOne) }
}

extension BookReader {
    /// - Parameter base: the currency in which all are put together; nil for none.
    public func questions(on today: CivilDate, in base: Currency? = nil) throws -> AnsweredQuestions {
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
        let all = try SixQuestions.all(balances, days, rest: rest, planned: items, today, first: first) {
            currency throws(ItemError) in
            try Sum.typicalDay(months, booked: bookedMonths, since: first, today, currency)
        }
        guard let base else { return AnsweredQuestions(all: all, inOne: nil) }
        let rates = try rates()
        var restInOne = BaseTotals(in: base)
        var bookedExpenses: [CivilDate: Sums] = [:]
        for day in booked { bookedExpenses[day.start] = day.totals.expense }
        for day in days where day.start >= start {
            var own = day.totals.expense
            if let booked = bookedExpenses[day.start] { try own.subtract(booked) }
            try restInOne.add(own, rates, on: day.start)
        }
        let one = try SixQuestions.InOne(
            all, balances, days, rest: restInOne, planned: items, rates, today, first: first)
        return AnsweredQuestions(all: all, inOne: one)
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

extension AnsweredQuestions {
    /// For programs. What can't be said is null.
    public var json: JSONWriter {
        .array { json in
            for told in all {
                json.object { json in
                    json.member("currency", told.currency.code)
                    json.answers(told)
                }
            }
            guard let inOne else { return }
            json.object { json in
                json.member("in", inOne.currency.code)
                json.answers(inOne.told)
                json.missing(inOne.missing)
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func answers(_ told: SixQuestions?) {
        members([
            "surplus": told?.surplus.number, "surplusAtEnd": told?.surplusAtEnd.number,
            "usualSurplus": told?.usualSurplus?.number, "assets": told?.assets.number,
            "liquid": told?.liquid.number, "debts": told?.debts.number,
            "debtInterest": told?.debtPlan?.interest?.number, "debtGrowth": told?.debtPlan?.growth?.number,
            "saving": told?.saving.map { SixQuestions.percent($0) }, "yearOfBills": told?.yearOfBills.number,
            "yearOfRest": told?.yearOfRest.number, "since": told?.since?.text,
            "lastsUntil": told?.lastsUntil?.text, "typicalDay": told?.typicalDay?.number,
        ])
        member("runwayDays", told?.runway)
        member("debtMonths", told?.debtPlan?.months)
        member("days", told?.days)
    }
}

extension SixQuestions {
    /// Tenths of a percent as `11.9`.
    public static func percent(_ tenths: Int) -> String {
        "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
}
