public import DaybookCore
public import DaybookStorage
import Synchronization

extension Book {
    /// The book that the pictures, the demo and a first visit show, in memory. Its days lie around today. All that is random in
    /// it is the same each time, so a device that has it gets nothing twice.
    public static func sample(now: LocalTime) throws -> Book {
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
        try book.write { try $0.fillWithSample(now: now, random) }
        return book
    }
}

extension BookTransaction {
    fileprivate func fillWithSample(now: LocalTime, _ random: BookRandom) throws {
        var random = random
        guard let euro = Currency("EUR") else { return }
        try setCurrency(euro)
        func create(_ kind: Kind, _ name: String, _ values: [(Field, FieldValue)]) throws -> FieldValue {
            let id = EntityID(using: &random)
            var changes = Changes()
            changes[.title] = .text(name)
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
            [(.line, .text("Pack in 3 days #travel")), (.lines, .text("Passport\nBuy socks tomorrow"))])

        var accounts: [String: FieldValue] = [:]
        for (name, kind, opening) in [("Bank", "bank", "1850"), ("Cash", "cash", "120")] {
            accounts[name] = try create(
                .account, name,
                [
                    (.accountKind, place(kind, in: MoneyAccount.kinds)), (.amount, try amount(opening)),
                    (.day, .day(now.day.adding(days: -60))),
                ])
        }
        let entries:
            [(ago: Int64, kind: EntryKind, sum: String, note: String, at: String, account: String, tag: String)]
        entries = [
            (0, .income, "2400", "Salary", "", "Bank", "salary"), (3, .expense, "850", "Rent", "", "Bank", "home"),
            (6, .expense, "42.30", "Groceries", "Corner shop", "Bank", "food"),
            (9, .expense, "18.90", "Bread", "Bakery", "Cash", "food"),
            (12, .expense, "64", "Rail ticket", "", "Bank", "travel"),
            (15, .expense, "12.50", "Lunch", "", "Cash", "food"),
        ]
        for month: Int64 in [50, 20] {
            for entry in entries {
                var changes = Changes.entry(
                    kind: entry.kind, day: now.day.adding(days: entry.ago - month), place: entry.at, note: entry.note,
                    tags: [entry.tag])
                changes[.amount] = try amount(entry.sum)
                changes[.account] = accounts[entry.account]
                if entry.kind == .income { changes[.payee] = .text("Employer") }
                try add(entry: changes)
            }
        }

        let context = try reader.quickContext(now: now, local: euro, usual: euro)
        for (line, notes) in [
            ("Write to Grandma", ""), ("Return the library books next monday #errands", ""),
            ("Present for Mia 40 eur next saturday #gifts", ""), ("Rent 850 eur every 1st +Home", ""),
            ("Power 85 eur every 15th +Home", ""), ("Renew the passport in 18 days !high", ""),
            ("Plan the trip to Tainan +Summer #travel", "Three days in March. Hotel near the river."),
            ("Send the report tomorrow 17:00 +Work !high", ""), ("Prepare the talk in 9 days +Work", ""),
            ("Water the plants every 3 days +Home", ""), ("Book the ferry next friday +Summer !high", ""),
            ("Call the dentist today", ""), ("Buy milk, bread and coffee today #errands", ""),
            ("Read the guide, then finish this to-do", "Nothing of it leaves this browser."),
        ] {
            var changes = Changes.todo(title: line, notes: notes)
            changes.read(context.read(line))
            if notes.hasPrefix("Nothing") { changes[.todayDay] = .day(now.day) }
            try add(todo: changes)
        }
    }
}
