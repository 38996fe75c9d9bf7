import DaybookCore
import DaybookStorage
import Foundation
import Testing

extension BrowserTests {
    /// Twelve jobs of every day, by finger and by mouse and keyboard. Each says what it took.
    @Suite struct JobTests {
        private static let lists = [
            ["lists", "add", "Home"], ["lists", "add", "Work"], ["add", "Milk", "--list", "Home"],
            ["add", "Bread", "--list", "Home"], ["add", "Report", "--list", "Work"], ["add", "Talk", "--list", "Work"],
            ["add", "Stamps", "--list", "Home"], ["add", "Slides", "--list", "Work"],
        ]
        private static let five = ["Slides", "Stamps", "Talk", "Report", "Bread"]

        @Test("11.1 Five to-dos are captured with one tap or key, and their lines", arguments: Face.allCases)
        func capture(face: Face) async throws {
            try await Hands.run(face, at: "#/today", Self.lists) { hands in
                if face == .phone { try await hands.tap("#new") } else { try await hands.press("n") }
                try await hands.browser.until("document.activeElement.id === 'new'")
                let lines = ["Milk", "Call Ann fri 3pm", "Rent 850 eur every 1st", "Wash #home", "Pay"]
                for line in lines {
                    try await hands.type(line)
                    try await hands.press(WebDriver.Key.enter)
                    try await hands.browser.until(
                        "document.activeElement.id === 'new' && !document.activeElement.value")
                }
                try await hands.daybook.synced()
                #expect(try hands.daybook.book().count == Self.five.count + 1 + lines.count)
                hands.expect(
                    "capture five", taps: face == .phone ? 1 : 0, keys: face == .phone ? 5 : 6,
                    letters: lines.joined().count)
            }
        }

        @Test("11.1 Today is planned: five of two lists are marked, and get the day", arguments: Face.allCases)
        func plan(face: Face) async throws {
            try await Hands.run(face, at: "#/", Self.lists) { hands in
                try await hands.mark(Self.five)
                try await hands.tap("#change-due")
                try await hands.tap(".dialog .segment button", "Today")
                try await hands.browser.until("!document.querySelector('.several, .dialog')")
                try await hands.daybook.synced()
                #expect(try hands.daybook.book().filter { $0.due == .local() }.count == 5)
                hands.expect("plan today", taps: 7)
            }
        }

        @Test("11.1 Three are put off from Today until tomorrow, and are there no longer", arguments: Face.allCases)
        func postpone(face: Face) async throws {
            let titles = ["A", "B", "C"]
            let commands = titles.map { ["add", $0, "--due", "today", "--today"] } + [["add", "D", "--due", "today"]]
            try await Hands.run(face, at: "#/today", commands) { hands in
                if face == .phone {
                    for title in titles {
                        try await hands.swipe(title)
                        try await hands.tap(".row.swiped .swipe button", "Tomorrow")
                        try await hands.browser.until("!document.querySelector('.row.swiped')")
                    }
                } else {
                    try await hands.mark(titles)
                    try await hands.press("d")
                    try await hands.tap(".dialog .segment button", "Tomorrow")
                }
                try await hands.daybook.expect(todos: ["D"])
                try await hands.daybook.synced()
                let day = CivilDate.local().adding(days: 1)
                #expect(try hands.daybook.book().filter { $0.due == day && $0.todayDay == nil }.count == 3)
                // Three of them mark the rows.
                hands.expect("postpone three", taps: face == .phone ? 6 : 3 + 1, keys: face == .phone ? 0 : 1)
            }
        }

        @Test(
            "11.1 A week is looked back on: what is finished by day, then one list after another",
            arguments: Face.allCases)
        func review(face: Face) async throws {
            try await Hands.run(face, at: "#/today", Self.lists) { hands in
                try hands.daybook.finish(["Milk": 1, "Report": 3, "Talk": 3])
                if face == .phone { try await hands.tap("#tab-all") }
                try await hands.tap("#place-all")
                try await hands.tap(".filters button", "Finished")
                try await hands.browser.until("document.querySelectorAll('section.done').length === 2")
                #expect(try await hands.browser.texts("section.done .name") == ["Milk", "Talk", "Report"])
                for (list, count) in [("Home", 2), ("Work", 1)] {
                    if face == .phone { try await hands.tap("#tab-all") }
                    try await hands.tap(".places .account-name", list)
                    try await hands.browser.until(
                        "document.querySelector('h1').textContent === '\(list)'")
                    try await hands.browser.until(
                        "document.querySelectorAll('section.done .row').length === \(3 - count)")
                }
                hands.expect("weekly review", taps: face == .phone ? 3 + 2 * 2 : 2 + 2)
            }
        }

