public import DaybookCore
public import DaybookExchange
public import DaybookStorage

extension BookReader {
    /// The answers in each currency that an account in use or an entry has, in the order of their codes.
    public func questions(on today: CivilDate) throws -> [SixQuestions] {
        let balances = try balances(on: today)
        let days = try days().filter { $0.start <= today }
        let start = today.adding(days: -364)
        var rest = Sums()
        var filter = EntryFilter()
        (filter.from, filter.through, filter.kinds) = (start, today, [.expense])
        try forEachEntry(filter) { row in
            if row.entry.todo == nil, let amount = row.entry.amount { try rest.add(Sum(amount)) }
        }
        let items = try forecastItems(balances, [], from: today, through: today.adding(days: 364)).items
        return try SixQuestions.all(balances, days, rest: rest, planned: items, today)
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
