import DaybookCore

/// A text that was typed at a place and isn't saved. It stays on this device until it is saved or discarded.
struct Draft: Equatable {
    /// A place where one types, with its number in the storage.
    struct Place: Equatable {
        let number: UInt8

        static let line = Place(number: 0)
        static let record = Place(number: 1)
        static let subtask = Place(number: 2)
        /// The form of a new to-do: what was chosen there, and the texts of `Plan`.
        static let form = Place(number: 3)
        static let plan = Place(number: 4)
        static let entry = Place(number: 5)
        static let statement = Place(number: 6)
        /// A field of the details.
        static let detail = Place(number: 7)
        /// A title in its row.
        static let title = Place(number: 8)
        /// The field of a popover that offers a part of to-dos, or of entries.
        static func words(_ part: ChangedPart) -> Place {
            let number =
                switch part {
                case .todos(let part, _): 16 + (DetailPart.allCases.firstIndex(of: part) ?? 0)
                case .entries(let part): 32 + (EntryPart.allCases.firstIndex(of: part) ?? 0)
                }
            return Place(number: UInt8(truncatingIfNeeded: number))
        }
        /// The dialog of a list, an account, or another thing of a kind.
        static func dialog(_ kind: Kind) -> Place { Place(number: 64 | (kind.type.last ?? 0)) }
    }

    let place: Place
    /// The thing that is changed; nil for a new one.
    let id: EntityID?
    /// The values that differ from an untouched form, by fields of the place's own.
    var values = FieldValues()

    init(_ place: Place, _ id: EntityID? = nil, _ values: FieldValues) {
        self.place = place
        self.id = id
        self.values = values
    }

    /// A single text.
    init(_ place: Place, _ id: EntityID? = nil, text: String, in field: Field = .title) {
        self.init(place, id, FieldValues())
        if !text.isEmpty { values[field] = .text(text) }
    }

    /// For each its place, a 0 or a 1 and its id, and the count of its values; for each of these its field, its form, and its
    /// bytes behind their length. Numbers are varints.
    static func bytes(of drafts: [Draft]) -> [UInt8] {
        var bytes: [UInt8] = []
        for draft in drafts where !draft.values.isEmpty {
            bytes += [draft.place.number, draft.id == nil ? 0 : 1] + (draft.id?.bytes ?? [])
            bytes.append(varint: UInt64(draft.values.all.count))
            for element in draft.values.all {
                bytes.append(varint: UInt64(element.field.rawValue))
                bytes.append(element.value.form)
                let value = element.value.bytes
                bytes.append(varint: UInt64(value.count))
                bytes += value
            }
        }
        return bytes
    }

    /// Reads what `bytes` wrote, as far as it can be read.
    static func all(in bytes: [UInt8]) -> [Draft] {
        var reader = ByteReader(bytes)
        var drafts: [Draft] = []
        while reader.remaining > 0, let draft = try? Draft(&reader) { drafts.append(draft) }
        return drafts
    }

    private init(_ reader: inout ByteReader) throws(WireError) {
        place = Place(number: try reader.byte())
        id = try reader.byte() == 0 ? nil : EntityID(bytes: Array(try reader.take(16)))
        for _ in 0..<(try reader.count(limit: reader.remaining)) {
            let field = Field(rawValue: UInt16(truncatingIfNeeded: try reader.varint()))
            let form = try reader.byte()
            values[field] = FieldValue(form, Array(try reader.take(try reader.count(limit: reader.remaining))))
        }
    }
}

extension FieldValue {
    /// Which of those that a form can hold it is.
    fileprivate var form: UInt8 {
        switch self {
        case .text: 1
        case .texts: 2
        case .entity: 3
        case .choice: 4
        case .day: 5
        case .repeats: 6
        default: 0
        }
    }

    fileprivate init(_ form: UInt8, _ bytes: [UInt8]) {
        switch form {
        case 1: self = .text(String(utf8: bytes))
        case 2: self = .texts(String(utf8: bytes).parts { $0 == "\n" }.map { String($0) })
        case 3: self = Shape.entity.value(bytes)
        case 4: self = bytes.first.map { .choice($0) } ?? .nothing
        case 5: self = Shape.day.value(bytes)
        case 6: self = Shape.repeats.value(bytes)
        default: self = .nothing
        }
    }
}
