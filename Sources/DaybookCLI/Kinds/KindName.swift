import ArgumentParser
import DaybookCore
import DaybookStorage

/// How a person names a thing of a kind: by its name in any case, or by its number in the list where their order counts, or by
/// the start of its id.
struct KindName<Owner: FacedKind>: ExpressibleByArgument, Equatable, Sendable {
    let text: String

    init?(argument: String) {
        text = TypedText.plain(argument)
        if text.isBlank { return nil }
    }

    /// The thing that bears the name, or throws `CommandFailure`.
    func row(in book: BookReader) throws -> KindRow<Owner> {
        let rows = try book.all(Owner.self)
        let (kind, face) = (Owner.kind, Owner.face)
        if face.isNumbered, let number = Int(text) {
            guard rows.indices.contains(number - 1) else {
                throw CommandFailure("There is no \(kind.noun) \(number). 'daybook \(face.name)' shows all.")
            }
            return rows[number - 1]
        }
        var found = rows.filter { $0.item.name.lowercased() == text.lowercased() }
        if found.isEmpty, text.count >= ItemName.shortestPrefix {
            found = rows.filter { $0.id.text.hasPrefix(text.lowercased()) }
        }
        guard let row = found.first else {
            let advice = face.isNumbered ? "Give its number; " : ""
            throw CommandFailure("There is no \(kind.noun) “\(text)”. \(advice)'daybook \(face.name)' shows all.")
        }
        guard found.count == 1 else {
            throw CommandFailure("More than one \(kind.noun) is called “\(text)”. Give the start of its id instead.")
        }
        return row
    }
}
