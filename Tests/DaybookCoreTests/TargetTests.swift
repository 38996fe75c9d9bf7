@testable import DaybookCore
import Testing

/// What envelopes need by their targets.
@Suite struct TargetTests {
    /// What an envelope with a target needs in a month, with so much left of the month before.
    private func need(_ target: String, keeping kept: String, in month: Int) throws -> String? {
        var budget = try TestBudget()
        budget.add("It", target)
        try budget.carry("It", .keep, from: -20)
        try budget.assign("It", kept, in: month - 1)
        return try budget.need("It", month)
    }

    /// What it gets in some months, one after the other.
    private func filled(_ target: String, keeping kept: String = "0", _ months: ClosedRange<Int>) throws -> [String] {
        var budget = try TestBudget()
        budget.add("It", target)
        try budget.assign("It", kept, in: months.lowerBound - 1)
        return try months.map { try budget.fill($0).first ?? "" }.map { $0.replacing("It ", with: "") }
    }

    @Test("T1 A cap gives no more than is missing to the top")
    func cap() throws {
        #expect(try need("cap 50 EUR at 100", keeping: "80", in: 1) == "20.00")
        #expect(try need("cap 50 EUR at 100", keeping: "20", in: 1) == "50.00")
    }

    @Test("T2 A refill gives what is missing, also below zero")
    func refill() throws {
        #expect(try need("refill 150 EUR", keeping: "10", in: 1) == "140.00")
        #expect(try need("refill 150 EUR", keeping: "-20", in: 1) == "170.00")
    }

    @Test("T3 A sum by a month comes in equal parts, and exactly")
    func byDecember() throws {
        let parts = try filled("10000 EUR by 2026-12", keeping: "1500", 1...12)
        let cents = ["33", "33", "33", "33", "34", "33", "34", "33", "34", "33", "34", "33"]
        #expect(parts == cents.map { "708." + $0 })
    }

    @Test("T4 Four sums by four months share what is there in their order, and one that wasn't paid stays reserved")
    func stacked() throws {
        let target = (1...4).map { "1000 EUR by 2027-0\($0)" }.joined(separator: "; ")
        let parts = ["950.00", "808.33", "704.17", "602.08", "467.71", "467.71"]
        #expect(try filled(target, 11...16) == parts)
        // The same by open bills.
        let euro = try #require(Currency("EUR"))
        let bills = try (13...16).map { Target.Bill(try TestBudget.day($0), try Amount("1000", usual: euro)) }
        var budget = try TestBudget()
        budget.add("It", "bills")
        #expect(try (11...16).map { try budget.fill($0, bills).first ?? "" } == parts.map { "It " + $0 })
    }

    @Test("T4 A sum by a month that was spent from then on isn't asked for again")
    func paid() throws {
        var budget = try TestBudget()
        budget.add("It", "1000 EUR by 2026-03")
        try budget.assign("It", "1000", in: 3)
        try budget.row("-1000", of: "It", in: 3)
        #expect(try budget.need("It", 4) == "0.00")
    }

    @Test("T5 A sum by March of each year comes in three parts from January, and in twelve from April")
    func yearly() throws {
        let target = "set aside 500 EUR every 12 months from 2025-03"
        #expect(try need(target, keeping: "0", in: 1) == "166.67")
        #expect(try need(target, keeping: "0", in: 4) == "41.67")
    }

    @Test("T6 So much each Monday counts the Mondays of the month, up to what is missing to the top")
    func mondays() throws {
        // March 2025 is ten months before January 2026.
        #expect(try need("10 EUR every week from 2025-01-06", keeping: "0", in: -9) == "50.00")
        #expect(try need("weekly 10 EUR on monday", keeping: "0", in: -9) == "50.00")
        #expect(try need("10 EUR every week from 2025-01-06 up to 55", keeping: "20", in: -11) == "35.00")
    }

    /// What envelopes that take parts of what is left get of it.
    private func rests(_ amount: String, _ targets: String...) throws -> [String] {
        var budget = try TestBudget()
        for (place, target) in targets.enumerated() { budget.add(String(place), target) }
        try budget.row(amount, in: 1)
        return try budget.fill(1)
    }

