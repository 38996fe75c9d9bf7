import DaybookCore

extension Screens {
    /// The payees with their other names, then those that only entries name; each opens its form.
    var payeeList: [Node] {
        let names = state.accounts.payees
        var places: [Node] = names.payees.map { payee in
            let others = names.others(of: payee).map { $0.name }.joined(separator: texts(.listComma))
            return place(
                payee.name, others.isEmpty ? "" : texts(.alsoNamed, others), .form(.open(.payee, payee.id)))
        }
        for name in state.book.unmadePayees(names) { places.append(place(name, "", .form(.name(name)))) }
        if places.isEmpty { places.append(.element(.p, [.class("hint")], text: texts(.noPayees))) }
        return [
            .element(.nav, [.class("payees"), .label(texts(.payees))], places),
            .element(
                .footer, [.class("actions")],
                [button(texts(.newPayee), class: "primary", id: "new-payee", .form(.open(.payee, nil)))]),
        ]
    }

    /// One of a list of things by their names, with what else is to be said of it.
    func place(
        _ name: String, _ more: String, _ action: Action, id: String? = nil, isOn: Bool = false, _ look: String = ""
    ) -> Node {
        .element(
            .button,
            [
                .class("place " + look), .attribute(.id, id), .isButton, .attribute(.ariaCurrent, isOn ? "true" : nil),
                .on(.click, action),
            ],
            [
                .element(.span, [.class("account-name")], text: name),
                more.isEmpty ? .empty : .element(.span, [.class("account-sum")], text: more),
            ])
    }

    /// Tells what an entry is called in a list: by the payee that it shows, if it shows one.
    func title(_ entry: Entry) -> String { state.accounts.payees.payee(of: entry)?.name ?? texts.title(entry) }

    /// The rest that a row says of an entry.
    func particulars(_ entry: Entry, showsPayee: Bool) -> String {
        let own = texts.particulars(entry)
        // A row says its account where all are shown.
        let account =
            state.entries.filter.account == nil && state.accounts.balances.count > 1
            ? entry.amount.map { state.accounts.account(entry.extraFields[.account]?.entity, $0.currency).name } ?? ""
            : ""
        let parts = account + (account.isEmpty || own.isEmpty ? "" : " · ") + own
        // The bank's words stand in the details.
        guard showsPayee, !entry.note.isEmpty, entry.note != entry.rawText else { return parts }
        return Screens.firstLine(entry.note) + (parts.isEmpty ? "" : " · " + parts)
    }

    /// Shows what the bank said, and the payees whose name has what is typed.
    func payeeChoices(_ form: EntryForm) -> Node {
        let typed = PayeeNames.key(form[.payee])
        var nodes: [Node] = []
        if let raw = form.entry?.rawText, !raw.isEmpty {
            nodes.append(.element(.p, [.class("reading")], text: texts(.bankSaid, raw)))
        }
        let query = SearchQuery(form[.payee])
        let found =
            typed.isEmpty ? [] : state.accounts.payees.payees.filter { query.matches(SearchQuery.fold($0.name)) }
        if !found.contains(where: { PayeeNames.key($0.name) == typed }), !found.isEmpty {
            nodes.append(
                choices(
                    "filters tags", texts(.payees),
                    found.prefix(6).map { choice($0.name, false, .entry(.payee($0.name))) }))
        }
        return nodes.isEmpty ? .empty : .element(.div, [], nodes)
    }

    /// Which rules gave an entry what it has.
    func rules(of entry: Entry?) -> Node {
        var lines: [Node] = []
        for mark in (entry?.extraFields[.ruled]?.text ?? "").parts({ $0 == "," }) {
            // Such as: #food by ID.
            let words = String(mark).trimmed.parts { $0.isSpace }.map { String($0) }
            guard words.count > 2, let id = words.last.flatMap({ EntityID($0) }),
                let place = state.book.rules.firstIndex(where: { $0.id == id })
            else { continue }
            let what: String =
                switch words[0] {
                case "payee": texts(.payee)
                case "note": texts(.note)
                case "kind": texts(.kindLabel)
                case "transfer": texts(.transfer)
                case "parts": texts(.parts)
                default: words.dropLast(2).joined(separator: " ")
                }
            lines.append(
                .element(
                    .p, [.class("reading")],
                    text: texts(.byRule, what, String(place + 1), state.book.rules[place].text)))
        }
        return lines.isEmpty ? .empty : .element(.div, [], lines)
    }

    /// The payee whose rows are shown; a press shows all again.
    var shownPayee: Node {
        guard let payee = state.entries.filter.payee?.payee else { return .empty }
        return button(payee.name, class: "part", .account(.showPayee(nil)))
    }
}
