import DaybookApp
import DaybookBook
import DaybookCore
import DaybookExchange
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Testing

/// What is to come is the same on every face: in the app, over REST and on the command line.
@Suite struct ToComeTests {
    private let folder: TemporaryFolder
    private let file: String
    private let today = CivilDate.local()

    /// A book of a year and a half, with debts, bills, goals, and rows that come again.
    init() throws {
        folder = try TemporaryFolder()
        file = folder.path("book.sqlite")
        let book = try Book(path: file)
        let euro = try #require(Currency("EUR"))
        try book.write { [today] book in
            try book.setCurrency(euro)
            func id(_ number: UInt64) -> EntityID { EntityID(high: 0x70C0, low: number) }
            func amount(_ text: String) throws -> Amount { try Amount(text, usual: euro) }
            let accounts: [(String, UInt8, String, Bool, [(DaybookCore.Field, FieldValue)])] = [
                ("Giro", 0, "2500", false, []),
                ("Card", 2, "2000", true, [(.interest, .text("19.9")), (.payment, .amount(try amount("50")))]),
                ("Car", 3, "5000", true, [(.interest, .text("6")), (.payment, .amount(try amount("100")))]),
                ("Family", 3, "800", true, []), ("Flat", 4, "200000", false, []),
                ("Savings", 0, "900", false, [(.goal, .text("4000.00 EUR by \(today.adding(days: 400).text)"))]),
                ("Franken", 0, "300 CHF", false, []),
            ]
            for (number, account) in accounts.enumerated() {
                var changes = Changes()
                (changes[.title], changes[.accountKind]) = (.text(account.0), .choice(account.1))
                (changes[.amount], changes[.openingSide]) = (.amount(try amount(account.2)), .choice(account.3 ? 1 : 0))
                for (field, value) in account.4 { changes[field] = value }
                try book.carryOut(.add(.account, id(UInt64(number) + 1), changes))
            }
            var random = SeededRandom(5)
            for day in stride(from: Int64(540), to: 0, by: -3) {
                let cost = try amount("\(random.next() % 90 + 1).\(random.next() % 90 + 10)")
                var entry = Changes.entry(kind: .expense, amount: cost, day: today.adding(days: -day))
                entry[.account] = .entity(id(1))
                try book.carryOut(.add(.entry, EntityID(using: &random), entry))
            }
            for month in stride(from: Int64(500), to: 0, by: -30) {
                let day = today.adding(days: -month)
                for (payee, kind, sum) in [
                    ("Music", EntryKind.expense, "13.99"), ("Work", .income, "2400.50"), ("Bank", .income, "3 CHF"),
                ] {
                    var entry = Changes.entry(kind: kind, amount: try amount(sum), day: day)
                    entry[.payee] = .text(payee)
                    try book.carryOut(.add(.entry, EntityID(using: &random), entry))
                }
            }
            for (number, bill) in [("Rent", "850", "FREQ=MONTHLY"), ("Gym", "9.90", "FREQ=DAILY;INTERVAL=28")]
                .enumerated()
            {
                let due = today.adding(days: Int64(number) * 5 - 2)
                var todo = Changes.todo(title: bill.0, amount: try amount(bill.1), due: due)
                todo[.repeats] = .repeats(Repeat(bill.2, .every, anchor: due))
                try book.carryOut(.add(.todo, id(20 + UInt64(number)), todo))
            }
            // One that was paid is no unplanned spending.
            try book.carryOut(.check(id(20)))
            var envelope = Changes()
            (envelope[.title], envelope[.earmark]) = (.text("Bike"), .entity(id(6)))
            envelope[.goal] = .text("900.00 EUR by \(today.adding(days: 100).text)")
            try book.carryOut(.add(.envelope, id(30), envelope))
            (envelope[.title], envelope[.earmark]) = (.text("Trip"), nil)
            try book.carryOut(.add(.envelope, id(31), envelope))
        }
        try book.close()
    }

