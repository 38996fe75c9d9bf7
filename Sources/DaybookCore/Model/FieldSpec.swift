/// Where a field turns up beside the registers and the table.
public struct Exposure: OptionSet, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// People give it its value, and programs and files may say it.
    public static let input = Exposure(rawValue: 1)
    /// Programs and files are told it.
    public static let output = Exposure(rawValue: 2)
    /// Words are looked for in it.
    public static let search = Exposure(rawValue: 4)
    /// Programs and files may say it of what they make, and of nothing that is there.
    public static let createOnly = Exposure(rawValue: 8)
}

/// All that there is to know of a field of an `Owner`. What stores, shows, finds, sends and reads such things goes by
/// their list of these, so that a field is a line in it.
public struct FieldSpec<Owner>: Sendable {
    /// Its number in registers.
    public let field: Field
    /// In capitals and small letters, as JSON and CSV have it; the column in a table has `_` before small letters.
    public let name: StaticString
    /// The former name: its column still has it, and programs may go on with it.
    public let formerName: StaticString?
    public let shape: Shape
    /// The version of the schema that brought its column.
    public let since: Int
    /// True where its column may be NULL, and its member be left out, where it holds nothing.
    public let isOptional: Bool
    /// Where it turns up.
    public let exposure: Exposure
    /// Reads its value of a thing.
    public let get: @Sendable (Owner) -> FieldValue
    public let set: @Sendable (inout Owner, FieldValue) -> Void

    /// - Parameter isOptional: false only for what was there from version 1 on: a column is added to rows that lack it.
    public init(
        _ field: Field, _ name: StaticString, formerName: StaticString? = nil, _ shape: Shape, since: Int,
        isOptional: Bool = true,
        _ exposure: Exposure = [.input, .output], get: @escaping @Sendable (Owner) -> FieldValue,
        set: @escaping @Sendable (inout Owner, FieldValue) -> Void
    ) {
        self.field = field
        self.name = name
        self.formerName = formerName
        self.shape = shape
        self.since = since
        self.isOptional = isOptional
        self.exposure = exposure
        self.get = get
        self.set = set
    }
}

/// The fields of a kind of things, in the order in which they are told.
public struct FieldList<Owner>: Sendable {
    /// Each once.
    public let specs: [FieldSpec<Owner>]
    /// True where programs are told null where an optional field holds nothing; else there is no member then.
    public let writesNulls: Bool
    /// The same without how they lie in an owner.
    public let bare: [BareField]

    public init(_ specs: [FieldSpec<Owner>], writesNulls: Bool = false) {
        self.specs = specs
        self.writesNulls = writesNulls
        bare = specs.map {
            BareField(field: $0.field, shape: $0.shape, isOptional: $0.isOptional, exposure: $0.exposure)
        }
    }

    /// Tells what a field is called; empty if it isn't one of these.
    public func name(of field: Field) -> String {
        guard let index = index(of: field) else { return "" }
        return specs[index].name.text
    }

    /// The place of a field in the list; nil if it isn't one of these.
    public func index(of field: Field) -> Int? { bare.firstIndex { $0.field == field } }

    /// Takes over what the registers of a record say. Fields that aren't in the list are passed over.
    func read(_ record: Record, into owner: inout Owner) {
        for register in record.registers {
            if let index = index(of: register.field) {
                specs[index].set(&owner, specs[index].shape.value(register.value))
            }
        }
    }
}

/// A kind of things that people keep, of which one list tells all fields.
public protocol Entity: Hashable, Sendable {
    /// Which kind that is.
    static var kind: Kind { get }
    /// The one list of its fields.
    static var fields: FieldList<Self> { get }
    /// The id of its registers.
    var id: EntityID { get }
    /// True where the server has all of it.
    var isSynced: Bool { get set }
    /// The kind of its amounts; neither, if it isn't said.
    var amountKind: EntryKind { get }
    /// The values of fields that have no property of their own.
    var extraFields: FieldValues { get set }

    /// One of which nothing else is known.
    init(id: EntityID, createdAt: Timestamp)
}

extension Entity {
    public var amountKind: EntryKind { .unsorted }

    /// Tells what a search looks into.
    ///
    /// - Parameter hasDigits: if not, nobody looks for a number.
    public func searchTexts(_ fields: FieldList<Self> = Self.fields, hasDigits: Bool = true) -> [String] {
        var texts: [String] = []
        for index in fields.specs.indices where fields.specs[index].exposure.contains(.search) {
            switch fields.specs[index].get(self) {
            case .text(let text):
                texts.append(fields.specs[index].field == .place && !text.isEmpty ? "@" + text : text)
            case .texts(let tags): for tag in tags { texts.append("#" + tag) }
            case .amount(let amount): texts += hasDigits ? amount.searchTexts(amountKind) : [amount.currency.code]
            case .day(let day): if hasDigits { texts.append(SearchQuery.mark(day)) }
            case .parts(let parts):
                for part in parts {
                    texts.append(part.note)
                    for tag in part.tags { texts.append("#" + tag) }
                    if hasDigits { texts += part.amount.searchTexts(amountKind) }
                }
            case .nothing, .timeOfDay, .time, .signed, .position, .repeats, .occurrence, .choice, .digest, .entity:
                break
            }
        }
        return texts
    }

    /// The values that people may give, and that differ from how they were.
    public func changes(from old: Self) -> FieldValues {
        var changes = FieldValues()
        let specs = Self.fields.specs
        for index in specs.indices where specs[index].exposure.contains(.input) {
            let value = specs[index].get(self)
            if value.bytes != specs[index].get(old).bytes { changes[specs[index].field] = value }
        }
        return changes
    }
}

extension FieldSpec where Owner: Entity {
    /// A field that has no property of its own, as few have it.
    public init(
        _ field: Field, _ name: StaticString, _ shape: Shape, since: Int, _ exposure: Exposure = [.input, .output]
    ) {
        self.init(
            field, name, shape, since: since, exposure,
            get: { $0.extraFields[field] ?? .nothing },
            set: { $0.extraFields[field] = $1.isNothing ? nil : $1 })
    }
}

/// A thing as it lies somewhere, read field by field: `index` is a place in the list of its fields.
public protocol FieldSource {
    /// The error that keeps it from being read; `Never` for a value in memory.
    associatedtype Failure: Error

    /// The short number by which people name it.
    var number: Int64 { get throws(Failure) }
    /// Its entity.
    var id: EntityID { get throws(Failure) }
    /// True where a server has all of it.
    var isSynced: Bool { get throws(Failure) }
    /// Tells what a field holds.
    func value(at index: Int) throws(Failure) -> FieldValue
    /// The UTF-8 of a text, without a copy where there is none to be made.
    func withText(at index: Int, _ body: (UnsafeRawBufferPointer) -> Void) throws(Failure)
}

/// A thing in memory, with its number.
public protocol ItemRow: FieldSource where Failure == Never {
    /// The kind of thing.
    associatedtype Owner: Entity

    /// The thing itself.
    var item: Owner { get }
}

extension ItemRow {
    public var id: EntityID { item.id }
    public var isSynced: Bool { item.isSynced }

    public func value(at index: Int) -> FieldValue { Owner.fields.specs[index].get(item) }

    public func withText(at index: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
        var text = value(at: index).text
        text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
