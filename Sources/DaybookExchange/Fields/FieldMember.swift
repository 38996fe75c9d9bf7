public import DaybookCore

/// How a field stands in JSON, CSV and OpenAPI. Most are a member of their name; what isn't, is here.
struct FieldMember<Owner: Entity>: Sendable {
    enum Form: Sendable {
        /// A string, as the shape has it.
        case plain
        case time
        /// `completed` beside the moment.
        case completion
        /// The number of a place that has one.
        case order
        /// The number as a string, and the currency in a member of its own.
        case amount(currency: String)
        /// An array of strings.
        case texts
        /// An array of objects.
        case parts
        /// The rule, and how it goes on in a member of its own.
        case repeats(mode: String)
        /// The id of the repeating to-do, and the number of the occurrence.
        case occurrence(series: String)
    }

    /// The place in the list of fields.
    let index: Int
    let spec: FieldSpec<Owner>
    let name: String
    let otherName: String?
    let form: Form

    /// The names, in the order in which they are written.
    var names: [String] {
        switch form {
        case .completion: ["completed", name]
        case .amount(let currency): [name, currency]
        case .repeats(let mode): [name, mode]
        case .occurrence(let series): [series, name]
        case .plain, .time, .order, .texts, .parts: [name, otherName].compactMap(\.self)
        }
    }

    /// True where a client or a file says it of what it makes.
    var isInput: Bool { !spec.exposure.isDisjoint(with: [.input, .createOnly]) }

    /// The members of the fields that programs are told, in their order.
    static func members(_ fields: FieldList<Owner>) -> [FieldMember] {
        fields.specs.enumerated().filter { $1.exposure.contains(.output) }.map { index, spec in
            let name = "\(spec.name)"
            let form: Form =
                switch spec.shape {
                case .text, .day, .timeOfDay, .signed, .choice, .digest, .entity: .plain
                case .time: spec.field == .completedAt ? .completion : .time
                case .position: .order
                case .amount: .amount(currency: spec.currency ?? "")
                case .texts: .texts
                case .parts: .parts
                case .repeats: .repeats(mode: name + "Mode")
                case .occurrence: .occurrence(series: "series")
                }
            return FieldMember(
                index: index, spec: spec, name: spec.shape == .position ? "order" : name,
                otherName: spec.formerName.map { "\($0)" }, form: form)
        }
    }
}

extension Shape {
    /// A value as files and JSON have it; an amount without its currency, and tags parted by commas. Nil for nothing.
    public func text(_ value: FieldValue) -> String? {
        switch value {
        case .nothing: nil
        case .text(let text): text
        case .day(let day): day.text
        case .timeOfDay(let time): time.text
        case .time(let time): time.text
        case .amount(let amount): amount.number
        case .signed(let amount): amount.text
        case .position(let position): position.bytes.isEmpty ? nil : position.hexadecimal
        case .choice(let number):
            if case .choice(let names) = self, names.indices.contains(Int(number)) { names[Int(number)] } else { nil }
        case .digest(let digest): digest.text
        case .entity(let id): id.text
        case .texts(let texts): texts.joined(separator: ",")
        case .parts(let parts): parts.isEmpty ? nil : String(decoding: PartJSON.portable(parts).bytes, as: UTF8.self)
        case .repeats(let repeats): repeats.text
        case .occurrence(let occurrence): occurrence.text
        }
    }

    /// Tells what a text says.
    ///
    /// - Parameter name: of the field, for what is said where the text isn't right.
    public func value(of text: String, _ name: String) throws(InputError) -> FieldValue {
        switch self {
        case .text: return .text(text)
        case .day: return try Self.checked(CivilDate(text), name, Sentence(.badDay(text)), FieldValue.day)
        case .timeOfDay:
            return try Self.checked(
                TimeOfDay(text), name,
                "“\(text.excerpt)” isn't a valid time of day. Use the form 15:00, or 15:00[Europe/Berlin].",
                FieldValue.timeOfDay)
        case .time: return .time(try Timestamp(written: text, name))
        case .position:
            return try Self.checked(
                Position(hexadecimal: text), name,
                "\"\(text.excerpt)\" isn't a valid place. Give pairs of hexadecimal digits.", FieldValue.position)
        case .choice(let names):
            // Where some have only their number, each may be said by it.
            let isNumbered = names.contains { Int($0) != nil }
            let place = names.firstIndex(of: text) ?? (isNumbered ? names.indices.first { "\($0)" == text } : nil)
            guard let number = place.flatMap({ UInt8(exactly: $0) }) else {
                let list = names.joined(separator: ", ")
                throw InputError(name, "There is no \(name) \"\(text.excerpt)\". Use one of \(list).")
            }
            return .choice(number)
        case .digest:
            return try Self.checked(
                Digest(text), name, "A recording is named by the 64 hexadecimal digits of its SHA-256.",
                FieldValue.digest)
        case .entity:
            return try Self.checked(EntityID(text), name, "An id has 32 hexadecimal digits.", FieldValue.entity)
        case .signed:
            return try Self.checked(
                SignedAmount(text), name,
                "“\(text.excerpt)” isn't a valid amount. Use the form 12.50 EUR, or -12.50 EUR.",
                { .signed($0) })
        case .texts: return .texts(text.split(separator: ",").map { String($0) })
        case .amount: throw InputError(name, Sentence(.notANumber(text)))
        // The meaning of these depends on what else is said.
        case .repeats, .occurrence, .parts: return .nothing
        }
    }

    private static func checked<Part>(
        _ part: Part?, _ name: String, _ reason: Sentence, _ make: (Part) -> FieldValue
    ) throws(InputError) -> FieldValue {
        guard let part else { throw InputError(name, reason) }
        return make(part)
    }
}

extension Timestamp {
    /// The moment of an ISO 8601 text in UTC, with any number of decimals; those behind the third are cut off.
    init(written text: String, _ name: String) throws(InputError) {
        let parts = text.hasSuffix("Z") ? text.dropLast().split(separator: ".", omittingEmptySubsequences: false) : []
        let hasDecimals =
            parts.count == 2 && !parts[1].isEmpty && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
        let whole = hasDecimals ? "\(parts[0]).\((parts[1] + "00").prefix(3))Z" : text
        guard let time = Timestamp(whole) else {
            throw InputError(
                name, "\"\(text.excerpt)\" isn't a valid time. Write one such as 2026-11-21T09:30:00.000Z.")
        }
        self = time
    }
}

extension Position {
    fileprivate var hexadecimal: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Nil for text that isn't pairs of hexadecimal digits.
    fileprivate init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0, digits.count <= 512 else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.count, by: 2) {
            guard digits[start] != UInt8(ascii: "+"), digits[start] != UInt8(ascii: "-"),
                let byte = UInt8(String(decoding: digits[start..<start + 2], as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(byte)
        }
        self.init(bytes: bytes)
    }
}

extension EntryKind {
    /// The kind that is called so.
    ///
    /// - Throws: what says which there are.
    public static func named(_ name: String) throws(InputError) -> EntryKind {
        try Shape.choice(allCases.map(\.name)).value(of: name, "kind").kind ?? .unsorted
    }
}
