import DaybookApp
import DaybookCore
import DaybookStorage
import HTTPTypes
import Testing

/// The same action through the app, REST and the command line gives the same registers, or the same refusal.
@Suite struct FaceTests {
    typealias Field = DaybookCore.Field
    typealias Thing = Faces.Thing

    /// One action, as each face takes it.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Nil where the app has no way to do it.
        let app: (@Sendable () -> [Action])?
        let rest: (method: HTTPRequest.Method, path: String, json: String)
        let program: [String]
        /// The beginning of the refusal; nil where it is done.
        let refusal: String?
        var isAsked = false

        /// Something that is done.
        static func done(
            _ name: String, app: (@Sendable () -> [Action])?, _ method: HTTPRequest.Method, _ path: String,
            _ json: String = "", _ program: String...
        ) -> Case {
            Case(testDescription: name, app: app, rest: (method, path, json), program: program, refusal: nil)
        }

        /// Something that is refused.
        static func refused(
            _ name: String, _ refusal: String, app: (@Sendable () -> [Action])?, _ method: HTTPRequest.Method,
            _ path: String, _ json: String = "", _ program: String...
        ) -> Case {
            Case(testDescription: name, app: app, rest: (method, path, json), program: program, refusal: refusal)
        }

        /// Something that a person is asked about first.
        static func asked(
            _ name: String, app: (@Sendable () -> [Action])?, _ method: HTTPRequest.Method, _ path: String,
            _ json: String = "", _ program: String...
        ) -> Case {
            Case(
                testDescription: name, app: app, rest: (method, path, json), program: program, refusal: nil,
                isAsked: true)
        }
    }

    /// A book with accounts in two currencies, one of them closed; with entries, transfers and a statement.
    private static func book() throws -> Faces {
        try Faces { book in
            let euro = try #require(Currency("EUR"))
            try book.setCurrency(euro)
            for (thing, name, currency) in [
                (Thing.bank, "Bank", "EUR"), (.cash, "Cash", "EUR"), (.dollars, "Dollars", "USD"),
                (.closed, "Old", "EUR"),
            ] {
                var account = Changes()
                account[.title] = .text(name)
                account[.amount] = .amount(try Amount("0", usual: #require(Currency(currency))))
                account[.day] = .day(try #require(CivilDate("2026-01-01")))
                try book.perform(.add(.account, thing.id, account))
            }
            for (thing, kind, name) in [
                (Thing.home, Kind.list, "Home"), (.work, .list, "Work"), (.soon, .filter, "Soon"),
                (.rewe, .payee, "Rewe"), (.errand, .todo, "Errand"), (.trip, .template, "Trip"),
                (.jar, .envelope, "Jar"),
            ] {
                var made = Changes()
                made[.title] = .text(name)
                if kind == .filter { made[.query] = .text("#soon") }
                try book.perform(.add(kind, thing.id, made))
            }
            var rule = Changes()
            rule[.ruleText] = .text("tea then tag:drink")
            try book.perform(.add(.rule, Thing.rule.id, rule))
            let rate = try #require(rateOfDollars)
            try book.perform(.add(.rate, rate.id, rate.changes))
            let entries: [(Thing, EntryKind, String, String, Thing)] = [
                (Thing.out, EntryKind.expense, "40", "2026-09-01", Thing.bank),
                (.into, .income, "40", "2026-09-02", .cash), (.tea, .expense, "5", "2026-09-03", .bank),
                (.marked, .expense, "7", "2026-09-04", .bank), (.paid, .expense, "30", "2026-09-05", .bank),
                (.saved, .income, "30", "2026-09-05", .cash), (.back, .income, "7", "2026-09-05", .cash),
                (.shop, .expense, "4", "2026-09-05", .cash),
            ]
            for (thing, kind, amount, day, account) in entries {
                var entry = Changes.entry(
                    kind: kind, amount: try Amount(amount, usual: euro), day: CivilDate(day),
                    note: "\(thing)")
                entry[.account] = .entity(account.id)
                try book.perform(.add(.entry, thing.id, entry))
            }
            var split = Changes()
            split[.parts] = .parts([Part(id: Thing.half.id, amount: try Amount("2", usual: euro), note: "soap")])
            try book.perform(.edit(.entry, Thing.shop.id, split))
            // One transfer was made of entries, and one has a statement.
            _ = try book.join(from: book.reader.entry(Thing.paid.id), to: book.reader.entry(Thing.saved.id))
            var held = Changes()
            (held[.account], held[.toAccount]) = (.entity(Thing.bank.id), .entity(Thing.cash.id))
            (held[.amount], held[.day]) = (
                .amount(try Amount("9", usual: euro)), .day(try #require(CivilDate("2026-09-06")))
            )
            try book.perform(.add(.transfer, Thing.held.id, held))
            var statement = Changes()
            (statement[.account], statement[.day]) = (
                .entity(Thing.bank.id), .day(try #require(CivilDate("2026-09-30")))
            )
            (statement[.amount], statement[.openingSide]) = (.amount(try Amount("16", usual: euro)), .choice(1))
            try book.perform(.add(.reconciliation, Thing.statement.id, statement))
            try book.perform { stamp in
                [Thing.marked.id, Thing.held.id].map {
                    Register($0, .reconciled, stamp, Thing.statement.id.bytes)
                }
            }
            var closed = Changes()
            closed[.closedAt] = .time(.now())
            try book.perform(.edit(.account, Thing.closed.id, closed))
        }
    }

    static let transfer = Transfer.id(from: Thing.paid.id, to: Thing.saved.id)

    /// Fills the form of something that is new, or there, and saves it.
    static func form(_ kind: Kind, _ id: EntityID?, _ values: [(Field, FieldValue)]) -> [Action] {
        [.form(.open(kind, id))] + values.map { .form(.set($0.0, $0.1)) } + [.form(.save)]
    }

    static func list(_ kind: Kind, _ id: EntityID?, _ name: String) -> [Action] {
        form(kind, id, [(.title, .text(name))] + (kind == .filter ? [(.query, .text("#a"))] : []))
    }

    static func entry(_ id: EntityID?, _ values: [(FormField, String)], in account: Thing? = nil)
        -> [Action]
    {
        [.money(.show(true)), .money(.edit(id))] + values.map { .editing(.field($0.0, $0.1)) }
            + (account.map { [.entry(.account($0.id))] } ?? []) + [.money(.save)]
    }

    private static func joined(_ from: Thing, _ to: Thing) -> [Action] {
        [
            .money(.show(true)), .selection(.start), .selection(.toggle(from.id, extends: false)),
            .selection(.toggle(to.id, extends: false)), .account(.join),
        ]
    }

    static func statement(_ balance: String, _ ticked: Thing...) -> [Action] {
        [
            .statement(.open(Thing.bank.id)), .statement(.set(.day, "2026-09-30")),
            .statement(.set(.amount, balance)),
        ] + ticked.map { .statement(.tick($0.id)) } + [.statement(.save)]
    }

    static let cases: [Case] = [
        // Names are unique.
        .refused(
            "A second list of a name", "The name “home” is taken already.", app: { list(.list, nil, "home") }, .post,
            "lists", #"{"name":"home"}"#, "lists", "add", "home"),
        .refused(
            "A list gets the name of another", "The name “Work” is taken already.",
            app: { list(.list, Thing.home.id, "Work") }, .patch, "lists/\(Thing.home.text)", #"{"name":"Work"}"#,
            "lists", "edit", "Home", "--name", "Work"),
        .done(
            "A list gets its own name in capitals", app: { list(.list, Thing.home.id, "HOME") }, .patch,
            "lists/\(Thing.home.text)", #"{"name":"HOME"}"#, "lists", "edit", "Home", "--name", "HOME"),
        .refused(
            "A second filter of a name", "The name “soon” is taken already.", app: { list(.filter, nil, "soon") },
            .post, "filters", ##"{"name":"soon","query":"#a"}"##, "filters", "add", "soon", "#a"),
        .done(
            "A template", app: nil, .post, "templates",
            ##"{"name":"Journey","todo":"Pack #a","subtasks":"Tent\nMap"}"##,
            "templates", "add", "Journey", "--todo", "Pack #a", "--subtask", "Tent", "--subtask", "Map"),
        .refused(
            "A second account of a name", "The name “bank” is taken already.",
            app: { form(.account, nil, [(.title, .text("bank"))]) }, .post, "money-accounts",
            #"{"name":"bank","currency":"EUR"}"#, "money-account", "add", "bank", "--opening", "0 EUR"),
        .refused(
            "An account gets the name of another", "The name “Cash” is taken already.",
            app: { form(.account, Thing.bank.id, [(.title, .text("Cash"))]) }, .patch,
            "money-accounts/\(Thing.bank.text)", #"{"name":"Cash"}"#, "money-account", "edit", "Bank", "--name",
            "Cash"),
        // A closed account takes no money.
        .refused(
            "An entry of a closed account", "The account “Old” is closed.",
            app: { entry(nil, [(.amount, "3"), (.day, "2026-09-10")], in: .closed) }, .post, "entries",
            #"{"kind":"expense","amount":"3","account":"\#(Thing.closed.text)"}"#, "spend", "3", "--account", "Old"),
        .refused(
            "An entry moves to a closed account", "The account “Old” is closed.",
            app: { entry(Thing.tea.id, [], in: .closed) }, .patch, "entries/\(Thing.tea.text)",
            #"{"account":"\#(Thing.closed.text)"}"#, "categorize", Thing.tea.text, "--account", "Old"),
        .refused(
            "A transfer to a closed account", "The account “Old” is closed.",
            app: {
                form(
                    .transfer, nil,
                    [
                        (.account, .entity(Thing.bank.id)), (.toAccount, .entity(Thing.closed.id)),
                        (.amount, .text("3")),
                    ])
            }, .post, "transfers",
            #"{"amount":"3","account":"\#(Thing.bank.text)","toAccount":"\#(Thing.closed.text)"}"#, "transfer", "3",
            "--from", "Bank", "--to", "Old"),
        .refused(
            "A transfer is turned to a closed account", "The account “Old” is closed.",
            app: { form(.transfer, transfer, [(.toAccount, .entity(Thing.closed.id))]) }, .patch,
            "transfers/\(transfer.text)", #"{"toAccount":"\#(Thing.closed.text)"}"#, "transfers", "edit",
            transfer.text, "--to", "Old"),
        // Account and currency agree.
        .refused(
            "An entry in another currency than its account", "“Dollars” is in USD, and the amount in EUR.", app: nil,
            .post, "entries", #"{"kind":"expense","amount":"3 EUR","account":"\#(Thing.dollars.text)"}"#, "spend",
            "3 EUR", "--account", "Dollars"),
        .refused(
            "An account changes its currency", "“Bank” is in EUR, and an account keeps its currency.",
            app: { form(.account, Thing.bank.id, [(.amount, .text("5 USD"))]) }, .patch,
            "money-accounts/\(Thing.bank.text)", #"{"opening":"5","currency":"USD"}"#, "money-account", "edit",
            "Bank", "--opening", "5 USD"),
        // A minus says what is owed. REST has a member for that.
        .done(
            "An account opens with what is owed", app: { form(.account, Thing.bank.id, [(.amount, .text("-5 EUR"))]) },
            .patch, "money-accounts/\(Thing.bank.text)", #"{"opening":"5","side":"owed"}"#, "money-account", "edit",
            "Bank", "--opening=-5 EUR"),
        // Reconciled rows.
        .done(
            "The note of a reconciled entry", app: { entry(Thing.marked.id, [(.note, "green")]) }, .patch,
            "entries/\(Thing.marked.text)", #"{"note":"green"}"#, "categorize", Thing.marked.text, "--note", "green"),
        .asked(
            "The amount of a reconciled entry", app: { entry(Thing.marked.id, [(.amount, "8")]) }, .patch,
            "entries/\(Thing.marked.text)", #"{"amount":"8"}"#, "categorize", Thing.marked.text, "--amount", "8"),
        .asked(
            "A reconciled entry goes", app: { [.money(.show(true)), .money(.delete(Thing.marked.id))] }, .delete,
            "entries/\(Thing.marked.text)", "", "delete-entry", Thing.marked.text),
        .done(
            "The note of a reconciled transfer", app: { form(.transfer, Thing.held.id, [(.note, .text("rent"))]) },
            .patch, "transfers/\(Thing.held.text)", #"{"note":"rent"}"#, "transfers", "edit", Thing.held.text, "--note",
            "rent"),
        .asked(
            "The amount of a reconciled transfer", app: { form(.transfer, Thing.held.id, [(.amount, .text("8"))]) },
            .patch, "transfers/\(Thing.held.text)", #"{"amount":"8"}"#, "transfers", "edit", Thing.held.text,
            "--amount", "8"),
        .asked(
            "A reconciled transfer goes",
            app: { [.money(.show(true)), .form(.delete(.transfer, Thing.held.id))] }, .delete,
            "transfers/\(Thing.held.text)", "", "transfers", "delete", Thing.held.text),
        // Transfers of entries.
        .done(
            "Two entries are joined", app: { joined(.out, .into) }, .post, "transfers",
            #"{"fromEntry":"\#(Thing.out.text)","toEntry":"\#(Thing.into.text)"}"#, "transfers", "join",
            Thing.out.text, Thing.into.text),
        .done(
            "A reconciled entry is joined with another", app: { joined(.marked, .back) }, .post, "transfers",
            #"{"fromEntry":"\#(Thing.marked.text)","toEntry":"\#(Thing.back.text)"}"#, "transfers", "join",
            Thing.marked.text, Thing.back.text),
        .done(
            "A transfer is taken apart", app: { [.money(.show(true)), .account(.part(transfer))] }, .post,
            "transfers/\(transfer.text)/part", "{}", "transfers", "part", transfer.text),
        // A statement.
        .refused(
            "A statement to which the rows don't come",
            "The rows come to -56.00 EUR, and the statement says -100.00 EUR.",
            app: { statement("-100", .out) }, .post, "reconciliations",
            #"{"account":"\#(Thing.bank.text)","day":"2026-09-30","balance":"100","side":"owed","rows":["\#(Thing.out.text)"]}"#,
            "reconcile", "Bank", Thing.out.text, "--day", "2026-09-30", "--balance=-100"),
    ]

    @Test("005.6 The app, REST and the command line follow one rule", arguments: cases + laws.map(\.one))
    func agreement(_ one: Case) async throws {
        let faces = try Self.book()
        var outcomes = [
            "REST": try await faces.rest(one.rest.method, one.rest.path, one.rest.json),
            "command line": try await faces.program(one.program),
        ]
        if let app = one.app { outcomes["app"] = faces.app(app()) }
        for (face, outcome) in outcomes {
            switch outcome {
            case .asked: #expect(one.isAsked, "\(face) asks")
            case .refused(let words):
                #expect(one.refusal.map { words.hasPrefix($0) } ?? false, "\(face): \(words)")
            case .changed(let registers):
                #expect(one.refusal == nil && !one.isAsked && !registers.isEmpty, "\(face): \(registers.sorted())")
                #expect(outcome == outcomes["REST"], "\(face)")
            }
        }
    }
}
