import Testing

@testable import DaybookApp
@testable import DaybookCore

@Suite struct LanguageTests {
    /// Attributes that say nothing to a person, or what the person wrote.
    private static let silent: Set<Attribute> = [
        .class, .id, .type, .for, .href, .rel, .target, .role, .lang, .translate, .autocomplete, .rows, .datetime,
        .enterkeyhint, .inert, .dataKey, .dataState, .ariaChecked, .ariaCurrent, .ariaPressed, .ariaLive, .ariaHidden,
        .ariaExpanded, .ariaDescribedby, .ariaLabelledby, .ariaModal, .ariaHaspopup, .ariaSetsize, .ariaPosinset,
        .ariaInvalid, .inputmode, .scope, .download, .ariaAutocomplete, .ariaControls, .ariaActivedescendant,
        .ariaSelected, .tabindex, .viewBox, .preserveAspectRatio, .strokeWidth, .d, .value, .disabled, .height, .shiftX,
        .shiftY,
    ]

    /// What a person reads or hears, but for keys, commands, and the languages by their own names.
    private func words(_ node: Node) -> [String] {
        switch node.content {
        case .empty: return []
        case .text(let text): return [text]
        case .row(_, _, let build): return words(build())
        case .element(let element):
            if element.tag == .kbd || element.tag == .code { return [] }
            var words = element.children.flatMap { self.words($0) }
            if element.tag == .button, let tag = element[.lang], let language = Language.tagged(tag) {
                words.removeAll { $0 == language.name }
            }
            for part in element.parts {
                if case .attribute(let name, let value?) = part.content, !Self.silent.contains(name) {
                    words.append(value)
                }
            }
            return words
        }
    }

    /// Names, codes of currencies, the terms of queries, and what the walk writes.
    private func withoutNames(_ text: String) -> String {
        [
            "tomorrow", "daily", "until 1 nov", "for 5 times", "Daybook", "daybook serve --help", "JSON", "HTTP", "MB",
            "CSV", "todo.txt", "Taskwarrior", "iCalendar", "hledger", "Beancount",
            "TWD", "CNY", "EUR", "USD", "localhost", "https", "overdue", "due", "by", "today", "tag", "list", "start",
            "priority", "amount", "text", "is", "any", "then", "payee", "from", "to",
        ]
        .reduce(text) { $0.replacing($1, with: "") }.filter { !"xz".contains($0) }
    }

    @Test("All that a screen says comes from the table of texts, and the table has nothing that no screen says")
    func noOtherText() throws {
        var said: Set<Phrase> = []
        var texts: Set<String> = []
        try walk(in: WideEnglish.language) { person, action in
            for text in words(person.screen) where texts.insert(text).inserted {
                said.formUnion(WideEnglish.keys(of: text))
                let strange = withoutNames(text).filter { $0.isLetter && !WideEnglish.isWide($0) }
                #expect(strange.isEmpty, "\("\(strange) in “\(text)” after \(action)".excerpt(300))")
            }
        }
        #expect(Set(Phrase.allCases).subtracting(said) == [])
    }

    @Test(
        "No screen in Chinese has an English word, or a letter of the other script",
        arguments: [Language.traditionalChinese, .simplifiedChinese])
    func chinese(language: Language) throws {
        let others: Set<Character> =
            language == .simplifiedChinese
            ? Set("刪項錄標題備註說詳設語鍵關閉開啟儲復選擇顯尋輸時長與無連個為從數處見帳單動間內額幣種類圖計鏈隱籤記選請試篩條後這飲編輯現隨")
            : Set("删项录标题备注说详设语键关闭开启储复选择显寻输时长与无连个为从数处见账单动间内额币种类图计链隐签记选请试筛条后这饮编辑现随销")
        var texts: Set<String> = []
        try walk(in: language) { person, action in
            for text in words(person.screen) where texts.insert(text).inserted {
                let strange = withoutNames(text).filter { $0.isASCII && $0.isLetter || others.contains($0) }
                #expect(strange.isEmpty, "\("\(strange) in “\(text)” after \(action)".excerpt(300))")
            }
        }
    }

