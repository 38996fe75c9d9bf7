/// A migration at work, as a ``Mapping`` sees it: writes the new rows and remembers which came from which.
public final class Migration {
    /// The version before.
    public let from: Int
    /// The version that is made.
    public let to: Int
    /// The way to the file. Tables have their new names; those of the version before are out of reach.
    public let db: Connection

    /// The row id of the source row at hand; nil if its table has none (`WITHOUT ROWID`).
    public internal(set) var source: Int64?
    var mapping = 0
    /// How many rows the source row at hand has become.
    var made = 0
    private let names: [String]
    private let tables: Tables
    private var hasReverseIndex = false
    private let association: Prepared
    private let destinations: Prepared

    /// Facts about the tables of the new version, by name.
    struct Tables {
        /// The tables whose rows have no row id.
        var withoutRowID: Set<String>
        /// The tables among them that a mapping reads while it inserts.
        var kept: Set<String>
    }

    init(from: Int, to: Int, mappings: [Mapping], _ tables: Tables, db: Connection) throws {
        self.from = from
        self.to = to
        self.db = db
        self.tables = tables
        names = mappings.map(\.name)
        // In a temporary database, so that a million associations lie on the disk and not in memory.
        try db.execute(
            sql: """
                CREATE TEMP TABLE sworm_association (mapping INTEGER NOT NULL, source INTEGER NOT NULL, \
                destination INTEGER NOT NULL, PRIMARY KEY (mapping, source, destination)) WITHOUT ROWID
                """)
        association = try db.prepared(model: "") {
            $0.text("INSERT OR IGNORE INTO temp.sworm_association VALUES (?, ?, ?)")
        }
        destinations = try db.prepared(model: "") {
            $0.text("SELECT destination FROM temp.sworm_association WHERE mapping = ? AND source = ?")
        }
    }

    /// Forgets what came from what.
    func end() throws { try db.execute(sql: "DROP TABLE temp.sworm_association") }

    /// Inserts a row of the new version and associates it with the source row at hand.
    @discardableResult public func insert<M: Model>(_ element: M) throws -> Int64 {
        try insert(into: M.table) { try db.insert(element) }
    }

    /// Inserts a row of the new version and associates it with the source row at hand.
    @discardableResult public func insert(into table: Tablex, _ setters: Setter...) throws -> Int64 {
        try insert(into: table) {
            try db.run(table.insert(setters))
            return db.lastInsertedID
        }
    }

    private func insert(into table: Tablex, _ insert: () throws -> Int64) throws -> Int64 {
        guard !tables.kept.contains(table.name) else {
            throw SwormError.misuse(
                "A mapping that keeps \(table.name) would read the rows that are inserted there, since the table is WITHOUT ROWID. "
                    + "Map it without `keepsSource`.")
        }
        let id = try insert()
        guard !tables.withoutRowID.contains(table.name) else {
            made += 1
            return id
        }
        return try associate(id)
    }

    /// Associates a row that was there already, such as one that several source rows share, with the source row at
    /// hand.
    @discardableResult public func associate(_ destination: Int64) throws -> Int64 {
        made += 1
        guard let source else { return destination }
        try association.start([.integer(Int64(mapping)), .integer(source), .integer(destination)])
        try association.execute()
        return destination
    }

    /// The row ids of what a mapping made from the source row with this id, in ascending order.
    public func destinations(of source: Int64, in mapping: String) throws -> [Int64] {
        try ids(destinations, source, mapping)
    }

    /// The one row that a mapping made from the source row with this id, or the first of them; nil if there is none.
    public func destination(of source: Int64, in mapping: String) throws -> Int64? {
        try destinations(of: source, in: mapping).first
    }

    /// The row ids of the source rows that the row with this id was made from.
    public func sources(of destination: Int64, in mapping: String) throws -> [Int64] {
        if !hasReverseIndex {
            hasReverseIndex = true
            try keepReverseIndex()
        }
        let sources = try db.prepared(model: "") {
            $0.text("SELECT source FROM temp.sworm_association WHERE mapping = ? AND destination = ? ORDER BY source")
        }
        return try ids(sources, destination, mapping)
    }

    /// Makes the index again that `sources` needs, if it went with what a row did that failed.
    func keepReverseIndex() throws {
        guard hasReverseIndex else { return }
        try db.execute(
            sql: "CREATE INDEX IF NOT EXISTS temp.sworm_reverse ON sworm_association (mapping, destination)")
    }

    private func ids(_ statement: Prepared, _ id: Int64, _ mapping: String) throws -> [Int64] {
        guard let index = names.firstIndex(of: mapping) else {
            throw SwormError.misuse("There is no mapping \(mapping) from version \(from) to \(to).")
        }
        guard names.lastIndex(of: mapping) == index else {
            throw SwormError.misuse(
                "There are several mappings \(mapping) from version \(from) to \(to). Give each its own `name`.")
        }
        try statement.start([.integer(Int64(index)), .integer(id)])
        defer { statement.finish() }
        var result: [Int64] = []
        while try statement.step() { result.append(try Row(statement.rows).get(at: 0)) }
        return result
    }
}
