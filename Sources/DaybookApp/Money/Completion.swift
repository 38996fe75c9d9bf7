import DaybookCore

/// The tags that are offered while one is being typed.
public struct Completion: Equatable {
    /// Where tags are typed.
    enum Place: Equatable {
        case line, form
        /// In the details of a to-do.
        case details
    }

    let place: Place
    /// The text in the field: for another text there may be other tags.
    let text: String
    /// `text` without the tag that is being typed.
    private let head: String
    /// The most used first.
    let names: [String]
    /// The one that Enter takes.
    var index: Int?

    /// How many are offered at most.
    private static let limit = 6

    /// Nil if no tag is being typed at the end of the text, or none begins so.
    init?(_ text: String, in place: Place, of tags: [String]) {
        let scalars = text.scalars
        func isComma(_ scalar: Unicode.Scalar) -> Bool { scalar == "," || scalar == "，" || scalar == "、" }
        func isHash(_ scalar: Unicode.Scalar) -> Bool { scalar == "#" || scalar == "＃" }
        var start = scalars.count
        while start > 0, !isComma(scalars[start - 1]), !scalars[start - 1].isSpace { start -= 1 }
        switch place {
        case .line:
            // Several tags may follow one #.
            var token = start
            while token > 0, !scalars[token - 1].isSpace { token -= 1 }
            guard token < scalars.count, isHash(scalars[token]) else { return nil }
            if start == token { start += 1 }
        case .form, .details:
            // Tags may have spaces here.
            while start > 0, !isComma(scalars[start - 1]) { start -= 1 }
            while start < scalars.count, scalars[start].isSpace || isHash(scalars[start]) { start += 1 }
            if start == scalars.count { return nil }
        }
        let word = SearchQuery.fold(String(Array(scalars[start...])))
        let typed = String(Array(scalars[..<start]))
            .parts { isComma($0) || place == .line && (isHash($0) || $0.isSpace) }
            .map { SearchQuery.fold(String(Array($0.drop { $0.isSpace || isHash($0) }))) }
        var names: [String] = []
        var known: [[UInt8]] = [word] + typed
        for name in tags where names.count < Self.limit {
            let folded = SearchQuery.fold(name)
            guard folded.starts(with: word), !known.contains(folded),
                !name.scalars.contains(where: { isComma($0) || place == .line && $0.isSpace })
            else { continue }
            // The more used of two spellings.
            known.append(folded)
            names.append(name)
        }
        guard !names.isEmpty else { return nil }
        self.place = place
        self.text = text
        head = String(Array(scalars[..<start]))
        self.names = names
    }

    /// The text with a tag in the place of what was typed of it.
    func completed(with index: Int) -> String? {
        guard names.indices.contains(index) else { return nil }
        return head + names[index] + (place == .line ? " " : "")
    }

    /// Goes so many on, and around.
    mutating func choose(by steps: Int) {
        let count = names.count
        index = index.map { ($0 + steps + count) % count } ?? (steps > 0 ? 0 : count - 1)
    }
}

extension State {
    /// The tags that are offered in a field as it stands.
    func completion(in place: Completion.Place) -> Completion? {
        guard let completion = money.completion, completion.place == place else { return nil }
        let text =
            switch place {
            case .line: money.line
            case .form: money.form?.tags
            case .details: editing.detail?.field == .tags ? editing.detail?.text : nil
            }
        return completion.text == text ? completion : nil
    }
}

extension Reducer {
    /// Offers tags for what has just been typed.
    func offerTags(for text: String, in place: Completion.Place, _ state: inout State) {
        var names = state.money.tags
        if place == .details { for todo in state.book.list.all { names += todo.tags } }
        state.money.completion = Completion(text, in: place, of: names)
    }

    /// Puts the chosen tag in the place of what was typed of it.
    mutating func complete(with index: Int, _ state: inout State) {
        guard let completion = state.money.completion, let text = completion.completed(with: index) else { return }
        state.money.completion = nil
        switch completion.place {
        case .line:
            reduce(&state, MoneyAction.type(text))
            focus(on: "record")
        case .form:
            state.money.form?.tags = text
            state.money.form?.hasChanged = true
            focus(on: "entry-tags")
        case .details:
            reduce(&state, EditingAction.field(.tags, text))
            focus(on: "detail-tags")
        }
    }
}

extension Screens {
    /// Makes a field one that offers tags.
    func completing(_ place: Completion.Place) -> [Part] {
        let completion = state.completion(in: place)
        return [
            .attribute(.role, "combobox"), .attribute(.ariaAutocomplete, "list"),
            .state(.ariaExpanded, completion != nil),
            .attribute(.ariaControls, completion == nil ? nil : "completions"),
            .attribute(.ariaActivedescendant, completion?.index.map { "completion-\($0)" }),
            .ask(.keydown) {
                guard let completion, !$0.modifiers.contains(.composing) else { return nil }
                switch $0.text {
                case "ArrowDown": return .money(.chooseTag(by: 1))
                case "ArrowUp": return .money(.chooseTag(by: -1))
                case "Enter", "Tab": return completion.index.map { .money(.completeTag($0)) }
                case "Escape": return .money(.closeTags)
                default: return nil
                }
            },
        ]
    }

    /// The tags that a field offers.
    func completions(_ place: Completion.Place) -> Node {
        guard let completion = state.completion(in: place) else { return .empty }
        return .element(
            .div,
            [
                .id("completions"), .class("filters tags completions"), .attribute(.role, "listbox"),
                .label(texts(.tags)),
                .isOwnWords,
            ],
            completion.names.enumerated().map { index, name in
                .element(
                    .button,
                    [
                        .isButton, .id("completion-\(index)"), .attribute(.role, "option"), .attribute(.tabindex, "-1"),
                        .state(.ariaSelected, index == completion.index), .on(.click, .money(.completeTag(index))),
                        // To press it leaves the field, which writes what was typed of the tag.
                        .ask(.pointerdown) { _ in place == .details ? .money(.completeTag(index)) : nil },
                    ], text: "#" + name)
            })
    }
}
