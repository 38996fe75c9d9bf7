import DaybookApp
import DaybookCore
import HTTPTypes
import Testing

/// The law of the faces: what is done to a thing of any kind gives the same registers on each.
extension FaceTests {
    enum Deed: String, CaseIterable, Sendable { case created, changed, deleted }

    /// A deed of a kind, as each face takes it.
    struct Law: Sendable {
        let kind: Kind
        let deed: Deed
        let one: Case
    }

    /// The deeds that no face has.
    static let missing: [Kind: Deed] = [
        // A statement is forgotten, and made again.
        .reconciliation: .changed
    ]

    private static let budget: [Kind] = [.cell, .move, .carry]

    @Test(
        "005.6 A thing of each kind is created, changed and deleted on all faces",
        arguments: [.todo, .entry] + Kind.typed.filter { !budget.contains($0) })
    func covers(_ kind: Kind) {
        for deed in Deed.allCases where Self.missing[kind] != deed {
            let laws = Self.laws.filter { $0.kind == kind && $0.deed == deed }
            #expect(laws.contains { $0.one.app != nil }, "No case says how a \(kind.noun) is \(deed.rawValue).")
        }
    }

    private static func law(_ kind: Kind, _ deed: Deed, _ one: Case) -> Law { Law(kind: kind, deed: deed, one: one) }

    /// Saves a rule, which the server has shown before.
    private static func rule(_ id: EntityID?, _ text: String) -> [Action] {
        var shown = ImportAnswer()
        shown.append(.title, "x")
        return form(.rule, id, [(.ruleText, .text(text))])
            + [.outside(.importAnswered(.preview, 200, shown.bytes)), .form(.save)]
    }

    /// Changes the parts of an entry.
    private static func parts(_ thing: Thing, _ changes: PartChange...) -> [Action] {
        [.money(.show(true)), .money(.edit(thing.id))] + changes.map { .entry(.part($0)) } + [.money(.save)]
    }