    private func program(_ arguments: String...) async throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "daybook")
        process.arguments = arguments + ["--book", file]
        process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.url.path]
        let answer = URL(filePath: folder.path("\(UUID().uuidString).out"))
        try Data().write(to: answer)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: answer)
        try await process.start().value
        #expect(process.terminationStatus == 0)
        return try String(contentsOf: answer, encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    private func rest(_ path: String) async throws -> String {
        let book = try Book(path: file)
        defer { try? book.close() }
        return try await ServerUnderTest(book: book).send(.get, "/api/v1/" + path).text
    }

    private static func world() -> World {
        var seed = SeededRandom(1)
        return World(
            now: { .now() }, random: { seed.next() }, minutesAheadOfUTC: { _ in 0 }, minutesAheadIn: { _, _ in 0 })
    }

    private func app(_ actions: Action...) throws -> App {
        var records: [EntityID: Record] = [:]
        let book = try Book(path: file)
        try book.read { book in
            for register in try book.page(after: 0, now: .now()).registers {
                records[register.entity, default: Record(id: register.entity)].merge(register, isPending: false)
            }
        }
        try book.close()
        let app = App(State(node: 7), world: Self.world()) { _ in }
        app.dispatch(
            .outside(.loaded(records.values.map { LocalBook.Change(before: nil, after: $0) }, SyncClient.Progress())))
        app.dispatch(.outside(.resized(width: 1_440)))
        for action in actions { app.dispatch(action) }
        return app
    }

    private func text(_ json: JSONWriter) -> String { String(decoding: json.bytes, as: UTF8.self) }

    @Test("14.3 The six questions are answered for all currencies in one on each face, and a missing rate is named")
    func questionsInOne() async throws {
        let missing = try await rest("questions?in=eur")
        #expect(missing.contains(#""in":"EUR","surplus":null"#))
        #expect(missing.contains(#""missing":[{"currency":"CHF","day":"#))
        #expect(try await program("questions", "--in", "EUR").contains("All in EUR: ? (no rate from CHF to EUR by "))
        _ = try await program("rate", today.adding(days: -600).text, "CHF", "EUR", "0.9")
        let book = try Book(path: file)
        // It owes francs, too, and pays them back by itself.
        let euro = try #require(Currency("EUR"))
        try await book.write { book in
            var changes = Changes()
            (changes[.title], changes[.accountKind]) = (.text("Chalet"), .choice(3))
            (changes[.amount], changes[.openingSide]) = (.amount(try Amount("1000 CHF", usual: euro)), .choice(1))
            (changes[.interest], changes[.payment]) = (.text("12"), .amount(try Amount("10.50 CHF", usual: euro)))
            try book.carryOut(.add(.account, EntityID(high: 0x70C0, low: 99), changes))
        }
        try book.close()
        let app = try app(.forecast(.questions))
        let views = app.state.questions.views
        let one = try #require(views.first?.told)
        let apart = views.dropFirst().compactMap(\.told)
        #expect(views.first?.isInBase == true && apart.count == 2)
        #expect(one.debts.number == "8700.00")
        // 900 of francs take longer than what is owed in euros.
        let months = apart.compactMap { $0.debtPlan?.months }
        #expect(months.count == 2 && one.debtPlan?.months == months.max() && one.debtPlan?.isWhole == false)
        let answer = try await rest("questions?in=EUR")
        let table = try #require(JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [[String: Any]]).last
        #expect(table?["in"] as? String == "EUR" && table?["debts"] as? String == "8700.00")
        #expect(table?["debtMonths"] as? Int == one.debtPlan?.months)
        #expect(table?["debtInterest"] as? String == one.debtPlan?.interest?.number)
        #expect(table?["yearOfRest"] as? String == one.yearOfRest.number)
        #expect(table?["surplusAtEnd"] as? String == one.surplusAtEnd.number)
        #expect(table?["typicalDay"] as? String == one.typicalDay?.number)
        #expect(try await program("questions", "--in", "EUR", "--json") == answer)
        #expect(try await program("questions", "--in", "EUR").contains("All in EUR\nSurplus "))
    }

    @Test("14.3 The six questions have the same answers in the app, over REST and on the command line")
    func questions() async throws {
        let app = try app(.forecast(.questions))
        let told = app.state.questions.views.compactMap(\.told)
        #expect(told.count == 2 && told.last?.debtPlan?.months != nil && told.last?.typicalDay != nil)
        let own = text(AnsweredQuestions(all: told, inOne: nil).json)
        #expect(try await rest("questions") == own)
        #expect(try await program("questions", "--json") == own)
        // Its sentences have the same numbers.
        let shown = appScreen(app.state, Self.world()).html.replacing(",", with: "")
        for line in try await program("questions").split(separator: "\n") {
            for number in line.matches(of: #/[0-9]+\.[0-9]{1,2}|[0-9]+ (day|month)/#) {
                #expect(shown.contains(number.0), "\(line)")
            }
        }
    }

    @Test("14.4 Plans to pay off and goals are the same in the app, over REST and on the command line")
    func plans() async throws {
        let app = try app(.forecast(.payOff(nil)), .forecast(.typeExtra("200")))
        let plans = text(PayOffPlans.json(app.state.payOff.plans))
        #expect(try await rest("payoff?extra=200") == plans)
        #expect(try await program("payoff", "--extra", "200", "--json") == plans)
        app.dispatch(.forecast(.questions))
        let goals = text(GoalPlan.json(app.state.questions.goals))
        #expect(goals.contains("Bike") && goals.contains("Trip") && goals.contains("Savings"))
        #expect(try await rest("goals") == goals)
        #expect(try await program("goals", "--json") == goals)
    }

    @Test("14.5 Rows that come again are offered alike in the app, over REST and on the command line")
    func proposals() async throws {
        let offered = try app(.forecast(.questions)).state.questions.proposals
        #expect(offered.map(\.payee).sorted() == ["Bank", "Music", "Work"])
        #expect(try await rest("bill-proposals") == text(BillProposal.json(offered)))
        #expect(try await program("bills", "propose", "--json") == text(BillProposal.json(offered)))
    }
}
