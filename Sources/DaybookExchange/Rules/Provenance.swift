public import DaybookCore

/// Which rules gave an entry what it has, and what of it is a person's: `payee by ID, #food by ID, note by hand`.
public struct Provenance: Equatable, Sendable {
    /// A part that a rule gives an entry.
    public enum Part: Hashable, Sendable {
        case payee, note, kind, parts, transfer
        case tag(String)
        /// A part that this program doesn't know.
        case other(String)

        /// The name in the mark.
        public var text: String {
            switch self {
            case .payee: "payee"
            case .note: "note"
            case .kind: "kind"
            case .parts: "parts"
            case .transfer: "transfer"
            case .tag(let name): "#" + name
            case .other(let text): text
            }
        }

        init(_ text: String) {
            switch text {
            case "payee": self = .payee
            case "note": self = .note
            case "kind": self = .kind
            case "parts": self = .parts
            case "transfer": self = .transfer
            default: self = text.rest(after: "#").map { .tag($0) } ?? .other(text)
            }
        }
    }

    /// Who gave it.
    public enum Giver: Hashable, Sendable {
        case rule(EntityID)
        case hand
    }

    public internal(set) var givers: [Part: Giver] = [:]

    /// The parts that are a person's.
    public var hands: Set<Part> { Set(givers.filter { $0.value == .hand }.keys) }

    /// The mark of an entry that no rule touched.
    public init() {}

    /// Says that these are a person's.
    public init(byHand hands: Set<Part>) {
        for part in hands { givers[part] = .hand }
    }

    /// Reads what a text says, whoever wrote it: what isn't to be read is left out. No tag has a comma.
    public init(_ text: String) {
        for part in text.parts({ $0 == "," }) {
            let words = String(part).trimmed.split(separator: " ", omittingEmptySubsequences: false)
            guard words.count >= 3, let last = words.last, words[words.count - 2] == "by" else { continue }
            let name = words.dropLast(2).joined(separator: " ")
            if last == "hand" {
                givers[Part(name)] = .hand
            } else if let rule = EntityID(String(last)) {
                givers[Part(name)] = .rule(rule)
            }
        }
    }

    /// The one form of it; empty for nothing.
    public var text: String {
        givers.map { part, giver in
            switch giver {
            case .rule(let id): "\(part.text) by \(id.text)"
            case .hand: "\(part.text) by hand"
            }
        }.map { ByteString($0) }.sorted().map(\.text).joined(separator: ", ")
    }

    /// The same, with what is a person's since, and with a transfer that a rule made.
    public func adding(_ hands: Set<Part>, transferBy rule: EntityID) -> Provenance {
        var mark = self
        for part in hands { mark.givers[part] = .hand }
        mark.givers[.transfer] = .rule(rule)
        return mark
    }
}

extension Entry {
    /// Which rules gave it what it has.
    public var provenance: Provenance { Provenance(extraFields[.ruled]?.text ?? "") }
}
