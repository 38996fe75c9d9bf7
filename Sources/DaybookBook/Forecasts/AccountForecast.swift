public import DaybookCore
public import DaybookExchange
public import DaybookStorage

/// The forecast of an account, or of all accounts of a currency that may be spent.
public struct AccountForecast: Sendable {
    /// Nil for all of a currency.
    public let account: MoneyAccount?
    public let forecast: Forecast
    /// The balance that it shall not fall below.
    public let floor: Sum
    /// The titles of to-dos, and the notes of entries and transfers, by their ids.
    public let titles: [EntityID: String]
    /// The amount that a day usually costs beside what is planned, of what may be spent in a currency; nil of one account among
    /// several, and where it isn't known.
    public let typical: Sum?
    public let last: CivilDate

    public var currency: Currency { forecast.start.currency }

    /// For programs.
    public static func json(_ forecasts: [AccountForecast]) throws -> JSONWriter {
        try .objects(forecasts) { try $0.append(to: &$1) }
    }

    private func append(to json: inout JSONWriter) throws {
        json.members([
            "account": account?.id.text, "name": account?.name, "currency": currency.code,
            "balance": forecast.start.number,
        ])
        let lowest = forecast.lowest
        json.key("lowest")
        json.object { $0.members(["day": lowest.day.text, "balance": lowest.sum.number]) }
        json.member("floor", floor.number)
        json.member("belowFloor", forecast.first(below: floor))
        json.member("payday", forecast.payday)
        json.member("free", try forecast.free(above: floor).number)
        json.member("typicalDay", typical?.number)
        json.member("typicalBalance", typical.flatMap { forecast.balance(on: last, spending: $0) }?.number)
        json.member(
            "typicalBelowFloor", typical.flatMap { forecast.first(below: floor, spending: $0, through: last) })
        json.member("days", objects: forecast.days) { day, json in
            json.member("day", day.day)
            json.member("low", day.low.number)
            json.member("balance", day.end.number)
            json.member("items", objects: day.items) { item, json in
                json.member("kind", item.source.name)
                json.member("id", item.id)
                json.member("title", titles[item.id])
                json.member("due", item.day)
                json.member("amount", item.sum.number)
            }
        }
    }
}

extension PlannedMoney.Source {
    /// The name in JSON. Interpolation would look it up by reflection, for thousands of rows.
    fileprivate var name: String {
        switch self {
        case .todo: "todo"
        case .entry: "entry"
        case .transfer: "transfer"
        case .interest: "interest"
        }
    }
}

extension BookReader {
    /// The forecasts of accounts that are in use, in their order, and behind them that of all that may be spent in each currency
    /// with more than one. Nothing is written.
    ///
    /// - Parameters:
    ///   - wanted: the accounts; nil for all.
    ///   - today: the day whose end it starts from.
    ///   - last: the last day.
    ///   - floor: the balance that none shall fall below, as a person writes it: without a currency it is meant in each; nil
    ///     for that of the book.
    ///   - more: to-dos that aren't in the book.
    public func forecasts(
        of wanted: [EntityID]? = nil, from today: CivilDate, through last: CivilDate, floor: String? = nil,
        with more: [Todo] = []
    ) throws -> [AccountForecast] {
        let balances = try balances(on: today)
        let (items, titles) = try forecastItems(balances, more, from: today, through: last)
        var known: [Currency: Sum]?
        // It is asked once, and only where somebody is told.
        func typical(_ currency: Currency) throws -> Sum? {
            if known == nil { known = try typicalDays(today, Set(balances.map(\.account.currency))) }
            return known?[currency]
        }
        let spendable = Dictionary(grouping: balances.filter(\.account.isSpendable), by: \.account.currency)
        func forecast(_ account: MoneyAccount?, _ balances: [AccountBalance]) throws -> AccountForecast? {
            guard let currency = balances.first?.account.currency else { return nil }
            let sum = try balances.reduce(Sum(.zero(currency))) { try $0.adding($1.balance) }
            let ids = Set(balances.map(\.account.id))
            let own = items.filter { ids.contains($0.account) && $0.sum.currency == currency }
            let said = try floor.map { try SignedAmount(written: $0, usual: currency).sum }
            let least = said.map { $0.currency == currency ? $0 : Sum(.zero(currency)) }
            let isAll = spendable[currency].map { $0.map(\.account.id) == balances.map(\.account.id) } ?? false
            return AccountForecast(
                account: account, forecast: try Forecast(sum, own, today),
                floor: try least ?? settings().floor(in: currency), titles: titles,
                typical: isAll ? try typical(currency) : nil, last: last)
        }
        let shown = balances.filter { wanted?.contains($0.account.id) ?? !$0.account.isClosed }
        if let floor, let first = shown.first?.account {
            let said = try SignedAmount(written: floor, usual: first.currency).currency
            // It would hold for none of them.
            guard shown.contains(where: { $0.account.currency == said }) else {
                throw ItemError.otherCurrency(.account, first.name, first.currency, said)
            }
        }
        var forecasts = try shown.compactMap { try forecast($0.account, [$0]) }
        guard wanted == nil else { return forecasts }
        for (_, balances) in spendable.sorted(by: { $0.key < $1.key }) where balances.count > 1 {
            if let all = try forecast(nil, balances) { forecasts.append(all) }
        }
        return forecasts
    }

    /// Finds the money that is known to come and go from `today` on, and what it is called.
    func forecastItems(
        _ balances: [AccountBalance], _ more: [Todo], from today: CivilDate, through last: CivilDate
    ) throws -> (items: [PlannedMoney], titles: [EntityID: String]) {
        let todos = try upcoming().map(\.todo) + more
        var later = EntryFilter()
        (later.from, later.through) = (today.adding(days: 1), last)
        let entries = try entryRows(later).map(\.entry)
        let transfers = try transferRows(TransferFilter(from: today.adding(days: 1))).map(\.transfer)
        var payers: [Currency: EntityID?] = [:]
        for currency in Set(todos.compactMap(\.amount?.currency)) {
            payers[currency] = try defaultAccount(in: currency)?.id
        }
        let known = try PlannedMoney.all(
            todos, payer: { payers[$0] ?? nil }, EntryList(entries).byDay, transfers, balances.map(\.account), today,
            through: last)
        let items = try PlannedMoney.withInterest(known, balances, today, through: last)
        var titles: [EntityID: String] = [:]
        for balance in balances where balance.account.interest != nil {
            titles[balance.account.id] = balance.account.name
        }
        for todo in todos { titles[todo.id] = todo.title }
        for entry in entries { titles[entry.id] = entry.note }
        for transfer in transfers { titles[transfer.id] = transfer.note }
        return (items, titles)
    }
}
