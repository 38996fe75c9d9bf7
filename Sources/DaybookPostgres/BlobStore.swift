public import DaybookCore

/// Where the bytes of recordings are kept beside the database. A row of the database says which recordings there are.
public struct BlobStore: Sendable {
    let put: @Sendable (_ key: String, _ recording: Recording) async throws -> Void
    let get: @Sendable (_ key: String) async throws -> [UInt8]

    /// - Parameters:
    ///   - put: keeps a recording under a key. Doing it again changes nothing.
    ///   - get: the bytes under a key. Throws a `BlobStoreError` where there are none, too: the database says there are.
    public init(
        put: @escaping @Sendable (_ key: String, _ recording: Recording) async throws -> Void,
        get: @escaping @Sendable (_ key: String) async throws -> [UInt8]
    ) {
        (self.put, self.get) = (put, get)
    }

    /// No account's recording is another's: whether somebody else has a file is told to nobody.
    static func key(_ account: Int64, _ digest: Digest) -> String { "\(account)/\(digest.text)" }
}

/// Why the store of recordings can't be asked. No message has a secret in it.
public enum BlobStoreError: Error, Equatable, Sendable {
    /// This server was started without the store that has the recording.
    case notNamed
    /// No connection came about, or it ended.
    case unreachable(reason: String)
    /// The store says no.
    case refused(status: Int, code: String)
    /// The store said that it keeps something, and lacks it.
    case notKept(key: String)
    /// The store lacks what the database says it has.
    case missing(key: String)
    /// The store has other bytes than those that were put there.
    case damaged(key: String)

    /// Says what happened and what to do, in English.
    public var message: String {
        switch self {
        case .notNamed:
            "The recording is in an object store, and this server was started without it. Start it with --blobs."
        case .unreachable(let reason):
            "The store of recordings can't be reached: \(reason). Check that it runs, and AWS_ENDPOINT_URL."
        case .refused(let status, let code):
            "The store of recordings refused (\(status) \(code)). Check --blobs, the keys and what they permit."
        case .notKept(let key):
            "The store of recordings said that it keeps \(key), and lacks it. Check its disk, and rules by which the bucket deletes."
        case .missing(let key):
            "The store of recordings lacks \(key). Put it back from a backup of the bucket."
        case .damaged(let key):
            "The store of recordings has other bytes at \(key) than were put there. Put it back from a backup of the bucket."
        }
    }

    /// True where another attempt may succeed.
    public var isPassing: Bool {
        switch self {
        case .unreachable: true
        case .refused(let status, _): status >= 500 || status == 429
        case .notNamed, .notKept, .missing, .damaged: false
        }
    }
}
