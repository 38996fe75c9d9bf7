public import DaybookCore

public typealias PartJSON = ItemJSON<Part>

private let partMembers = PartJSON.Members(Part.fields)
private let partInputs = FieldMember.members(Part.fields)

/// A part, which people name by its place.
private struct PartItem: ItemRow {
    let item: Part
    var number: Int64 { 0 }
}

extension ItemJSON<Part> {
    private static var portable: PartJSON { PartJSON(.neither, partMembers) }

    static func portable(_ parts: [Part]) -> JSONWriter { portable.list(parts.map { PartItem(item: $0) }) }

    /// Does the same as `portable`, as a part of something larger.
    static func append(_ parts: [Part], to json: inout JSONWriter) {
        portable.append(parts.map { PartItem(item: $0) }, to: &json)
    }
}

/// The members of a part that a client or a file says.
struct PartInput: Equatable, Sendable {
    private let id: EntityID
    private let input: FieldInput<Part>

    /// The parts of an entry, if each member is of the kind that it has to be.
    static func all(_ list: [JSONValue]) throws(InputError) -> [PartInput] {
        guard list.count <= Part.most else { throw InputError("parts", Sentence(verbatim: Part.tooMany(list.count))) }
        var parts: [PartInput] = []
        for json in list { parts.append(try PartInput(json)) }
        return parts
    }

    private init(_ json: JSONValue) throws(InputError) {
        let members = try JSONMembers(json, "A part", example: "{\"amount\":\"12.50\",\"tags\":[\"food\"]}")
        input = try FieldInput(members, partInputs, isNew: true)
        let text = try members.nullableText("id") ?? nil
        guard let id = text.map({ EntityID($0) }) ?? Part.unnamed else {
            throw InputError("parts", "An id has 32 hexadecimal digits.")
        }
        self.id = id
    }

    /// - Parameter usual: the currency of the entry.
    func part(local: Currency?, usual: () throws -> Currency) throws -> Part {
        let values = try input.values(nil, Part.fields, local: local, usual: usual)
        guard let amount = values[.amount]?.amount else {
            throw InputError("parts", "A part needs an amount. Send it as a string.")
        }
        return Part(
            id: id, amount: amount, tags: values[.tag]?.texts ?? [], note: values[.note]?.text ?? "",
            envelope: values[.envelope]?.entity)
    }
}

extension Part {
    /// How many an entry is given at once.
    public static let most = 100

    static func tooMany(_ count: Int) -> String { "An entry can have at most \(most) parts. This one has \(count)." }
}

extension Changes {
    /// Throws where an entry can't be given these parts. Devices together may give it others, and a file may bring them along.
    ///
    /// - Parameter present: the entry as it is; nil for a new one.
    public func checkParts(of present: Entry?) throws(InputError) {
        guard let parts = self[.parts]?.parts, !parts.isEmpty else { return }
        guard let amount = self[.amount]?.amount ?? present?.amount else {
            throw InputError("parts", "The entry has no amount that could be split. Give it one.")
        }
        guard parts.count <= Part.most else { throw InputError("parts", Sentence(verbatim: Part.tooMany(parts.count))) }
        var sum = Sum(.zero(amount.currency))
        for part in parts {
            guard part.amount.currency == amount.currency else {
                throw InputError(
                    "parts", "The entry is in \(amount.currency.code), and a part in \(part.amount.currency.code).")
            }
            guard part.amount.coefficient > 0 else {
                throw InputError("parts", "A part can't be zero. Send an amount above zero.")
            }
            do {
                sum = try sum.adding(Sum(part.amount))
            } catch {
                throw InputError(error)
            }
        }
        guard let rest = try? Sum(amount).adding(sum.negated), rest.coefficient < 0 else { return }
        throw InputError(
            "parts",
            "The parts come to \(sum.text), and the entry to \(amount.text): \(rest.negated.text) too much.")
    }
}
