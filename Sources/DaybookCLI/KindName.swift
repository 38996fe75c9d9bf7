import ArgumentParser
import DaybookCore
import DaybookStorage

/// How a person names a thing of a kind: by its name in any case, or by the start of its id.
struct KindName<Owner: NamedEntity>: ExpressibleByArgument, Equatable, Sendable {
    let text: String

    init?(argument: String) {
        text = TypedText.plain(argument)
        if text.isBlank { return nil }
    }

    /// The thing that bears the name, or throws `CommandFailure`.
    func row(in book: BookReader) throws -> KindRow<Owner> {
        let rows = try book.all(Owner.self)
        var found = rows.filter { $0.item.name.lowercased() == text.lowercased() }
        if found.isEmpty, text.count >= ItemName.shortestPrefix {
            found = rows.filter { $0.id.text.hasPrefix(text.lowercased()) }
        }
        let kind = Owner.kind
        guard let row = found.first else {
            throw CommandFailure("There is no \(kind.noun) “\(text)”. 'daybook \(kind.nouns)' shows all.")
        }
        guard found.count == 1 else {
            throw CommandFailure("More than one \(kind.noun) is called “\(text)”. Give the start of its id instead.")
        }
        return row
    }
}
