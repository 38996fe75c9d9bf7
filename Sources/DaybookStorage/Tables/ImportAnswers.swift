public import DaybookCore
public import Sworm

/// The answers of a person about the files of one kind, as the program that imports them writes them.
public struct ImportAnswers: Equatable, Sendable {
    /// Later answers have greater numbers.
    public let number: Int64
    /// Tells files of one kind from others.
    public let kind: String
    /// The account of such files; nil for none.
    public let account: EntityID?
    public let answers: [UInt8]

    public init(number: Int64, kind: String, account: EntityID?, answers: [UInt8]) {
        (self.number, self.kind, self.account, self.answers) = (number, kind, account, answers)
    }
}

/// The table is made with the first answer. No version of the schema has it, since it says nothing of the book: a program
/// that doesn't know it leaves it alone. It doesn't sync.
extension ImportAnswers: Model {
    /// How many are remembered.
    static let limit: Int64 = 200

    public static var table: Tablex { Tablex("import_answers") }
    static let number = Expression<Int64>("id")
    static let kind = Expression<String>("kind")
    static let account = Expression<[UInt8]>("account")
    static let answers = Expression<[UInt8]>("answers")

    public static func parse(_ row: Row) throws -> ImportAnswers {
        ImportAnswers(
            number: try row.get(number), kind: try row.get(kind), account: EntityID(bytes: try row.get(account)),
            answers: try row.get(answers))
    }

    public func setter() -> [Setter] {
        [
            Self.number <- number, Self.kind <- kind, Self.account <- account?.bytes ?? [],
            Self.answers <- answers,
        ]
    }
}

extension BookReader {
    /// The answers for all kinds of files, or for one, the newest first.
    public func importAnswers(of kind: String? = nil) throws -> [ImportAnswers] {
        let count = try db.value(
            sql: "SELECT count(*) FROM main.sqlite_schema WHERE type = 'table' AND name = 'import_answers'",
            as: Int.self)
        guard count ?? 0 > 0 else { return [] }
        let query = Query(ImportAnswers.self).order(ImportAnswers.number.descending)
        return try db.all(kind.map { query.where(ImportAnswers.kind == $0) } ?? query)
    }
}

extension BookTransaction {
    /// Remembers what a person said of the files of one kind and account, in the place of what was said before.
    public func remember(_ answers: [UInt8], of kind: String, _ account: EntityID?) throws {
        changesMemory = true
        let table = ImportAnswers.table
        try makeImportAnswers()
        let bytes = account?.bytes ?? []
        try db.run(table.filter(ImportAnswers.kind == kind && ImportAnswers.account == bytes).delete())
        try db.run(
            table.insert(
                ImportAnswers.kind <- kind, ImportAnswers.account <- bytes, ImportAnswers.answers <- answers))
        try db.run(table.filter(ImportAnswers.number <= db.lastInsertedID - ImportAnswers.limit).delete())
    }

    func makeImportAnswers() throws {
        try db.run(
            ImportAnswers.table.create(ifNotExists: true) { table in
                table.column(ImportAnswers.number, primaryKey: true)
                table.column(ImportAnswers.kind)
                table.column(ImportAnswers.account)
                table.column(ImportAnswers.answers)
            })
    }

    /// Forgets what a person said; false if that isn't there.
    public func forgetImportAnswers(_ number: Int64) throws -> Bool {
        guard try reader.importAnswers().contains(where: { $0.number == number }) else { return false }
        try db.run(ImportAnswers.table.filter(ImportAnswers.number == number).delete())
        return true
    }
}