    @Test("T7 What is over for one that is full is shared by the weights of the others")
    func fullShare() throws {
        #expect(
            try rests("100", "rest 3 up to 40 EUR", "rest 1", "rest 2") == ["0 40.00", "1 20.00", "2 40.00"])
    }

    @Test("T7 An envelope with two shares keeps the open one where the other is full")
    func twoShares() throws {
        #expect(
            try rests("100", "rest 4 up to 10 EUR; rest 5", "rest 3") == ["0 66.25", "1 33.75"])
    }

    @Test("13.7 An envelope that was put away gets nothing of a fill or a copy, and needs nothing")
    func archived() throws {
        var budget = try TestBudget()
        for (name, target) in [("Old", "month 20 EUR; rest"), ("Food", "month 30 EUR")] {
            budget.add(name, target)
            try budget.assign(name, "5", in: 1)
        }
        try budget.row("100", in: 1)
        budget.archive("Old")
        #expect(try budget.need("Old", 2) == nil)
        #expect(try budget.sheet.copy(1, to: TestBudget.period(2)).lines.map(\.envelope) == [TestBudget.id("Food")])
        #expect(try budget.fill(2) == ["Food 30.00"])
    }

    @Test("T8 The cent goes to the part that lost the most")
    func remainder() throws { #expect(try rests("100", "rest 2", "rest 1") == ["0 66.67", "1 33.33"]) }

    @Test("T9 A sum in three parts comes out exactly")
    func thirds() throws { #expect(try filled("100 EUR by 2026-03", 1...3) == ["33.33", "33.34", "33.33"]) }

    @Test("T11 Two cents for five go to the first two, and none is lost")
    func cents() throws {
        #expect(try rests("0.02", "rest", "rest", "rest", "rest", "rest") == ["0 0.01", "1 0.01"])
    }

    @Test(
        "T12 Days that come again count as often as they lie in January 2024",
        arguments: [
            ("100 EUR every week from 2024-01-01", "500.00"), ("100 EUR every 2 weeks from 2024-01-01", "300.00"),
            ("100 EUR every 7 weeks from 2023-12-04", "100.00"), ("100 EUR every 10 days from 2024-01-01", "400.00"),
            ("100 EUR every 2 months from 2023-11", "100.00"), ("10 EUR a day", "310.00"),
            ("100 EUR every year from 2024-02", "0.00"), ("100 EUR every week from 2024-02-01", "0.00"),
        ])
    func january(target: String, expected: String) throws {
        #expect(try need(target, keeping: "0", in: -23) == expected)
    }

    @Test("T15 Where nothing is left to budget no envelope that takes a part gets any, or loses any")
    func nothingLeft() throws {
        var budget = try TestBudget()
        budget.add("Sink", "rest 1")
        try budget.row("-10", in: 1)
        try budget.row("-15", of: "Sink", in: 1)
        #expect(try budget.fill(1).isEmpty)
        #expect(try budget.sheet.fill(TestBudget.period(1)) { _ in [] }.toBudget.number == "-10.00")
    }

    @Test("13.7 A part of what comes in, of what was spent, and what was assigned before are targets, too")
    func fromBefore() throws {
        var budget = try TestBudget()
        for (name, target) in [
            ("Share", "percent 12.5 of income"), ("Last", "percent 10 of last income"), ("Mean", "average 3"),
            ("Same", "copy 1"),
        ] { budget.add(name, target) }
        try budget.row("1000", in: 3)
        try budget.row("2000.01", in: 4)
        try budget.row("-10", of: "Mean", in: 1)
        try budget.row("-20.01", of: "Mean", in: 3)
        try budget.assign("Same", "77", in: 3)
        #expect(try budget.fill(4) == ["Share 250.00", "Last 100.00", "Mean 10.00", "Same 77.00"])
    }

    @Test("13.7 A target is read as people write it, and says itself in one form")
    func forms() throws {
        let euro = try #require(Currency("EUR"))
        for (written, form) in [
            ("month 50", "month 50.00 EUR"), ("Month €50", "month 50.00 EUR"),
            ("cap 50 EUR at 100", "cap 50.00 EUR at 100.00 EUR"),
            ("10000 by 2026-12", "10000.00 EUR by 2026-12"), ("50 CHF by 2026-12-24", "50.00 CHF by 2026-12-24"),
            ("set aside 500 every year from 2026-03", "set aside 500.00 EUR every 12 months from 2026-03"),
            ("weekly 10 on Friday up to 30", "weekly 10.00 EUR on friday up to 30.00 EUR"),
            ("5 a day", "5.00 EUR a day"), ("rest", "rest 1"), ("rest 2 up to 40", "rest 2 up to 40.00 EUR"),
            ("percent 12.50 of last income", "percent 12.5 of last income"),
            ("bills; month 5", "bills; month 5.00 EUR"),
            ("100 every 2 weeks from 2026-11-27", "100.00 EUR every 2 weeks from 2026-11-27"),
        ] {
            let target = try Target(written: written) { euro }
            #expect(target.text == form)
            #expect(Target(form) == target)
        }
        for text in [
            "", "month", "month x", "cap 50 EUR at 100 CHF", "50 EUR", "rest 0", "bills bills", "month 50 EUR 3",
        ] {
            #expect(Target(text) == nil, "\(text)")
        }
        // A register names each currency.
        #expect(Target("month 50") == nil)
    }
}
