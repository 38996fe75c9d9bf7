public import DaybookCore

/// A list, a filter or an account that a file of to-dos or entries brings along.
public struct FilePart: Sendable {
    public let kind: Kind
    public let id: EntityID
    public let name: String
    /// Tells what makes it.
    public let changes: Changes
}

extension Envelope {
    /// The envelope that a part makes; nil for a part of another kind.
    init?(_ part: FilePart) {
        guard part.kind == Self.kind else { return nil }
        self.init(id: part.id, createdAt: Timestamp(milliseconds: 0))
        (name, tags) = (part.name, part.changes[.tag]?.texts ?? [])
    }
}

/// The lists, filters or accounts among the to-dos or entries of a file in JSON: objects that say their kind.
private struct PartColumns<Owner: RecordEntity> {
    let kindName: String
    private let columns: FileColumns<Owner>

    init(_ kindName: String, _ fields: FieldList<Owner>, renamed: [Field: String] = [:]) {
        self.kindName = kindName
        columns = FileColumns(
            fields.specs.filter { $0.exposure.contains(.input) }, renamed: renamed, others: ["kind"], aliases: [:])
    }

    /// Writes things as elements of an array that is open.
    func append(_ things: [Owner], to json: inout JSONWriter) {
        for thing in things {
            json.beginObject()
            json.member("kind", kindName)
            for (name, value) in zip(columns.own, columns.values(of: thing)) {
                guard let value, !value.isEmpty else { continue }
                json.key(Array("\"\(name)\":".utf8))
                json.string(value)
            }
            json.endObject()
        }
    }

    /// Tells what an object of a file makes; nil for one of another kind.
    func part(_ json: JSONValue) throws -> FilePart? {
        guard case .object(let members) = json, members["kind"] == .string(kindName) else { return nil }
        var texts: [String: String] = [:]
        for (name, value) in members {
            guard columns[name] != nil else {
                throw InputError("Daybook doesn't know the member “\(name.excerpt)” of \(noun). Leave it out.")
            }
            if case .string(let text) = value { texts[name] = text }
        }
        guard let id = texts["id"].flatMap({ EntityID($0) }) else {
            throw InputError("id", "\(noun) needs an id of 32 hexadecimal digits. Add one.")
        }
        var changes = Changes(try columns.read({ texts[$0] }, usual: .usDollar, local: nil))
        // An account without an opening day isn't one that opens today.
        if Owner.kind == .account { changes.values.fill(.day, .nothing) }
        let name = changes.text(.title).trimmed
        guard !name.isBlank || !Owner.kind.needed.contains(.title) else {
            throw InputError("name", "\(noun) needs a name. Add one.")
        }
        let length = name.unicodeScalars.count
        if length > ItemError.longestTitle { throw ItemError.titleTooLong(characters: length) }
        if let problem = Target.problem(changes.text(.target)) { throw problem }
        return FilePart(kind: Owner.kind, id: id, name: name, changes: changes)
    }

    private var noun: String { Owner.kind.one }
}

extension PartColumns {
    /// The columns of a kind.
    init(_: Owner.Type) {
        // The kind of an account has another name, since the kind of the object is said first.
        self.init(Owner.kind.noun.text, Owner.fields, renamed: [.accountKind: "accountKind"])
    }
}

/// The things that a file brings along beside its to-dos or entries.
enum FileParts {
    /// Writes things as elements of an array that is open, those of a kind one after the other.
    static func append(_ things: [any RecordEntity], to json: inout JSONWriter) {
        func append<Owner: RecordEntity>(_ first: Owner) {
            PartColumns(Owner.self).append(things.compactMap { $0 as? Owner }, to: &json)
        }
        var seen: Set<Kind> = []
        for thing in things where seen.insert(type(of: thing).kind).inserted { append(thing) }
    }

    /// Tells what an object of a file makes; nil for one of another kind than these.
    static func part(_ json: JSONValue, of kinds: [any RecordEntity.Type]) throws -> FilePart? {
        func part<Owner: RecordEntity>(_: Owner.Type) throws -> FilePart? { try PartColumns(Owner.self).part(json) }
        guard let kind = kinds.first(where: { isOf($0, json) }) else { return nil }
        return try part(kind)
    }

    /// Tells whether an object says that it is of a kind.
    static func isOf(_ kind: any RecordEntity.Type, _ json: JSONValue) -> Bool {
        guard case .object(let members) = json else { return false }
        return members["kind"] == .string(kind.kind.noun.text)
    }
}