        @Test("11.1 Five are moved to a list", arguments: Face.allCases) func move(face: Face) async throws {
            try await Hands.run(face, at: "#/", Self.lists + [["lists", "add", "Attic"]]) { hands in
                try await hands.mark(Self.five)
                try await hands.tap("#change-list")
                try await hands.tap(".dialog .segment button", "Attic")
                try await hands.browser.until("!document.querySelector('.several, .dialog')")
                try await hands.daybook.synced()
                let attic = try #require(try hands.daybook.lists().first { $0.name == "Attic" }).id
                #expect(try hands.daybook.book().filter { $0.extraFields[.list]?.entity == attic }.count == 5)
                hands.expect("move five", taps: 7)
            }
        }

        @Test(
            "11.1 One tap pays a bill that repeats, from its account and with its tags, and the bank's row fits it",
            arguments: Face.allCases)
        func pay(face: Face) async throws {
            let commands = [
                ["money-account", "add", "Giro", "--kind", "bank", "--opening", "2000 EUR"],
                ["add", "Rent 850 eur every 1st #home"],
            ]
            try await Hands.run(face, at: "#/", commands) { hands in
                try await hands.tap(".row .box")
                try await hands.browser.until("document.querySelector('.notice')")
                try await hands.daybook.synced()
                let paid = try #require(try hands.daybook.entries().first)
                #expect(
                    paid.amount?.text == "850.00 EUR" && paid.tags == ["home"]
                        && paid.extraFields[.account]?.entity != nil)
                let file = hands.daybook.folder.appending(path: "bank.csv")
                let day = paid.day.adding(days: 1).text
                try Data("Date,Description,Amount\n\(day),LANDLORD RENT,-850.00\n".utf8).write(to: file)
                try await hands.daybook.command(["import", file.path, "--account", "Giro"])
                #expect(try hands.daybook.entries().count == 1)
                hands.expect("pay a bill", taps: 1)
            }
        }

        @Test("11.1 A receipt is split in three, of which one keeps the tags of the entry", arguments: Face.allCases)
        func split(face: Face) async throws {
            try await Hands.run(face, at: "#/money", [["spend", "86.40 EUR", "market", "--tag", "food"]]) { hands in
                try await hands.tap(".entry .name", "market")
                for (index, part) in [("20", "home"), ("15", "fun")].enumerated() {
                    try await hands.tap("#add-part")
                    try await hands.browser.until("document.activeElement.id === 'part-\(index)-amount'")
                    try await hands.type(part.0)
                    try await hands.next("#part-\(index)-tags")
                    try await hands.type(part.1)
                }
                if face == .phone {
                    try await hands.tap(".entry-form .save")
                } else {
                    try await hands.press(WebDriver.Key.enter)
                }
                try await hands.daybook.synced()
                let entry = try #require(try hands.daybook.entries().first)
                #expect(entry.parts.map(\.tags) == [["home"], ["fun"]] && entry.unassigned?.text == "51.40 EUR")
                hands.expect("split a receipt", taps: 8, keys: 3, letters: 20)
            }
        }

        @Test("11.1 The groceries of the last quarter are read in the report", arguments: Face.allCases)
        func groceries(face: Face) async throws {
            let today = CivilDate.local()
            let last = today.startOfMonth.adding(months: -((today.month - 1) % 3)).adding(days: -10)
            let commands = [
                ["spend", "310 EUR", "market", "--tag", "groceries", "--on", last.text],
                ["spend", "20 EUR", "market", "--tag", "groceries"],
            ]
            try await Hands.run(face, at: "#/today", commands) { hands in
                if face == .phone { try await hands.tap("#tab-money") } else { try await hands.press("m") }
                try await hands.tap("#sums-open")
                try await hands.tap(".ranges button", "Quarter")
                try await hands.tap(".report-tools .steps .back")
                try await hands.browser.until(
                    "[...document.querySelectorAll('.share')].some((line) => /groceries.*310/.test(line.textContent))")
                hands.expect("groceries of last quarter", taps: face == .phone ? 4 : 3, keys: face == .phone ? 0 : 1)
            }
        }

