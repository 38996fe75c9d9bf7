import DaybookCore
import Fixtures
import Testing

@testable import DaybookExchange

/// What rules say, and what they make of entries.
@Suite struct RuleTests {
    private func rule(_ number: UInt64, _ text: String) -> EntryRule {
        var rule = EntryRule(id: EntityID(high: 1, low: number), createdAt: Timestamp(milliseconds: 0))
        rule.text = text
        return rule
    }

    private func rules(_ texts: [String], accounts: [MoneyAccount] = [], payees: [Payee] = []) -> RuleSet {
        RuleSet(
            texts.enumerated().map { rule(UInt64($0), $1) }, accounts: accounts, payees: PayeeNames(payees))
    }

    private func entry(
        _ raw: String, _ amount: String = "12.50 EUR", kind: EntryKind = .expense, day: String = "2026-11-02"
    ) throws -> Entry {
        var entry = Entry(
            id: EntityID(high: 2, low: 2), kind: kind, amount: try Amount(amount, usual: .usDollar),
            day: try #require(CivilDate(day)), createdAt: Timestamp(milliseconds: 0), note: raw)
        if !raw.isEmpty { entry.extraFields[.rawText] = .text(raw) }
        return entry
    }

    private func account(_ number: UInt64, _ name: String) throws -> MoneyAccount {
        var account = MoneyAccount(id: EntityID(high: 3, low: number), createdAt: Timestamp(milliseconds: 0))
        account.name = name
        account.position = Position(bytes: [1])
        account.opening = .zero(try #require(Currency("EUR")))
        return account
    }

    @Test("008.6 An import asks the book once for all rows, and the rules once a row, however often it reports")
    func asksOnce() throws {
        let text = "Date,Text,Amount\n2026-11-02,Tea shop,-3.50\n2026-11-03,Rent,-800.00\n2026-11-03,Tea,-3.50\n"
        let file = try BankFile(Array(text.utf8), .csv, usual: .usDollar)
        var questions = 0
        var plan = BankImport(
            file, into: try BankAccounts(file, chosen: nil, among: []), entries: [],
            entry: { _ in nil }
        ) { ids in
            questions += 1
            #expect(ids.count == 3)
            return [:]
        }
        #expect(questions == 1)
        plan.follow(rules(["text:tea then tag:drink"]))
        // The reports say that it was found by then.
        plan.rules = rules([])
        let summary = plan.summary(of: file, ImportOptions())
        #expect(summary.ruled == 2 && summary.added == 3)
        let rows = plan.rows(of: file, ImportOptions())
        #expect(rows.map(\.tags) == [["drink"], [], ["drink"]] && rows.map(\.rules.count) == [1, 0, 1])
    }

    @Test("008.4 A rule gives an entry a payee, tags, a note and a kind, and says so; the bank's words stay")
    func gives() throws {
        let set = rules(["text:rewe amount<50 then payee:\"Rewe Markt\" tag:food tag:#home note:Groceries"])
        let raw = "REWE  Sagt Danke 4409"
        let outcome = set.outcome(of: try entry(raw))
        #expect(outcome.entry.payee == "Rewe Markt" && outcome.entry.tags == ["food", "home"])
        #expect(outcome.entry.note == "Groceries" && outcome.entry.rawText == raw)
        #expect(outcome.changes.map(\.part) == [.payee, .note, .tag("food"), .tag("home")])
        #expect(outcome.changes.allSatisfy { $0.rule == EntityID(high: 1, low: 0) })
        let id = EntityID(high: 1, low: 0).text
        #expect(
            outcome.entry.extraFields[.ruled]?.text == "#food by \(id), #home by \(id), note by \(id), payee by \(id)")
        #expect(set.outcome(of: outcome.entry).isEmpty)
        #expect(set.outcome(of: try entry(raw, "50 EUR")).isEmpty)
        #expect(set.outcome(of: try entry("Aldi")).isEmpty)

        let sorted = rules(["then-some|\"a b\" kind:unsorted then kind:income"]).outcome(
            of: try entry("x A B", kind: .unsorted))
        #expect(sorted.entry.kind == .income)
        #expect(rules(["x then kind:income"]).outcome(of: try entry("x")).isEmpty, "a sorted entry keeps its kind")
    }

    @Test(
        "008.4 Each condition holds for what it names",
        arguments: [
            ("rewe|aldi", true), ("text:sagt|\"rewe sagt\"", true), ("-text:rewe", false),
            ("text:\"sagt rewe\"", false),
            ("payee:\"the shop\"", true), ("-payee:Rewe", true), ("account:bank", true), ("account:EUR", false),
            ("amount:12.50", true), ("amount=12.5EUR", true), ("amount>12.50", false),
            ("amount>=12.50 amount<13", true),
            ("amount<=100USD", false), ("kind:expense|income", true), ("kind:income", false), ("day:2026-11", true),
            ("day:2026", true), ("day<2026-11-02", false), ("day>=2026-11", true), ("day>2026-11", false),
            ("day<=2026-10", false), ("day:2026-11-02", true),
        ])
    func conditions(condition: String, holds: Bool) throws {
        var payee = Payee(id: EntityID(high: 4, low: 1), createdAt: Timestamp(milliseconds: 0))
        payee.name = "The Shop"
        var other = Payee(id: EntityID(high: 4, low: 2), createdAt: Timestamp(milliseconds: 0))
        other.name = "REWE Sagt"
        other.extraFields[.payeeOf] = .entity(payee.id)
        let bank = try account(1, "Bank")
        let set = rules([condition + " then tag:x"], accounts: [bank], payees: [payee, other])
        #expect(set.problems == [])
        var entry = try entry("REWE SAGT DANKE 4409")
        entry.extraFields[.account] = .entity(bank.id)
        #expect(set.outcome(of: entry).isEmpty != holds)
    }

    @Test(
        "008.4 A text that isn't a rule is refused with its column, and with what to do",
        arguments: [
            ("", "Column 1: there is no “then”."), ("text:rewe", "Column 10: there is no “then”."),
            ("then tag:x", "Column 1: nothing stands before “then”."),
            ("a then", "Column 7: nothing stands behind “then”."),
            ("a then b", "Column 8: this isn't an action. Use one of payee:, tag:"),
            ("tax:a then tag:x", "Column 1: “tax” isn't a condition."),
            ("a then text:b", "Column 8: “text” isn't an action. Use one of payee, tag, note, kind, parts, transfer."),
            ("a then parts:x", "Column 14: begin each part with its amount"),
            ("a then parts:\"60% 41%\"", "Column 14: The percentages come to more than 100."),
            ("a then parts:\"5 40%\"", "Column 14: parts are amounts or percentages, not both."),
            ("a then parts:\"rest rest\"", "Column 14: one part alone can be the rest."),
            ("a then parts:0", "Column 14: a part can't be zero."),
            ("a then tag:b|c", "Column 14: an action has one value."), ("amount<x then tag:b", "Column 8: "),
            ("day:today then tag:b", "Column 5: “today” isn't a day."), ("day:2026-02-30 then tag:b", "Column 5: "),
            ("text<a then tag:b", "Column 6: text can't be compared."),
            ("text:\"a then tag:b", "Column 6: the quotation mark has no end."),
            ("\"a\"b then tag:b", "Column 4: a value ends before this."),
            ("a then kind:unsorted", "Column 13: “unsorted” isn't a kind."),
            ("a then tag:\"b,c\"", "Column 12: "), ("- then tag:b", "Column 1: nothing stands behind -."),
            ("a| then tag:b", "Column 3: a text is empty."),
            ("a then tag:b then tag:c", "Column 14: a rule has one “then”."),
            ("text: then tag:b", "Column 6: text has no value."),
        ])
    func errors(text: String, message: String) {
        let error = #expect(throws: RuleError.self) { _ = try RuleText(text) }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test("008.4 A rule that names an account which isn't there does nothing and says why; the others go on")
    func missingAccount() throws {
        let set = rules(["x account:Nowhere then tag:a", "x then tag:b"])
        #expect(set.problems.map(\.number) == [1])
        #expect(set.problems[0].error.message == "Column 3: there is no account “Nowhere”. Name one that is there.")
        #expect(set.outcome(of: try entry("x")).entry.tags == ["b"])
    }

    @Test("008.4 The first rule that names a payee counts, a later one sees it, and tags of all add up")
    func order() throws {
        let set = rules([
            "payee:A then tag:early", "x then payee:A tag:one", "x then payee:B tag:two", "payee:a then tag:late",
        ])
        let entry = set.outcome(of: try entry("x")).entry
        #expect(entry.payee == "A" && entry.tags == ["late", "one", "two"])
        // The payee that a rule gave isn't there yet when the rules are asked again.
        #expect(set.outcome(of: entry).isEmpty)
    }

    @Test("008.4 What a person typed, corrected or took away stays, and what a changed rule gave goes")
    func hands() throws {
        let set = rules(["x then payee:A note:N tag:t"])
        var ruled = set.outcome(of: try entry("x")).entry
        // A changed rule, of the same id.
        let other = rules(["x then payee:B"]).outcome(of: ruled).entry
        #expect(other.payee == "B" && other.note == "x" && other.tags == [])
        // One that was deleted.
        #expect(rules([]).outcome(of: ruled).isEmpty)

        ruled.extraFields[.payee] = .text("Mine")
        ruled.tags = []
        let hands: Set<Provenance.Part> = [.payee, .tag("t")]
        #expect(set.outcome(of: ruled, byHand: hands).isEmpty)
        let next = rules(["x then payee:A note:M tag:t tag:T tag:u"]).outcome(of: ruled, byHand: hands).entry
        #expect(next.payee == "Mine" && next.note == "M" && next.tags == ["u"])
        // From then on the mark says it.
        #expect(next.provenance.givers[.payee] == .hand && next.provenance.givers[.tag("t")] == .hand)
        #expect(rules(["x then payee:C tag:t"]).outcome(of: next).entry.payee == "Mine")

        var typed = try entry("")
        (typed.note, typed.tags) = ("lunch", ["Food"])
        typed.extraFields[.payee] = .text("Bob")
        let result = rules(["lunch then payee:A note:N tag:food tag:x"]).outcome(of: typed).entry
        #expect(result.payee == "Bob" && result.note == "lunch" && result.tags == ["Food", "x"])
    }

    @Test("008.4 A rule splits an entry by percentages or amounts and loses no cent; what a person split stays")
    func parts() throws {
        func parts(_ text: String, _ amount: String) throws -> [String] {
            let entry = rules(["x then parts:\"\(text)\""]).outcome(of: try entry("x", amount)).entry
            return entry.parts.map { ([$0.amount.text] + $0.tags + [$0.note]).joined(separator: " ") }
        }
        #expect(
            try parts("33,3% #b #a one 33.3% two 33.4%", "10 EUR")
                == ["3.33 EUR a b one", "3.33 EUR two", "3.34 EUR "])
        #expect(try parts("50% 50%", "0.01 EUR") == ["0.01 EUR "])
        #expect(try parts("4 #food rest #home light bulb", "10 EUR") == ["4.00 EUR food ", "6.00 EUR home light bulb"])
        #expect(try parts("60% rest", "5 JPY") == ["3 JPY ", "2 JPY "])
        #expect(try parts("4EUR", "10 EUR") == ["4.00 EUR "])
        #expect(try parts("4EUR", "10 USD") == [])
        #expect(try parts("11", "10 EUR") == [])
        for cents in 1...2_000 {
            let amount = "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100) EUR"
            let split = rules(["x then parts:\"12.5% 33.3% 54.2%\""]).outcome(of: try entry("x", amount)).entry
            #expect(split.unassigned == nil && split.parts.reduce(0) { $0 + $1.amount.coefficient } == cents)
        }

        let set = rules(["x then parts:\"50% #a rest #b\""])
        let outcome = set.outcome(of: try entry("x", "5 EUR"))
        #expect(outcome.changes.map(\.part) == [.parts] && outcome.changes[0].after == "2.50 EUR #a, 2.50 EUR #b")
        #expect(set.outcome(of: outcome.entry).isEmpty)
        // A changed rule splits anew, and one that is deleted leaves what it split.
        #expect(rules(["x then tag:t"]).outcome(of: outcome.entry).entry.parts.isEmpty)
        #expect(rules([]).outcome(of: outcome.entry).isEmpty)
        var own = try entry("x", "5 EUR")
        own.parts = [Part(amount: try Amount("1 EUR", usual: .usDollar))]
        #expect(set.outcome(of: own).isEmpty)
        var joined = outcome.entry
        joined.parts = []
        #expect(set.outcome(of: joined, byHand: [.parts]).isEmpty)
    }

    @Test("008.4 A rule makes a transfer once; an entry that was taken out of it stays one")
    func transfer() throws {
        let (bank, savings) = (try account(1, "Bank"), try account(2, "Savings"))
        let set = rules(["x then transfer:Savings"], accounts: [bank, savings])
        var entry = try entry("x")
        entry.extraFields[.account] = .entity(bank.id)
        let outcome = set.outcome(of: entry)
        #expect(outcome.transfer?.id == savings.id)
        #expect(set.outcome(of: outcome.entry).isEmpty)
        entry.extraFields[.account] = .entity(savings.id)
        #expect(set.outcome(of: entry).isEmpty, "from an account to itself nothing goes")
        #expect(set.outcome(of: try self.entry("x", "5 USD")).isEmpty, "how much it is there isn't known")
    }

    @Test(
        "008.4 Random rules change random entries once: asked again, they change nothing, whatever a person did meanwhile"
    )
    func idempotent() throws {
        for seed in 0..<1_000 {
            var random = SeededRandom(UInt64(seed))
            func one(_ words: [String]) -> String { random.pick(words) ?? "" }
            func text() -> String {
                let conditions = (0...random.below(2)).map { _ in
                    (random.chance(25) ? "-" : "")
                        + one([
                            "x", "y|z", "text:\"x y\"", "payee:A", "payee:B|c", "amount<10", "amount>=5EUR",
                            "kind:expense",
                            "kind:unsorted", "account:Bank", "day>=2026-11", "day:2026-10",
                        ])
                }
                let actions = (0...random.below(2)).map { _ in
                    one([
                        "payee:A", "payee:B", "payee:C", "tag:s", "tag:S", "tag:t", "note:x", "note:\"y z\"",
                        "kind:expense",
                        "kind:income", "transfer:Savings", "transfer:Bank", "parts:\"50% #s rest\"",
                        "parts:\"5 #t\"",
                    ])
                }
                return conditions.joined(separator: " ") + " then " + actions.joined(separator: " ")
            }
            let accounts = [try account(1, "Bank"), try account(2, "Savings")]
            var payee = Payee(id: EntityID(high: 4, low: 1), createdAt: Timestamp(milliseconds: 0))
            payee.name = one(["A", "x", "y z"])
            func rules() -> RuleSet {
                let kept = (0..<4).filter { _ in random.chance(75) }
                return RuleSet(
                    kept.map { rule(UInt64($0), text()) }, accounts: accounts, payees: PayeeNames([payee]))
            }
            var entry = try entry(
                one(["x", "x y", "y z 4", "q", ""]), one(["4 EUR", "9 EUR", "20 EUR"]),
                kind: random.pick(EntryKind.allCases) ?? .expense, day: one(["2026-10-02", "2026-11-02"]))
            entry.extraFields[.account] = random.pick(accounts).map { .entity($0.id) }
            entry.tags = (random.pick([[], ["s"], ["t", "u"]]) ?? [])
            // What a person said, for ever; and since the rules last changed something.
            var said: [Provenance.Part: String] = [:]
            var hands: Set<Provenance.Part> = []
            for _ in 0..<4 {
                if random.chance(40) {
                    entry.extraFields[.payee] = random.pick([nil, .text("A"), .text("mine")]) ?? nil
                    said[.payee] = entry.payee
                    hands.insert(.payee)
                }
                if random.chance(30) {
                    entry.note = one(["x", "", "mine"])
                    said[.note] = entry.note
                    hands.insert(.note)
                }
                if random.chance(30) {
                    let tag = one(["s", "t", "S"])
                    let isThere = entry.tags.contains(tag)
                    entry.tags = isThere ? entry.tags.filter { $0 != tag } : (entry.tags + [tag]).sorted()
                    said[.tag(tag)] = isThere ? "" : tag
                    hands.insert(.tag(tag))
                }
                let set = rules()
                let outcome = set.outcome(of: entry, byHand: hands)
                if !outcome.isEmpty { hands = [] }
                let again = set.outcome(of: outcome.entry, byHand: hands)
                #expect(again.isEmpty, "seed \(seed): \(again.changes)")
                #expect(outcome.entry.rawText == entry.rawText)
                #expect(outcome.entry.amount == entry.amount && outcome.entry.day == entry.day)
                for (part, text) in said {
                    switch part {
                    case .payee: #expect(outcome.entry.payee == text, "seed \(seed)")
                    case .note: #expect(outcome.entry.note == text, "seed \(seed)")
                    case .tag(let tag): #expect(outcome.entry.tags.contains(tag) == !text.isEmpty, "seed \(seed)")
                    case .kind, .parts, .transfer, .other: break
                    }
                }
                entry = outcome.entry
            }
        }
    }

    @Test(
        "008.4 What a person corrects twice in the same way is proposed as a rule that does it; once, or done already, isn't"
    )
    func proposals() throws {
        func corrected(_ raw: String, _ payee: String, _ tags: [String] = []) throws -> (Entry, Set<Provenance.Part>) {
            var entry = try entry(raw)
            entry.extraFields[.payee] = .text(payee)
            entry.tags = tags
            return (entry, Set([.payee] + tags.map { .tag($0) }))
        }
        let entries = [
            try corrected("REWE SAGT DANKE 4409", "Rewe", ["food"]),
            try corrected("Rewe sagt  danke 17", "Rewe", ["food", "one"]),
            try corrected("Aldi 5", "Aldi"), try corrected("Lidl 1", "Lidl"), try corrected("Lidl 2", "Liddle"),
            try corrected("12 34", "Number"), try corrected("12 34", "Number"),
        ].map { (entry: $0.0, hands: $0.1) }
        let proposals = RuleProposal.all(entries, rules([]))
        #expect(proposals.map(\.text) == ["text:\"rewe sagt danke\" then payee:Rewe tag:food"])
        let set = rules(proposals.map(\.text))
        #expect(set.outcome(of: try entry("REWE SAGT DANKE 99")).entry.payee == "Rewe")
        #expect(RuleProposal.all(entries, set) == [])
    }

    @Test("008.4 A mark that is nonsense says nothing, and one of a newer program stays")
    func mark() {
        let id = EntityID(high: 1, low: 2)
        #expect(Provenance("x, by, note by , payee by 12, #a b by hand").givers == [.tag("a b"): .hand])
        let newer = "shares by \(id.text)"
        #expect(Provenance(newer).text == newer)
        #expect(Provenance("").text == "")
    }
}
