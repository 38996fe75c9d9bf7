@testable import DaybookCore
import Testing

/// Sheets whose numbers were worked out by others.
@Suite struct BudgetVectorTests {
    @Test("V1 What an envelope has for a purchase with a card pays the card, and the rest is debt of the card")
    func fundedCard() throws {
        var budget = try TestBudget(.card, envelopes: "Groceries", "Clothing")
        budget.card("Visa")
        try budget.row("500", in: 1)
        try budget.assign("Groceries", "100", in: 1)
        try budget.row("-100", of: "Groceries", on: "Visa", in: 1, 5)
        try budget.row("-75", of: "Clothing", on: "Visa", in: 1, 6)
        try budget.row("100", on: "Visa", in: 2, 3, .payment)
        #expect(try budget.toBudget(1) == "400.00")
        #expect(try budget.left("Groceries", 1) == "0.00")
        #expect(try budget.left("Clothing", 1) == "-75.00")
        #expect(try budget.credit("Clothing", 1) == "75.00")
        #expect(try budget.left("Visa", 1) == "100.00")
        #expect(try budget.page(2).over.number == "0.00")
        #expect(try budget.toBudget(2) == "400.00")
        #expect(try budget.left("Clothing", 2) == "0.00")
        #expect(try budget.left("Visa", 2) == "0.00")
    }

    @Test("V2 Cash is taken from an envelope before a card, also where it was spent later")
    func cashFirst() throws {
        var budget = try TestBudget(.card, envelopes: "Food")
        budget.card("Visa")
        try budget.row("1000", in: 1)
        try budget.assign("Food", "100", in: 1)
        try budget.row("-60", of: "Food", on: "Visa", in: 1, 3)
        try budget.row("-80", of: "Food", in: 1, 9)
        #expect(try budget.left("Food", 1) == "-40.00")
        #expect(try budget.credit("Food", 1) == "40.00")
        #expect(try budget.left("Visa", 1) == "20.00")
        #expect(try budget.page(2).over.number == "0.00")
        #expect(try budget.toBudget(2) == "900.00")
    }

    /// Food has 100; 30 went out by card, and 120 in cash.
    private func overspent(_ mode: BudgetMode) throws -> TestBudget {
        var budget = try TestBudget(mode, envelopes: "Food")
        budget.card("Visa")
        try budget.row("1000", in: 1)
        try budget.assign("Food", "100", in: 1)
        try budget.row("-30", of: "Food", on: "Visa", in: 1, 3)
        try budget.row("-120", of: "Food", in: 1, 9)
        return budget
    }

    @Test("V3 Cash beyond an envelope comes from the next pool, and in the mode of one pool what was on a card, too")
    func cashBeyond() throws {
        let card = try overspent(.card)
        #expect(try card.left("Food", 1) == "-50.00")
        #expect(try card.credit("Food", 1) == "30.00")
        #expect(try card.left("Visa", 1) == "0.00")
        #expect(try card.page(2).over.number == "20.00")
        #expect(try card.toBudget(2) == "880.00")
        let pool = try overspent(.pool)
        #expect(try pool.page(2).over.number == "50.00")
        #expect(try pool.toBudget(2) == "850.00")
    }

    @Test("V4 A move from the pool before the month ends covers what was overspent, on the card, too")
    func covered() throws {
        var budget = try overspent(.card)
        try budget.move("50", from: nil, to: "Food", in: 1)
        #expect(try budget.left("Food", 1) == "0.00")
        #expect(try budget.credit("Food", 1) == "0.00")
        #expect(try budget.left("Visa", 1) == "30.00")
        #expect(try budget.toBudget(1) == "850.00")
        #expect(try budget.toBudget(2) == "850.00")
        #expect(try budget.left("Visa", 2) == "30.00")
    }

    @Test("V5 What is held comes to the pool of the next month")
    func held() throws {
        var budget = try TestBudget(envelopes: "Food")
        try budget.row("1000", in: 1)
        try budget.assign("Food", "300", in: 1)
        try budget.assign("Food", "300", in: 2)
        try budget.move("400", from: nil, to: nil, in: 1, to: 2)
        #expect(try [1, 2, 3].map { try budget.toBudget($0) } == ["300.00", "400.00", "400.00"])
        #expect(try [1, 2, 3].map { try budget.left("Food", $0) } == ["300.00", "600.00", "600.00"])
        #expect(try budget.page(1).held.number == "400.00")
        #expect(try budget.page(2).before.number == "700.00")
    }

    @Test("V6 Spending in no envelope lowers what is to budget at once")
    func rest() throws {
        var budget = try TestBudget(envelopes: "Food")
        try budget.row("1000", in: 1)
        try budget.row("-25", in: 1)
        #expect(try budget.toBudget(1) == "975.00")
        #expect(try budget.page(1).rest.number == "-25.00")
    }

    @Test("V7 Money that is exchanged leaves one pool and enters the other, and no rate is needed")
    func currencies() throws {
        var euro = try TestBudget(envelopes: "Food")
        try euro.row("1000", in: 1)
        try euro.row("-500", in: 1, 2, .exchange)
        var franc = try TestBudget(.pool, "CHF", envelopes: "Food")
        try franc.row("470", in: 1, 2, .exchange)
        #expect(try euro.toBudget(1) == "500.00")
        #expect(try franc.toBudget(1) == "470.00")
        #expect(try franc.page(1).exchanged.number == "470.00")
    }

