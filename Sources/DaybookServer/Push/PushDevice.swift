import DaybookCore
import DaybookStorage
import Sworm

/// A browser that allowed notifications.
struct PushDevice: Equatable, Sendable {
    var number: Int64 = 0
    /// Whose it is; 0 where the server has one book for all.
    let account: Int64
    /// The SHA-256 of the session or the token that took it in. With that it ends. Nil where nobody is asked who they are.
    var key: Digest?
    /// The name for people, such as "Chrome on Android"; empty where it isn't known.
    var name = ""
    /// Where the push service takes what is for it.
    let endpoint: String
    let recipient: PushRecipient
    /// The time zone where it is, by its name; empty for that of the server.
    let zone: String
    /// The texts on the buttons of a notification: Done, and In an hour.
    let texts: [String]
    /// The server as it knows it.
    let origin: String
    let createdAt: Timestamp

    /// How many an account has at most.
    static let most = 20
}

extension PushDevice: Model {
    static var table: Tablex { Tablex("devices") }
    static let number = Expression<Int64>("number")
    static let account = Expression<Int64>("account")
    static let admission = Expression<[UInt8]>("admission")
    static let name = Expression<String>("name")
    static let endpoint = Expression<String>("endpoint")
    static let publicKey = Expression<[UInt8]>("public_key")
    static let secret = Expression<[UInt8]>("secret")
    static let zone = Expression<String>("zone")
    static let texts = Expression<String>("texts")
    static let origin = Expression<String>("origin")
    static let createdAt = Expression<Timestamp>("created_at")

    /// Somebody wrote nonsense into the file.
    struct Malformed: Error {}

    static func parse(_ row: Row) throws -> PushDevice {
        guard let recipient = PushRecipient(key: try row.get(publicKey), secret: try row.get(secret)) else {
            throw Malformed()
        }
        return PushDevice(
            number: try row.get(number), account: try row.get(account), key: Digest(bytes: try row.get(admission)),
            name: try row.get(name), endpoint: try row.get(endpoint), recipient: recipient, zone: try row.get(zone),
            texts: try row.get(texts).split(separator: "\n", omittingEmptySubsequences: false).map { String($0) },
            origin: try row.get(origin), createdAt: try row.get(createdAt))
    }

    /// All but the number, which SQLite counts up.
    func setter() -> [Setter] {
        [
            Self.account <- account, Self.admission <- key?.bytes ?? [], Self.name <- name, Self.endpoint <- endpoint,
            Self.publicKey <- recipient.key,
            Self.secret <- recipient.secret, Self.zone <- zone, Self.texts <- texts.joined(separator: "\n"),
            Self.origin <- origin, Self.createdAt <- createdAt,
        ]
    }
}

/// Up to which moment a device was reminded of a to-do.
struct PushSent {
    let device: Int64
    let todo: EntityID
    let until: Timestamp
}

extension PushSent: Model {
    static var table: Tablex { Tablex("sent") }
    static let device = Expression<Int64>("device")
    static let todo = Expression<EntityID>("todo")
    static let until = Expression<Timestamp>("until")

    static func parse(_ row: Row) throws -> PushSent {
        PushSent(device: try row.get(device), todo: try row.get(todo), until: try row.get(until))
    }

    func setter() -> [Setter] { [Self.device <- device, Self.todo <- todo, Self.until <- until] }
}

/// The one row of `key`: the server's own key.
struct PushKeyRow {
    let bytes: [UInt8]
}

extension PushKeyRow: Model {
    static var table: Tablex { Tablex("key") }
    static let id = Expression<Int64>("id")
    static let bytes = Expression<[UInt8]>("private_key")

    static func parse(_ row: Row) throws -> PushKeyRow { PushKeyRow(bytes: try row.get(bytes)) }

    func setter() -> [Setter] { [Self.id <- 1, Self.bytes <- bytes] }
}
