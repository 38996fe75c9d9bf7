import DaybookCore

/// A place of the app, or something that it can do, as the search finds it.
struct Destination {
    let name: String
    /// Says of which kind it is; empty for what belongs to the app.
    var kind = ""
    let action: Action

    /// Today first; then what people made; then what the app can do.
    static func all(_ state: State) -> [Destination] {
        let texts = state.settings.language
        func days(_ filter: Filter) -> Destination {
            Destination(name: texts.filter(filter), action: .lists(.showAll(filter)))
        }
        var all = [
            days(.today), days(.upcoming), days(.all),
            Destination(name: texts(.money), action: .money(.show(true))),
            Destination(name: texts(.inbox), action: .lists(.show(.inbox))),
        ]
        func add(_ phrase: Phrase, _ made: [(String, Action)]) {
            all += made.map { Destination(name: $0.0, kind: texts(phrase), action: $0.1) }
        }
        let book = state.book
        add(.lists, book.lists.map { ($0.name, .lists(.show(.list($0.id)))) })
        add(.savedFilters, book.filters.map { ($0.name, .lists(.show(.filter($0.id)))) })
        for kind in Kind.plain {
            add(kind.words.all, book.things(of: kind).map { ($0.name, .form(.open(kind, $0.id))) })
        }
        add(.tags, state.lists.tags.map { ("#" + $0, .lists(.show(.tag(TagNames.key($0))))) })
        add(.accounts, book.accounts.map { ($0.name, .account(.show($0.id))) })
        add(.envelopes, book.budget.envelopes.map { ($0.name, .form(.open(.envelope, $0.id))) })
        add(
            .payees,
            state.accounts.payees.payees.map {
                ($0.name, .account(.showPayee(state.accounts.payees.meaning(of: $0.name))))
            })
        let new: [(Phrase, Action)] = ([.transfer, .account, .list, .filter] + Kind.plain).compactMap { kind in
            kind.words.new.map { ($0, .form(.open(kind, nil))) }
        }
        let others: [(Phrase, Action)] = [
            (.sums, .report(.open)), (.questionsPlace, .forecast(.questions)),
            (.forecastPlace, .forecast(.open(nil, nil))), (.budgetPlace, .budget(.open)),
            (.payOffPlace, .forecast(.payOff(nil))), (.goals, .forecast(.questions)),
            (.payees, .account(.list(.payee))),
            (.rules, .account(.list(.rule))),
            (.rates, .account(.list(.rate))), (.importFile, .settings(.show(.data))), (.imports, .importing(.list)),
            (.settings, .screen(.openSettings)), (.shortcuts, .screen(.openShortcuts)), (.undo, .item(.undo)),
        ]
        let first: [(Phrase, Action)] = [(.newTodo, .screen(.openForm)), (.newEntry, .money(.edit(nil)))]
        all += (first + new + others).map { Destination(name: texts($0.0), action: $0.1) }
        add(.theme, [Theme.light, .dark].map { (texts.theme($0), .settings(.setTheme($0))) })
        return all
    }
}
