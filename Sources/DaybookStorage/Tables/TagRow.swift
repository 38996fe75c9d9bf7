import DaybookCore
import Sworm

/// A row of `tags`: the name of a tag, once for all entries and to-dos that bear it.
struct TagRow {
    let id: Int64
    let name: String
}

extension TagRow: Model {
    static var table: Tablex { Tablex("tags") }
    static let id = Expression<Int64>("id")
    static let name = Expression<String>("name")

    static func parse(_ row: Row) throws -> TagRow { TagRow(id: try row.get(id), name: try row.get(name)) }

    func setter() -> [Setter] { [Self.id <- id, Self.name <- name] }
}

/// A row of `entry_tags`: whether an entry or a to-do, which may not be here yet, bears a tag.
struct EntryTagRow {
    let id: EntityID
    let entry: EntityID
    let tag: Int64
    let isPresent: Bool
    let isSynced: Bool
}

extension EntryTagRow: Model {
    static var table: Tablex { Tablex("entry_tags") }
    static let id = Expression<EntityID>("id")
    static let entry = Expression<EntityID>("entry")
    static let tag = Expression<Int64>("tag")
    static let present = Expression<Bool>("present")
    static let synced = Expression<Bool>("synced")

    static func parse(_ row: Row) throws -> EntryTagRow {
        EntryTagRow(
            id: try row.get(id), entry: try row.get(entry), tag: try row.get(tag), isPresent: try row.get(present),
            isSynced: try row.get(synced))
    }

    func setter() -> [Setter] {
        [
            Self.id <- id, Self.entry <- entry, Self.tag <- tag, Self.present <- isPresent, Self.synced <- isSynced,
        ]
    }
}

/// A row of `blobs`: a recording by its SHA-256.
struct BlobRow {
    let digest: Digest
    let bytes: [UInt8]
}

extension BlobRow: Model {
    static var table: Tablex { Tablex("blobs") }
    static let digest = Expression<Digest>("sha256")
    static let bytes = Expression<[UInt8]>("bytes")

    static func parse(_ row: Row) throws -> BlobRow {
        BlobRow(digest: try row.get(digest), bytes: try row.get(bytes))
    }

    func setter() -> [Setter] { [Self.digest <- digest, Self.bytes <- bytes] }
}