    @Test("V9 A row that is dated back changes the months from there on")
    func datedBack() throws {
        for assigned in ["50", "0"] {
            var budget = try TestBudget(envelopes: "Food")
            try budget.row("100", in: 1)
            try budget.assign("Food", assigned, in: 1)
            try budget.row("-5", of: "Food", in: 3)
            var sheet = try budget.sheet
            let before = (1...3).map { sheet.page(of: TestBudget.period($0)) }
            try budget.row("-10", of: "Food", in: 1, 20)
            try sheet.change([], to: [try #require(budget.rows.last)])
            for month in 1...3 {
                let page = sheet.page(of: TestBudget.period(month))
                let old = before[month - 1]
                let isCovered = assigned == "50"
                let expected = isCovered || month == 1 ? "-10.00" : "0.00"
                #expect(try page.lines[0].left.adding(old.lines[0].left.negated).number == expected)
                #expect(page.over.number == (month == 2 && !isCovered ? "10.00" : "0.00"))
                #expect(try page == budget.page(month))
            }
        }
    }

    @Test("D Three months come out as Actual's do, with an envelope that keeps what is below zero")
    func threeMonths() throws {
        var budget = try TestBudget(envelopes: "Food", "Rent", "Trip", "Work")
        try budget.carry("Work", .keep, from: 1)
        let assigned = [["300", "900", "200", "0"], ["400", "900", "200", "0"], ["400", "900", "-150", "0"]]
        let spent = [
            ["-350", "-900", "-50", "-120"], ["-380", "-900", "0", "40"], ["-410", "-900", "-10", "80"],
        ]
        let left = [
            ["-50.00", "0.00", "150.00", "-120.00"], ["20.00", "0.00", "350.00", "-80.00"],
            ["10.00", "0.00", "190.00", "0.00"],
        ]
        let names = budget.envelopes.map { $0.name }
        for month in 1...3 {
            try budget.row(month == 1 ? "3000" : "2100", in: month)
            for (place, name) in names.enumerated() {
                try budget.assign(name, assigned[month - 1][place], in: month)
                try budget.row(spent[month - 1][place], of: name, in: month)
            }
        }
        try budget.move("500", from: nil, to: nil, in: 1, to: 2)
        #expect(try [1, 2, 3].map { try budget.toBudget($0) } == ["1100.00", "2150.00", "3100.00"])
        #expect(try [1, 2, 3].map { try budget.page($0).over.number } == ["0.00", "50.00", "0.00"])
        for month in 1...3 { #expect(try names.map { try budget.left($0, month) } == left[month - 1]) }
    }

    @Test("M1 Of two moves that two devices make without knowing of each other both count")
    func twoMoves() throws {
        var budget = try TestBudget(envelopes: "Food", "Fun", "Rent")
        try budget.row("2000", in: 1)
        for (name, amount) in [("Food", "300"), ("Fun", "50"), ("Rent", "900")] {
            try budget.assign(name, amount, in: 1)
        }
        let before = try budget.page(1)
        try budget.move("20", from: "Food", to: "Fun", in: 1)
        try budget.move("30", from: "Food", to: "Rent", in: 1)
        #expect(try ["Food", "Fun", "Rent"].map { try budget.left($0, 1) } == ["250.00", "70.00", "930.00"])
        #expect(try budget.page(1).assigned == before.assigned)
        #expect(try budget.page(1).toBudget == before.toBudget)
    }

    @Test("M2 A total that is typed on one device and a move of another both hold")
    func totalAndMove() throws {
        var budget = try TestBudget(envelopes: "Food", "Fun")
        let total = try budget.sheet.cell(of: TestBudget.id("Food"), in: TestBudget.period(1), try budget.sum("400"))
        #expect(total.assigned.text == "400.00 EUR")
        try budget.move("20", from: "Food", to: "Fun", in: 1)
        // The device that typed the total hears of the move afterwards.
        budget.write([total])
        #expect(try ["Food", "Fun"].map { try budget.left($0, 1) } == ["380.00", "20.00"])
        // A total that is typed now counts the move.
        budget.write([try budget.sheet.cell(of: TestBudget.id("Food"), in: TestBudget.period(1), try budget.sum("400"))]
        )
        #expect(try budget.left("Food", 1) == "400.00")
    }

    @Test("M3 Two devices that fill a month write the same cells, and filling twice is filling once")
    func twoFills() throws {
        var budget = try TestBudget()
        budget.add("Food", "month 300 EUR")
        budget.add("Trip", "1000 EUR by 2026-12")
        budget.add("Fun", "rest 1")
        try budget.row("1000", in: 1)
        var other = budget
        #expect(try budget.fill(1) == ["Food 300.00", "Trip 83.33", "Fun 616.67"])
        try other.fill(1)
        #expect(budget.cells == other.cells)
        let page = try budget.page(1)
        budget.write(other.cells)
        #expect(try budget.page(1) == page)
        #expect(try budget.fill(1).isEmpty)
    }

    @Test(
        "M5 What is below zero stays in an envelope from the month on of which that was said, until another says otherwise"
    )
    func carries() throws {
        var budget = try TestBudget(envelopes: "Food")
        for month in 2...5 { try budget.row("-10", of: "Food", in: month) }
        try budget.carry("Food", .keep, from: 3)
        try budget.carry("Food", .reset, from: 5)
        #expect(
            try (2...6).map { try budget.left("Food", $0) } == ["-10.00", "-10.00", "-20.00", "-30.00", "0.00"])
        #expect(try (3...6).map { try budget.page($0).over.number } == ["10.00", "0.00", "0.00", "30.00"])
    }
}
