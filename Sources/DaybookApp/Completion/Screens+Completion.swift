import DaybookCore

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
                case "ArrowDown": return .completion(.choose(by: 1))
                case "ArrowUp": return .completion(.choose(by: -1))
                case "Enter", "Tab": return completion.index.map { .completion(.complete($0)) }
                case "Escape": return .completion(.close)
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
                        .state(.ariaSelected, index == completion.index), .on(.click, .completion(.complete(index))),
                        // To press it leaves the field, which writes what was typed of the tag.
                        .ask(.pointerdown) { _ in place == .details ? .completion(.complete(index)) : nil },
                    ], text: "#" + name)
            })
    }
}