        @Test("11.1 After a correction three taps change all that is like it, for good", arguments: Face.allCases)
        func correct(face: Face) async throws {
            let commands = (1...4).map { ["spend", "\($0) EUR", "rewe 440\($0)", "--tag", "shop"] }
            try await Hands.run(face, at: "#/money", commands) { hands in
                try await hands.browser.click(".entry .open")
                try await hands.browser.replace("#entry-tags", "food")
                try await hands.browser.click(".entry-form .save")
                try await hands.tap(".notice button", "Always")
                try await hands.daybook.synced()
                #expect(try hands.daybook.entries().map(\.tags) == Array(repeating: ["food"], count: 4))
                // The first tries the rule, the second saves it.
                for text in ["Show what it does", "Save"] { try await hands.tap(".dialog .save", text) }
                try await hands.browser.until("/rewe/.test(document.querySelector('.dialog .payees')?.textContent)")
                hands.expect("correct all alike", taps: 3)
            }
        }

        @Test("11.1 A card is reconciled with its statement", arguments: Face.allCases)
        func reconcile(face: Face) async throws {
            let commands =
                [
                    ["money-account", "add", "Giro", "--kind", "bank", "--opening", "2000 EUR"],
                    ["money-account", "add", "Visa", "--kind", "card", "--opening", "0 EUR"],
                ] + (1...3).map { ["spend", "\($0)0 EUR", "shop \($0)", "--account", "Visa"] }
            try await Hands.run(face, at: "#/money", commands) { hands in
                try await hands.tap(face == .phone ? ".cards .account-name" : ".places .account-name", "Visa")
                if face == .phone { try await hands.tap("#places") }
                try await hands.tap("#reconcile")
                try await hands.browser.until("document.activeElement.id === 'statement-balance'")
                try await hands.type("-60")
                try await hands.tap("#statement-all")
                try await hands.tap(".statement .save")
                try await hands.browser.until("document.querySelector('.statement h3')")
                try await hands.daybook.synced()
                #expect(try hands.daybook.statements() == 1)
                hands.expect("reconcile a card", taps: face == .phone ? 5 : 4, letters: 3)
            }
        }

        @Test("11.1 What is left until payday stands on the first screen of money", arguments: Face.allCases)
        func left(face: Face) async throws {
            let commands = [
                ["money-account", "add", "Giro", "--kind", "bank", "--opening", "2000 EUR"],
                ["add", "Power 50 eur today"],
            ]
            try await Hands.run(face, at: "#/money", commands) { hands in
                try await hands.browser.until("/1,950/.test(document.querySelector('.left .much')?.textContent)")
                hands.expect("left until payday", taps: 0)
            }
        }

        @Test("11.1 A note of long ago is found with one tap or key, and its words", arguments: Face.allCases)
        func find(face: Face) async throws {
            let commands = [["add", "Boiler", "--notes", "The engineer was Mr Okafor"], ["check", "1"]]
            try await Hands.run(face, at: "#/today", commands) { hands in
                if face == .phone { try await hands.tap("#search-all") } else { try await hands.press("/") }
                try await hands.browser.until("document.activeElement.id === 'find'")
                try await hands.type("okafor")
                try await hands.browser.until("/Boiler/.test(document.querySelector('#found')?.textContent)")
                hands.expect("find a note", taps: face == .phone ? 1 : 0, keys: face == .phone ? 0 : 1, letters: 6)
            }
        }
    }
}

extension Daybook {
    /// Finishes to-dos so many days ago.
    fileprivate func finish(_ titles: [String: Int]) throws {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        for (title, days) in titles.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            let todo = try #require(try book.read { try $0.rows() }.map(\.todo).first { $0.title == title })
            let time = Timestamp(milliseconds: Timestamp.now().milliseconds - Int64(days) * 86_400_000)
            try book.write(at: time) { _ = try $0.perform(.check(todo.id)) }
        }
    }

    /// How many statements the book was reconciled with.
    fileprivate func statements() throws -> Int {
        let book = try Book(path: folder.appending(path: "book").path)
        defer { try? book.close() }
        return try book.read { try $0.reconciliations() }.count
    }
}
