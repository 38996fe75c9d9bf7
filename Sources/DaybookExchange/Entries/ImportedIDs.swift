public import DaybookCore

/// Gives the entries of a file their ids, one after the other.
public struct ImportedIDs {
    /// How many entries had a content so far.
    private var counts: [EntityID: Int] = [:]
    /// The entries that brought an id along, whatever day it is and however their amounts are written.
    private var contents: [EntityID: Changes] = [:]

    /// For one file, from its first entry on.
    public init() {}

    /// The id of the next entry: the one that it brings along, else one of its content, and of how many before it were
    /// equal.
    ///
    /// - Parameter knows: whether the book knows an id, those that were given for this file included.
    /// - Returns: nil if the entry is known.
    /// - Throws: `InputError` if an entry before it has the same id and another content.
    public mutating func next(
        _ json: JSONValue, _ input: EntryInput, knows: (EntityID) throws -> Bool
    ) throws -> EntityID? {
        let first = input.derivedID(0)
        let occurrence = counts[first, default: 0]
        counts[first] = occurrence + 1
        let given = try EntryInput.id(in: json)
        if let given {
            let content = input.draft(today: CivilDate(daysSince1970: 0))
            guard contents[given, default: content] == content else {
                throw InputError(
                    "id", "Another entry of the file has the id \(given.text). Remove it from one of the two.")
            }
            contents[given] = content
        }
        let id = given ?? (occurrence == 0 ? first : input.derivedID(occurrence))
        return try knows(id) ? nil : id
    }

    /// The id of the next transfer: the one that it brings along, else one of its content, as for an entry.
    public mutating func next(_ json: JSONValue, _ content: [UInt8]) throws(InputError) -> EntityID {
        let first = EntityID(derivedFrom: content, for: "imported transfer")
        let occurrence = counts[first, default: 0]
        counts[first] = occurrence + 1
        if let given = try EntryInput.id(in: json) { return given }
        guard occurrence > 0 else { return first }
        return EntityID(derivedFrom: content + Array(" \(occurrence)".utf8), for: "imported transfer")
    }
}

extension EntryInput {
    /// The id that an entry of a file brings along; nil if it brings none.
    fileprivate static func id(in json: JSONValue) throws(InputError) -> EntityID? {
        guard let text = try members(json).nullableText("id") ?? nil else { return nil }
        guard let id = EntityID(text) else { throw InputError("id", "An id has 32 hexadecimal digits.") }
        return id
    }

    /// An id for an entry that comes without one: the same for the same content, however that is written, and whatever
    /// the usual currency and the time zone are at the moment.
    ///
    /// - Parameter occurrence: how many times the content has come up before; equal lines are different entries.
    fileprivate func derivedID(_ occurrence: Int) -> EntityID {
        func text(_ field: Field) -> String { values[field]?.text ?? "" }
        let tags = Set((values[.tag]?.texts ?? []).map { ByteString($0.trimmed) }).sorted().map(\.text)
        var bytes: [UInt8] = []
        bytes.append(bigEndian: UInt64(occurrence))
        let parts = [
            values[.kind]?.kind?.name ?? "", amountText, day?.text ?? "", createdAt?.text ?? "", text(.place),
            text(.note),
        ]
        for text in parts + tags { bytes.append(counted: Array(text.utf8)) }
        // Only where there are some: the ids of lines without stay what they always were.
        if let voice = values[.voice] { bytes += [0, 1] + voice.bytes }
        if let todo = values[.todo] { bytes += [0, 2] + todo.bytes }
        bytes.append(values, but: [.kind, .amount, .day, .createdAt, .place, .note, .tag, .voice, .todo])
        return EntityID(derivedFrom: bytes, for: "import")
    }

    /// The amount in its one form if it names its currency, else in that of each reading: then the currency is a guess,
    /// which other usual currencies make otherwise.
    private var amountText: String {
        guard let amount = values[.amount]?.amount, let money = amounts.first(where: { $0.field == .amount }) else {
            return ""
        }
        // The amount as it was written, with the code of its currency in front if that stood beside it.
        let written = [money.currency, money.text ?? nil].compactMap { $0 }.joined(separator: " ")
        // Under usual currencies that make it one amount only if it names its own: every sign that several currencies
        // share may mean one of the last two.
        let readings = ["XPF", "CNY", "HKD"].map { code in
            Currency(code).flatMap { currency in try? Amount(written, code: nil, usual: { currency }) }
        }
        guard money.currency == nil, Set(readings).count > 1 else { return Self.text(amount) }
        return readings.map { $0.map(Self.text) ?? "" }.joined(separator: "|")
    }

    private static func text(_ amount: Amount) -> String { amount.number + " " + amount.currency.code }
}

extension [UInt8] {
    /// Tells content apart from other content.
    mutating func append(counted content: [UInt8]) {
        append(varint: UInt64(content.count))
        self += content
    }

    /// The values of fields beside some, each behind the number of its field. Made-up amounts count in their one form.
    mutating func append(_ values: FieldValues, but known: [Field]) {
        for element in values.all where !known.contains(element.field) && !element.value.isNothing {
            append(0)
            append(varint: UInt64(element.field.rawValue))
            append(counted: element.value.bytes)
        }
    }
}