/// The lists that a file of to-dos names, found in a book by their ids or names.
struct ImportedLists {
    private let own: [ItemList]
    private let parts: [FilePart]
    /// Parts that the book lacks, in the order of the file, each once.
    private(set) var new: [FilePart] = []

    /// - Parameters:
    ///   - own: those of the book.
    ///   - parts: the lists that the file brings along.
    init(_ own: [ItemList], _ parts: [FilePart]) {
        self.own = own
        self.parts = parts
        for part in parts { _ = id(of: part) }
    }

    /// The list of a name, or of an id; nil for an id that neither the book nor the file knows.
    mutating func id(named text: String) -> EntityID? {
        let (id, key) = (EntityID(text), SearchQuery.fold(text.trimmed))
        if let part = parts.first(where: { $0.id == id }) ?? parts.first(where: { SearchQuery.fold($0.name) == key }) {
            return self.id(of: part)
        }
        if let id { return own.contains { $0.id == id } ? id : nil }
        return self.id(called: text)
    }

    /// The list of a name: the book's, or one that every import makes by the same id.
    mutating func id(called name: String) -> EntityID { id(of: .list(named: name)) }

    private mutating func id(of part: FilePart) -> EntityID {
        if own.contains(where: { $0.id == part.id }) { return part.id }
        let key = SearchQuery.fold(part.name)
        if let list = own.first(where: { SearchQuery.fold($0.name) == key }) { return list.id }
        if !new.contains(where: { $0.id == part.id }) { new.append(part) }
        return part.id
    }
}

extension FilePart {
    /// Tells whether a filter is this one: by its id, or by what it is called and asks for.
    func isFilter(_ filter: SavedFilter) -> Bool {
        filter.id == id
            || SearchQuery.fold(filter.name) == SearchQuery.fold(name)
                && ByteString(filter.query) == ByteString(changes.text(.query))
    }

    /// An empty account of a currency that every import makes by the same id.
    static func account(named name: String, _ currency: Currency) -> FilePart {
        var changes = Changes.todo(title: name.trimmed)
        changes[.amount] = .amount(.zero(currency))
        let key = SearchQuery.fold(name.trimmed) + "\n\(currency.code)".bytes
        let id = EntityID(derivedFrom: key, for: "imported account")
        return FilePart(kind: .account, id: id, name: name.trimmed, changes: changes)
    }

    /// A list that every import makes by the same id.
    static func list(named name: String) -> FilePart {
        let name = name.trimmed
        let id = EntityID(derivedFrom: SearchQuery.fold(name), for: "imported list")
        return FilePart(kind: .list, id: id, name: name, changes: .todo(title: name))
    }
}

/// The accounts that a file of entries names, found in a book by their ids or names.
struct ImportedAccounts {
    /// The accounts of the book, and the new ones.
    private(set) var all: [MoneyAccount]
    /// Parts that the book lacks, in the order of the file.
    private(set) var new: [FilePart] = []
    /// How many entries name an account by an id that neither the book nor the file knows.
    private(set) var lost = 0
    /// The id in the book by that in the file.
    private var ids: [EntityID: EntityID] = [:]

    init(_ own: [MoneyAccount], _ parts: [FilePart]) {
        all = own
        for part in parts {
            guard let currency = part.changes[.amount]?.amount?.currency else { continue }
            let key = SearchQuery.fold(part.name)
            if own.contains(where: { $0.id == part.id }) {
                ids[part.id] = part.id
            } else if let same = own.first(where: { $0.currency == currency && SearchQuery.fold($0.name) == key }) {
                ids[part.id] = same.id
            } else {
                ids[part.id] = part.id
                new.append(part)
                var account = MoneyAccount(id: part.id, createdAt: Timestamp(milliseconds: 0))
                for spec in MoneyAccount.fields.specs {
                    if let value = part.changes[spec.field] { spec.set(&account, value) }
                }
                all.append(account)
            }
        }
    }

    /// An entry or a transfer with the ids that its accounts have in the book.
    mutating func finding(_ json: JSONValue) -> JSONValue {
        guard case .object(var members) = json else { return json }
        for name in ["account", "toAccount"] {
            guard case .string(let text)? = members[name], let id = EntityID(text) else { continue }
            if let found = ids[id] {
                members[name] = .string(found.text)
            } else if !all.contains(where: { $0.id == id }), !Self.isDefault(id) {
                lost += 1
            }
        }
        return .object(members)
    }

    private static func isDefault(_ id: EntityID) -> Bool {
        Currency.all.contains { MoneyAccount.defaultID(of: $0) == id }
    }
}
