import DaybookCore

/// The tags that are offered while one is being typed.
public struct Completion: Equatable {
    /// Where tags are typed.
    public enum Place: Equatable, Sendable {
        case line, form
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

/// The tags that are offered for what is being typed.
public struct CompletionState {
    /// The offer for the text that was typed last; see `State.completion`.
    private(set) var offered: Completion?
}

/// The actions on the tags that are offered.
public enum CompletionAction: Equatable {
    /// Offers tags for what has just been typed in a field.
    case offer(String, Completion.Place)
    /// Goes on among them.
    case choose(by: Int)
    /// Takes the one with this number, from 0.
    case complete(Int)
    case close
}

extension CompletionState {
    mutating func reduce(_ action: CompletionAction, _ state: State, _ app: inout Reducer) {
        switch action {
        case .offer(let text, let place):
            var names = state.entries.tags
            if place == .details { for todo in state.book.list.all { names += todo.tags } }
            offered = Completion(text, in: place, of: names)
        case .choose(let steps): offered?.choose(by: steps)
        case .close: offered = nil
        case .complete(let index):
            guard let completion = offered, let text = completion.completed(with: index) else { return }
            offered = nil
            switch completion.place {
            case .line:
                app.next.append(.record(.type(text)))
                app.focus(on: "record")
            case .form:
                app.next.append(.entry(.field(.tags, text)))
                app.focus(on: "entry-tags")
            case .details:
                app.next.append(.editing(.field(.tags, text)))
                app.focus(on: state.navigation.route == .form ? "form-tags" : "detail-tags")
            }
        }
    }
}

extension State {
    /// The tags that are offered in a field as it stands.
    func completion(in place: Completion.Place) -> Completion? {
        guard let completion = completion.offered, completion.place == place else { return nil }
        let text =
            switch place {
            case .line: record.line
            case .form: entry.form?[.tags]
            case .details:
                navigation.route == .form
                    ? editing.plan[.tags] : editing.detail?.field == .tags ? editing.detail?.text : nil
            }
        return completion.text == text ? completion : nil
    }
}
