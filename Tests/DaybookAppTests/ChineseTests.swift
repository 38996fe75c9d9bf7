import DaybookApp
import DaybookCore
import Testing

/// Nothing on a Chinese screen is English.
@Suite struct ChineseTests {
    /// What a person reads or hears: texts, labels, titles and hints, but for keys and commands.
    private func words(_ node: Node) -> [String] {
        switch node.content {
        case .empty: return []
        case .text(let text): return [text]
        case .row(_, _, let build): return words(build())
        case .element(let element):
            if element.tag == .kbd || element.tag == .code { return [] }
            let shown = [Attribute.ariaLabel, .title, .placeholder].compactMap { element[$0] }
            return shown + element.children.flatMap(words)
        }
    }

    @Test("No screen in Chinese has an English word", arguments: [Language.traditionalChinese, .simplifiedChinese])
    func noEnglish(language: Language) throws {
        let person = Person(width: 1_440)
        person.dispatch(.screen(.setLanguage(language)))
        // Names, and codes of currencies.
        let names = ["Daybook", "daybook serve --help", "English", "JSON", "TWD", "CNY", "EUR", "x"]
        func check(_ actions: Action...) {
            for action in actions {
                person.dispatch(action)
                for text in words(person.screen) {
                    let rest = names.reduce(text) { $0.replacing($1, with: "") }
                    #expect(!rest.contains { $0.isASCII && $0.isLetter }, "\(text) after \(action)")
                }
            }
        }
        let amount = try Amount("5 EUR", usual: #require(Currency("EUR")))
        check(.screen(.openSettings), .screen(.openSync), .screen(.openShortcuts), .screen(.closeOverlay))
        check(
            .item(
                .createAll(
                    (0..<5).map { _ in TodoDraft(title: "x", amount: amount, plannedDay: CivilDate("2026-10-01")) })))
        let ids = person.state.incomplete.map(\.id)
        for filter in Filter.allCases { check(.screen(.setFilter(filter))) }
        check(
            .screen(.search("xx")), .screen(.search("")), .screen(.setFilter(.all)), .item(.toggle(ids[0])),
            .item(.toggle(ids[0])), .item(.toggle(ids[0])), .item(.delete(ids[0])), .item(.undo), .item(.redo),
            .screen(.openMenu(ids[1], x: 0, y: 0)), .screen(.closeOverlay), .screen(.details(ids[1])),
            .editing(.field(.amount, "1,2,3")), .editing(.commitDetail), .screen(.back), .screen(.openForm),
            .screen(.back), .selection(.start), .selection(.all), .selection(.end), .screen(.pasteLines("x\nx")),
            .screen(.closeOverlay), .outside(.pullFailed(.offline)), .screen(.openSync), .screen(.closeOverlay),
            .outside(.pullFailed(.signedOut)), .screen(.openSync), .screen(.openSettings), .screen(.closeOverlay))
        check(
            .money(.show(true)), .money(.toggleUpcoming), .money(.type("+5 x")), .money(.record),
            .money(.type("-5 x #x #xx @x")), .money(.record))
        check(
            .money(.type("x")), .money(.record), .money(.type("")), .money(.edit(nil)), .money(.kind(.unsorted)),
            .editing(.field(.amount, "5")), .money(.save))
        for range in [ReportRange.lastMonth, .thisYear, .all, .thisMonth] { check(.money(.range(range))) }
        for period in ReportPeriod.allCases { check(.money(.period(period))) }
        for kind in EntryKind.allCases { check(.money(.filter(.kinds([kind])))) }
        check(
            .money(.filter(.kinds([]))), .money(.filter(.text("xxx"))), .money(.filter(.text(""))),
            .money(.toggleFilters), .screen(.openSettings), .screen(.openShortcuts), .screen(.closeOverlay))
        let entry = try #require(person.state.book.entries.all.first).id
        check(
            .screen(.openMenu(entry, x: 0, y: 0)), .money(.edit(entry)), .editing(.field(.tags, "x#x")), .money(.save),
            .money(.delete(entry)))
    }
}