    @Test("A language has a tag, a name and a currency of its own, and says each failure in another way")
    func differences() {
        #expect(Set(Language.all.map(\.tag)).count == Language.all.count)
        #expect(Set(Language.all.map(\.name)).count == Language.all.count)
        let failures: [SyncClient.Failure] =
            [.offline, .signedOut, .clocksDiffer, .unreadable, .status(500), .refused]
            + ServerReason.allCases.map { .unable($0) }
        for language in Language.all {
            #expect(Language.preferred([language.tag]) == language)
            #expect(Set(failures.map { language.failure($0) }).count == failures.count)
        }
        #expect(Language.all.map(\.usualCurrency.code) == ["USD", "TWD", "CNY"])
    }

    @Test("What is shown of two versions, or in two languages, never counts as the same")
    func versions() {
        let numbers = (0..<100).flatMap { number in
            (Language.all + [WideEnglish.language]).map { $0.version([number]) }
        }
        #expect(Set(numbers).count == numbers.count)
    }

    @Test("English tells one from many, Chinese does not") func forms() {
        #expect(
            [0, 1, 2, 1_000].map { Language.english(.countEntries, $0) } == [
                "0 entries", "1 entry", "2 entries", "1,000 entries",
            ])
        #expect([1, 2].map { Language.traditionalChinese(.countEntries, $0) } == ["1 筆", "2 筆"])
    }

    @Test("A text has its values where it says so, and a value is no text") func values() {
        let text: Literal = "%2 of %1|% and %3"
        #expect(text.text("a", "b") == "b of a")
        #expect(text.text(form: 1, "%2|", "b", "c") == "%2| and c")
        #expect(text.text(form: 7, "a", "b", "c") == "a and c")
    }

    @Test("An error has the same words in the app as everywhere else, in English, and its own in Chinese")
    func errors() throws {
        for error in [
            ItemError.notANumber("x"), .notATarget("x"), .twoReadings("1,250", "1250", "1.250"), .tooManyDigits("1"),
            .badTag("#"),
            .tooManyTags(101), .badReminder("x"), .unknownZone("x"), .tooManyReminders(21),
            .textTooLong(.note, bytes: 5), .noAmount, .clockAtEnd, .badDay("x"), .badDay("0026-01-01"),
            .recordingTooLarge(bytes: 1), .blankTitle(.todo), .blankTitle(.account), .titleTooLong(characters: 7),
            .textTooLong(.notes, bytes: 7), .noParent(EntityID(high: 0, low: 1)), .ownParent, .tooDeep,
            .notFound(.rate, EntityID(high: 0, low: 1)), .repeating(.noDay), .repeating(.countAndUntil),
            .nameTaken("x"), .closedAccount(.account, "x"), .noAccount(.account), .sameAccount, .emptyTransfer,
            .sameEnvelope, .badGroup, .noEnvelope, .groupEnvelope("x"), .signedAmount("x"), .hasSign("x"),
            .otherCurrency(.account, "x", .usDollar, .usDollar), .keepsCurrency("x", .usDollar, .usDollar),
            .unequalSides(.zero(.usDollar), .zero(.usDollar)),
            .unbalanced(Sum(.zero(.usDollar)), Sum(.zero(.usDollar))),
        ] {
            #expect(Language.english.problem(error) == error.message)
            #expect(!error.message.contains("%"))
            for language in Language.all.dropFirst() {
                let words = language.problem(error)
                #expect(words != error.message && !words.contains("%"), "\(words)")
            }
        }
    }

    /// The language in the browser before its texts are fetched.
    private func absent(_ language: Language) -> Language {
        Language(
            tag: language.tag, name: language.name, usualCurrency: language.usualCurrency.code,
            speaks: { _ in false }, form: { _ in 0 }, lines: [])
    }

    @Test("A language is shown once its texts are here; until then nothing is, or English where they can't be had")
    func fetched() throws {
        let texts = Array(try #require(TextTable.zhHant).description.utf8) + [0x0A]
        let language = absent(.traditionalChinese)
        var effects: [Effect] = []
        let world = TestWorld().world()
        let app = App(State(node: 7, language: language), world: world) { effects.append($0) }
        var html: String { appScreen(app.state, world).html }
        app.dispatch(.settings(.setLanguage(language)))
        #expect(effects.contains(.fetchTexts(language)))
        app.dispatch(.outside(.loaded([], SyncClient.Progress(epoch: 0))))
        #expect(app.render() == nil)
        app.dispatch(.outside(.texts(nil, of: "zh-Hant")))
        #expect(app.render() != nil)
        #expect(html.contains("The texts in 繁體中文 can’t be fetched now.") && html.contains("lang=\"en\""))
        #expect(effects.contains(.wake(.fetchTexts, milliseconds: Reducer.pollInterval)))
        effects = []
        app.dispatch(.outside(.woken(.fetchTexts)))
        #expect(effects.contains(.fetchTexts(language)))
        // A text that is cut off counts as not there.
        app.dispatch(.outside(.texts(Array(texts.dropLast()), of: "zh-Hant")))
        #expect(html.contains("lang=\"en\""))
        app.dispatch(.outside(.texts(texts, of: "zh-Hant")))
        #expect(html.contains("待辦") && html.contains("lang=\"zh-Hant\""))
        #expect(app.state.usualCurrency.code == "TWD")
        #expect(!effects.contains(.rememberLanguage(language)))
    }

    @Test("Texts that come after the person chose yet another language change nothing") func late() throws {
        let texts = Array(try #require(TextTable.zhHans).description.utf8) + [0x0A]
        let person = Person()
        person.dispatch(.settings(.setLanguage(absent(.simplifiedChinese))))
        #expect(!person.state.settings.awaitsTexts && person.html.contains("To-dos"))
        person.dispatch(.settings(.setLanguage(.english)))
        person.dispatch(.outside(.texts(texts, of: "zh-Hans")))
        #expect(person.state.settings.language == .english)
        person.dispatch(.settings(.setLanguage(absent(.simplifiedChinese))))
        person.dispatch(.outside(.texts(texts, of: "zh-Hans")))
        #expect(person.html.contains("待办") && person.html.contains("lang=\"zh-Hans\""))
    }

    @Test(
        "The language is the first of the person's that the app speaks; the script tells the two of Chinese, then the region"
    )
    func preferredLanguage() {
        for (tags, language) in [
            ([], Language.english), (["fr", "zh-TW", "en"], .traditionalChinese), (["en-GB", "zh"], .english),
            (["zh-CN"], .simplifiedChinese), (["zh-Hans-HK"], .simplifiedChinese), (["ZH-hant"], .traditionalChinese),
            (["yue"], .traditionalChinese), (["yue-HK"], .traditionalChinese), (["yue-CN"], .simplifiedChinese),
            (["yue-Hans"], .simplifiedChinese),
        ] {
            #expect(Language.preferred(tags) == language, "\(tags)")
        }
    }

    @Test("Two sentences are joined as the language joins them") func sentences() throws {
        let person = Person()
        try person.add("a")
        person.dispatch(.outside(.pullFailed(.offline)))
        #expect(person.html.contains("1 change to sync. The server can&#39;t be reached"))
        #expect(person.html.contains("Not sent yet. The server can&#39;t be reached"))
        person.dispatch(.settings(.setLanguage(.traditionalChinese)))
        #expect(person.html.contains("1 項待同步。無法連上伺服器") && person.html.contains("尚未送出。無法連上伺服器"))
        #expect(person.html.contains("1 項待辦 · 共 1 項"))
    }
}