    static let laws: [Law] = [
        law(
            .todo, .created,
            .done(
                "A to-do is created", app: { [.item(.create(.todo(title: "Call Ann")))] }, .post, "todos",
                #"{"title":"Call Ann"}"#, "add", "Call Ann")),
        law(
            .todo, .changed,
            .done(
                "A to-do is renamed", app: { [.item(.set(Thing.errand.id, .title, .text("Buy milk")))] }, .patch,
                "todos/\(Thing.errand.text)", #"{"title":"Buy milk"}"#, "edit", Thing.errand.text, "--title", "Buy milk"
            )),
        law(
            .todo, .changed,
            .done(
                "A to-do is finished", app: { [.item(.toggle(Thing.errand.id))] }, .patch,
                "todos/\(Thing.errand.text)", #"{"completed":true}"#, "check", Thing.errand.text)),
        law(
            .todo, .deleted,
            .done(
                "A to-do goes", app: { [.item(.delete(Thing.errand.id))] }, .delete, "todos/\(Thing.errand.text)", "",
                "delete", Thing.errand.text)),
        law(
            .entry, .created,
            .done(
                "An entry is created",
                app: { entry(nil, [(.amount, "3"), (.day, "2026-09-10"), (.note, "bread")], in: .cash) }, .post,
                "entries",
                #"{"kind":"expense","amount":"3","day":"2026-09-10","note":"bread","account":"\#(Thing.cash.text)"}"#,
                "spend", "3", "bread", "--on", "2026-09-10", "--account", "Cash")),
        law(
            .entry, .changed,
            .done(
                "An entry gets an amount", app: { entry(Thing.tea.id, [(.amount, "6")]) }, .patch,
                "entries/\(Thing.tea.text)", #"{"amount":"6"}"#, "categorize", Thing.tea.text, "--amount", "6")),
        law(
            .entry, .deleted,
            .done(
                "An entry goes", app: { [.money(.show(true)), .money(.delete(Thing.tea.id))] }, .delete,
                "entries/\(Thing.tea.text)", "", "delete-entry", Thing.tea.text)),
        law(
            .part, .created,
            .done(
                "An entry is split",
                app: { parts(.tea, .add, .type(0, .amount, "2"), .type(0, .note, "milk")) }, .patch,
                "entries/\(Thing.tea.text)", #"{"parts":[{"amount":"2","note":"milk"}]}"#, "split", Thing.tea.text, "2",
                "milk")),
        law(
            .part, .changed,
            .done(
                "A part gets an amount", app: { parts(.shop, .type(0, .amount, "3")) }, .patch,
                "entries/\(Thing.shop.text)", #"{"parts":[{"id":"\#(Thing.half.text)","amount":"3","note":"soap"}]}"#,
                "split", Thing.shop.text, "--change", "1", "3")),
        law(
            .part, .deleted,
            .done(
                "A part goes", app: { parts(.shop, .remove(0)) }, .patch, "entries/\(Thing.shop.text)",
                #"{"parts":null}"#, "split", Thing.shop.text, "--delete", "1")),
        law(
            .list, .created,
            .done(
                "A list is created", app: { list(.list, nil, "Garden") }, .post, "lists", #"{"name":"Garden"}"#,
                "lists",
                "add", "Garden")),
        law(
            .list, .changed,
            .done(
                "A list is renamed", app: { list(.list, Thing.home.id, "House") }, .patch, "lists/\(Thing.home.text)",
                #"{"name":"House"}"#, "lists", "edit", "Home", "--name", "House")),
        law(
            .list, .deleted,
            .done(
                "A list goes", app: { [.form(.delete(.list, Thing.home.id)), .form(.delete(.list, Thing.home.id))] },
                .delete, "lists/\(Thing.home.text)",
                "",
                "lists", "delete", "Home")),
        law(
            .filter, .created,
            .done(
                "A filter is created", app: { list(.filter, nil, "Later") }, .post, "filters",
                ##"{"name":"Later","query":"#a"}"##, "filters", "add", "Later", "#a")),
        law(
            .filter, .changed,
            .done(
                "A filter asks for something else", app: { list(.filter, Thing.soon.id, "Soon") }, .patch,
                "filters/\(Thing.soon.text)", ##"{"query":"#a"}"##, "filters", "edit", "Soon", "--where", "#a")),
        law(
            .filter, .deleted,
            .done(
                "A filter goes", app: { [.form(.delete(.filter, Thing.soon.id))] }, .delete,
                "filters/\(Thing.soon.text)", "", "filters", "delete", "Soon")),
        law(
            .template, .created,
            .done(
                "A to-do becomes a template", app: { [.item(.makeTemplate(Thing.errand.id))] }, .post, "templates",
                #"{"name":"Errand","todo":"Errand"}"#, "templates", "add", "Errand", "--from", Thing.errand.text)),
        law(
            .template, .changed,
            .done(
                "A template is renamed", app: { list(.template, Thing.trip.id, "Tour") }, .patch,
                "templates/\(Thing.trip.text)", #"{"name":"Tour"}"#, "templates", "edit", "Trip", "--name", "Tour")),
        law(
            .template, .deleted,
            .done(
                "A template goes", app: { [.form(.delete(.template, Thing.trip.id))] }, .delete,
                "templates/\(Thing.trip.text)", "", "templates", "delete", "Trip")),
        law(
            .envelope, .created,
            .done(
                "An envelope is created",
                app: { form(.envelope, nil, [(.title, .text("Food")), (.target, .text("refill 5 EUR"))]) }, .post,
                "envelopes", #"{"name":"Food","target":"refill 5.00 EUR"}"#, "envelopes", "add", "Food", "--target",
                "refill 5.00 EUR")),
        law(
            .envelope, .changed,
            .done(
                "An envelope gets a tag", app: { form(.envelope, Thing.jar.id, [(.tag, .text("coins"))]) }, .patch,
                "envelopes/\(Thing.jar.text)", #"{"tags":["coins"]}"#, "envelopes", "edit", "Jar", "--tag", "coins")),
        law(
            .envelope, .deleted,
            .done(
                "An envelope goes", app: { [.form(.delete(.envelope, Thing.jar.id))] }, .delete,
                "envelopes/\(Thing.jar.text)", "", "envelopes", "delete", "Jar")),
        law(
            .account, .created,
            .done(
                "An account is created",
                app: {
                    form(
                        .account, nil,
                        [(.title, .text("Savings")), (.amount, .text("5 EUR")), (.day, .text("2026-09-01"))])
                }, .post, "money-accounts",
                #"""
                {"name":"Savings","kind":"bank","opening":"5","currency":"EUR","side":"owned","openingDay":"2026-09-01",
                 "budget":"on"}
                """#, "money-account", "add",
                "Savings", "--kind", "bank", "--opening", "5 EUR", "--opened", "2026-09-01", "--budget")),
        law(
            .account, .changed,
            .done(
                "An account is renamed", app: { form(.account, Thing.bank.id, [(.title, .text("Giro"))]) }, .patch,
                "money-accounts/\(Thing.bank.text)", #"{"name":"Giro"}"#, "money-account", "edit", "Bank", "--name",
                "Giro")),
        law(
            .account, .deleted,
            .done(
                "An account goes", app: { [.form(.delete(.account, Thing.dollars.id))] }, .delete,
                "money-accounts/\(Thing.dollars.text)", "", "money-account", "delete", "Dollars")),
        law(
            .transfer, .created,
            .done(
                "A transfer is created",
                app: {
                    form(
                        .transfer, nil,
                        [
                            (.account, .entity(Thing.bank.id)), (.toAccount, .entity(Thing.cash.id)),
                            (.amount, .text("3")), (.day, .text("2026-09-10")),
                        ])
                }, .post, "transfers",
                #"{"amount":"3","account":"\#(Thing.bank.text)","toAccount":"\#(Thing.cash.text)","day":"2026-09-10"}"#,
                "transfer", "3", "--from", "Bank", "--to", "Cash", "--on", "2026-09-10")),
        law(
            .transfer, .changed,
            .done(
                "A transfer gets a note", app: { form(.transfer, transfer, [(.note, .text("rent"))]) }, .patch,
                "transfers/\(transfer.text)", #"{"note":"rent"}"#, "transfers", "edit", transfer.text, "--note", "rent")
        ),
        law(
            .transfer, .deleted,
            .done(
                "A transfer goes", app: { [.money(.show(true)), .form(.delete(.transfer, transfer))] }, .delete,
                "transfers/\(transfer.text)", "", "transfers", "delete", transfer.text)),
        law(
            .payee, .created,
            .done(
                "A payee is created", app: { form(.payee, nil, [(.title, .text("Spar"))]) }, .post, "payees",
                #"{"name":"Spar"}"#, "payee", "add", "Spar")),
        law(
            .payee, .changed,
            .done(
                "A payee is renamed", app: { form(.payee, Thing.rewe.id, [(.title, .text("Corner shop"))]) }, .patch,
                "payees/\(Thing.rewe.text)", #"{"name":"Corner shop"}"#, "payee", "rename", "Rewe", "Corner shop")),
        law(
            .payee, .deleted,
            .done(
                "A payee goes", app: { [.account(.list(.payee)), .form(.delete(.payee, Thing.rewe.id))] }, .delete,
                "payees/\(Thing.rewe.text)", "", "payee", "delete", "Rewe")),
        law(
            .rule, .created,
            .done(
                "A rule is created", app: { rule(nil, "coffee then tag:drink") }, .post, "rules",
                #"{"text":"coffee then tag:drink"}"#, "rule", "add", "coffee then tag:drink")),
        law(
            .rule, .changed,
            .done(
                "A rule says something else", app: { rule(Thing.rule.id, "tea then tag:hot") }, .patch,
                "rules/\(Thing.rule.text)", #"{"text":"tea then tag:hot"}"#, "rule", "edit", "1", "tea then tag:hot")),
        law(
            .rule, .deleted,
            .done(
                "A rule goes", app: { [.form(.delete(.rule, Thing.rule.id))] }, .delete, "rules/\(Thing.rule.text)",
                "", "rule", "delete", "1")),
        law(
            .rate, .created,
            .done(
                "A rate is said", app: { rate("2026-09-02", nil) }, .post, "rates",
                #"{"day":"2026-09-02","from":"USD","to":"EUR","rate":"0.8"}"#, "rate", "2026-09-02", "USD", "EUR", "0.8"
            )),
        law(
            .rate, .changed,
            .done(
                "A rate is said again", app: { rate("2026-09-01", rateOfDollars?.id) }, .post, "rates",
                #"{"day":"2026-09-01","from":"USD","to":"EUR","rate":"0.8"}"#, "rate", "2026-09-01", "USD", "EUR", "0.8"
            )),
        law(
            .rate, .deleted,
            .done(
                "A rate goes", app: { rateOfDollars.map { [.form(.delete(.rate, $0.id))] } ?? [] }, .delete,
                "rates/\(rateOfDollars?.id.text ?? "")", "", "rates", "delete", "2026-09-01", "USD", "EUR")),
        law(
            .reconciliation, .created,
            .done(
                "A statement is made", app: { statement("-56", .out) }, .post, "reconciliations",
                #"{"account":"\#(Thing.bank.text)","day":"2026-09-30","balance":"56","side":"owed","rows":["\#(Thing.out.text)"]}"#,
                "reconcile", "Bank", Thing.out.text, "--day", "2026-09-30", "--balance=-56")),
        law(
            .reconciliation, .deleted,
            .done(
                "A statement is forgotten",
                app: { [.statement(.open(Thing.bank.id)), .statement(.forget(Thing.statement.id))] }, .delete,
                "reconciliations/\(Thing.statement.text)", "", "reconcile", "Bank", "--day", "2026-09-30", "--forget")),
    ]

    /// Says what a dollar was worth on a day.
    private static func rate(_ day: String, _ id: EntityID?) -> [Action] {
        form(
            .rate, id,
            [
                (.day, .text(day)), (.rateFrom, .text("USD")), (.rateTo, .text("EUR")), (.rate, .text("0.8")),
            ])
    }

    /// The rate that is in the book.
    static var rateOfDollars: Rate? {
        guard let day = CivilDate("2026-09-01"), let from = Currency("USD"), let to = Currency("EUR"),
            let number = RateNumber("0.9")
        else { return nil }
        return Rate(day, from, to, number)
    }
}
