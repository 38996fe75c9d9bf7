public import DaybookCore
public import DaybookStorage
import Synchronization

extension Book {
    /// The book that the pictures, the demo and a first visit show, in memory. Its days lie around today. All that is random in
    /// it is the same each time, so a device that has it gets nothing twice.
    ///
    /// - Parameter language: the tag of the language of its texts. Any that it doesn't have is English.
    public static func sample(now: LocalTime, language: String) throws -> Book {
        let drawn = Mutex<UInt64>(0)
        // SplitMix64.
        let random = BookRandom {
            drawn.withLock { state in
                state &+= 0x9E37_79B9_7F4A_7C15
                var number = state
                number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
                number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
                return number ^ number >> 31
            }
        }
        let book = try inMemory(random: random)
        try book.write { try $0.fillWithSample(now: now, SampleTexts(language), random) }
        return book
    }
}

extension BookTransaction {
    fileprivate func fillWithSample(now: LocalTime, _ texts: SampleTexts, _ random: BookRandom) throws {
        var random = random
        guard let euro = Currency("EUR") else { return }
        try setCurrency(euro)
        func create(_ kind: Kind, _ name: String, _ values: [(Field, FieldValue)]) throws -> FieldValue {
            let id = EntityID(using: &random)
            var changes = Changes()
            changes[.title] = .text(texts(name))
            for (field, value) in values { changes[field] = value }
            try carryOut(.add(kind, id, changes))
            return .entity(id)
        }
        func amount(_ text: String) throws -> FieldValue { .amount(try Amount(text, usual: euro)) }
        func place(_ name: String, in names: [String]) -> FieldValue {
            .choice(UInt8(names.firstIndex(of: name) ?? 0))
        }

        for (name, colour) in [("Home", "red"), ("Work", "blue"), ("Summer", "green")] {
            _ = try create(.list, name, [(.colour, place(colour, in: ItemList.colours))])
        }
        _ = try create(.filter, "Bills", [(.query, .text("amount>0"))])
        _ = try create(.filter, "Next seven days", [(.query, .text("due<today+7"))])
        _ = try create(
            .template, "Trip",
            [
                (.line, .text(texts("Pack in 3 days #travel"))),
                (.lines, .text(texts("Passport\nBuy socks tomorrow"))),
            ])

        var accounts: [String: FieldValue] = [:]
        let goal = SavingsGoal(try Amount("6000", usual: euro), by: now.day.adding(days: 240))
        let loan = [(Field.openingSide, FieldValue.choice(1)), (.budget, .choice(1)), (.interest, .text("4.9"))]
        for (name, kind, opening, more) in [
            ("Bank", "bank", "1850", []), ("Cash", "cash", "120", []),
            ("Savings", "bank", "4200", [(.goal, .text(goal.text))]),
            ("Car loan", "loan", "6000", loan + [(.payment, try amount("250"))]),
        ] as [(String, String, String, [(Field, FieldValue)])] {
            accounts[name] = try create(
                .account, name,
                [
                    (.accountKind, place(kind, in: MoneyAccount.kinds)), (.amount, try amount(opening)),
                    (.day, .day(now.day.adding(days: -90))),
                ] + more)
        }
        // The sums of the month before, and of this one.
        let entries:
            [(ago: Int64, kind: EntryKind, sums: [String], note: String, at: String, account: String, tag: String)]
        entries = [
            (0, .income, ["2400", "2400"], "Salary", "", "Bank", "salary"),
            (3, .expense, ["850", "850"], "Rent", "", "Bank", "home"),
            (6, .expense, ["58.10", "42.30"], "Groceries", "Corner shop", "Bank", "food"),
            (9, .expense, ["12.60", "18.90"], "Bread", "Bakery", "Cash", "food"),
            (12, .expense, ["38", "64"], "Rail ticket", "", "Bank", "travel"),
            (15, .expense, ["12.50", "14.80"], "Lunch", "", "Cash", "food"),
        ]
        for (month, ago) in [50 as Int64, 20].enumerated() {
            for entry in entries {
                var changes = Changes.entry(
                    kind: entry.kind, day: now.day.adding(days: entry.ago - ago), place: texts(entry.at),
                    note: texts(entry.note), tags: [texts(entry.tag)])
                changes[.amount] = try amount(entry.sums[month])
                changes[.account] = accounts[entry.account]
                if entry.kind == .income { changes[.payee] = .text(texts("Employer")) }
                try add(entry: changes)
            }
        }
        // A bill that no to-do plans: it comes a third time, and is proposed.
        for ago: Int64 in [75, 45, 15] {
            var changes = Changes.entry(
                kind: .expense, day: now.day.adding(days: -ago), note: texts("Phone"), tags: [texts("phone")])
            changes[.amount] = try amount("24.90")
            changes[.account] = accounts["Bank"]
            changes[.payee] = .text(texts("Phone company"))
            try add(entry: changes)
        }

        for (name, tag, target) in [
            ("Home", "home", "month 935 EUR"), ("Food", "food", "refill 250 EUR"), ("Gifts", "gifts", "month 40 EUR"),
            ("Travel", "travel", "600 EUR by \(now.day.adding(days: 120).text.prefix(7))"), ("Rainy day", "", "rest 1"),
        ] {
            _ = try create(
                .envelope, name, [(.tag, .texts(tag.isEmpty ? [] : [texts(tag)])), (.target, .text(target))])
        }
        for ago: Int64 in [1, 0] {
            let sheet = try reader.budgetSheet(in: euro)
            let period = sheet.plan.periods.number(of: now.day) - ago
            for cell in try sheet.fill(period, bills: { _ in [] }).cells { try set(cell) }
        }

        let context = try reader.quickContext(now: now, local: euro, usual: euro)
        for (line, notes) in [
            ("Write to Grandma", ""), ("Return the library books next monday #errands", ""),
            ("Present for Mia 40 eur next saturday #gifts", ""), ("Rent 850 eur every 1st #home +Home", ""),
            ("Power 85 eur every 15th #home +Home", ""), ("Earn 2400 eur Salary every 30th to Bank #salary", ""),
            ("Put aside 200 eur from Bank to Savings every 2nd", ""),
            ("Pay off the car 250 eur from Bank to Car loan every 5th", ""),
            ("Renew the passport in 18 days !high", ""),
            ("Plan the trip to Tainan +Summer #travel", "Three days in March. Hotel near the river."),
            ("Send the report tomorrow 17:00 +Work !high", ""), ("Prepare the talk in 9 days +Work", ""),
            ("Water the plants every 3 days +Home", ""), ("Book the ferry next friday +Summer !high", ""),
            ("Call the dentist today", ""), ("Buy milk, bread and coffee today #errands", ""),
            ("Read the guide, then finish this to-do", "Nothing of it leaves this browser."),
        ] {
            var changes = Changes.todo(title: texts(line), notes: texts(notes))
            changes.read(context.read(texts(line)))
            if notes.hasPrefix("Nothing") { changes[.todayDay] = .day(now.day) }
            try add(todo: changes)
        }
    }
}
