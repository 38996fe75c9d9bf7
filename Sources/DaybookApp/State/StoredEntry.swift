public import DaybookCore

/// Something to store: bytes under a key. They are made when they are asked for.
public struct StoredEntry: Equatable {
    let content: Content
    /// Whether to write over what another tab may have stored in between, rather than to combine the two.
    public let replaces: Bool

    init(_ record: Record, replaces: Bool = false) {
        content = .record(record)
        self.replaces = replaces
    }

    init(_ progress: SyncClient.Progress) {
        content = .progress(progress)
        replaces = true
    }

    public var key: [UInt8] {
        switch content {
        case .record(let record): record.id.bytes
        case .progress: "progress".bytes
        }
    }

    public var value: [UInt8] {
        switch content {
        case .record(let record): return [Self.recordKind] + record.bytes
        case .progress(let progress):
            var value = [Self.progressKind]
            value.append(varint: progress.cursor)
            if let epoch = progress.epoch {
                value.append(bigEndian: epoch)
                value.append(contentsOf: progress.newest.bytes)
            }
            return value
        }
    }
}

extension StoredEntry {
    private static let recordKind: UInt8 = 0
    private static let progressKind: UInt8 = 1

    /// What a stored value holds; nil if it is from a later version or damaged.
    public enum Content: Equatable {
        case record(Record)
        case progress(SyncClient.Progress)

        public init?(_ value: [UInt8]) {
            guard let kind = value.first else { return nil }
            let rest = Array(value.dropFirst())
            switch kind {
            case StoredEntry.recordKind:
                guard let record = try? Record(bytes: rest) else { return nil }
                self = .record(record)
            case StoredEntry.progressKind:
                var reader = ByteReader(rest)
                guard let cursor = try? reader.varint() else { return nil }
                let epoch = try? reader.bigEndian()
                let newest = (try? reader.bigEndian()) ?? 0
                self = .progress(
                    SyncClient.Progress(
                        cursor: cursor, epoch: epoch, newest: Timestamp(milliseconds: Int64(bitPattern: newest))))
            default: return nil
            }
        }
    }

    /// What to store where `old` is stored already and another tab may have written it.
    public static func combined(_ old: [UInt8], _ new: [UInt8]) -> [UInt8] {
        guard case .record(var record)? = Content(old), case .record(let other)? = Content(new), record.id == other.id
        else { return new }
        record.merge(other)
        return StoredEntry(record).value
    }
}
