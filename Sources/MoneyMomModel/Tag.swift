import Sworm

/// A word that records and transactions share.
struct Tag: Model, Sendable, Equatable {
    var id: Int64
    var name: String

    static let table = Tablex("tags")
    static let id = Expression<Int64>("id")
    static let name = Expression<String>("name")

    static let definition = table.definition { t in
        t.column(id, primaryKey: true)
        t.column(name, unique: true)
    }

    static let ofRecords = TagLink(table: Tablex("record_tags"), of: Tablex("records"))
    static let ofTransactions = TagLink(table: Tablex("transaction_tags"), of: Tablex("transactions"))

    static func parse(_ row: Row) throws -> Tag { Tag(id: try row.get(id), name: try row.get(name)) }

    func setter() -> [Setter] { [Tag.name <- name] }

    /// The id of the tag with this name, which is made if it is not there.
    static func id(named name: String, _ db: Connection) throws -> Int64 {
        if let tag = try db.find(Tag.self, Tag.name, name) { return tag.id }
        return try db.insert(Tag(id: 0, name: name))
    }
}

/// Which of its owners has which tags.
struct TagLink: Sendable {
    let table: Tablex
    let definition: TableDefinition
    let owner = Column<Int64>("owner")
    let tag = Column<Int64>("tag")

    init(table: Tablex, of owners: Tablex) {
        self.table = table
        let owner = owner
        let tag = tag
        definition = table.definition(withoutRowID: true) { t in
            t.column(owner, references: Reference(owners, Column<Int64>("id"), onDelete: .cascade))
            t.column(tag, references: Reference(Tag.table, Tag.id, onDelete: .cascade))
            t.primaryKey(owner, tag)
        }
    }

    /// Gives an owner the tags whose names the text holds, parted by white space.
    func tag(_ id: Int64, with words: String, _ db: Connection) throws {
        for word in words.split(whereSeparator: \.isWhitespace) {
            try add(try Tag.id(named: String(word), db), to: id, db)
        }
    }

    func add(_ id: Int64, to owner: Int64, _ db: Connection) throws {
        try db.run(table.insert(self.owner <- owner, tag <- id, onConflict: .ignore))
    }

    func names(of owner: Int64, _ db: Connection) throws -> [String] {
        let links = table.all.join(Tag.table, on: Tag.table[Tag.id] == table[tag]).where(table[self.owner] == owner)
        return try db.all(links.order(Tag.table[Tag.name]).select(Tag.table[Tag.name]))
    }
}
