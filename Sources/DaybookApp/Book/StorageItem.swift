public import DaybookCore

/// Something to store: bytes under a key. They are made when they are asked for.
public struct StorageItem: Equatable {
    let content: Content

    /// True where this tab knows of something that is stored already, so that it is looked up first: to find that it can't be
    /// added takes longer. Another tab may have stored something in any case.
    public let replaces: Bool

    /// The record as it is after a change.
    ///
    /// - Parameter isAnew: whether what it was before makes way also where it would win.
    init(_ change: LocalBook.Change, isAnew: Bool = false) {
        replaces = change.before != nil
        content = .record(
            change.after, inPlaceOf: isAnew && change.before?.registers.isEmpty == false ? change.before : nil)
    }

    init(_ progress: SyncClient.Progress) {
        replaces = true
        content = .progress(progress)
    }

    /// - Parameter tab: the node of the tab in which they are typed.
    init(drafts: [UInt8], of tab: UInt64) {
        replaces = true
        content = .drafts(drafts, tab: tab)
    }

    /// The 16 bytes of the record's id, `progress` for how far sync has got, or `drafts` and the 8 bytes of a tab's node for
    /// the text that is typed in it.
    public var key: [UInt8] {
        switch content {
        case .record(let record, _): record.id.bytes
        case .progress: "progress".bytes
        case .drafts(_, let tab): Self.draftsKey(of: tab)
        }
    }

    /// A byte for the kind, then:
    ///
    ///     0  a record, as `Record.bytes`
    ///     1  varint cursor; if an epoch is known, that in 8 bytes, the newest stamp's time in 8, a 1 if there is more
    ///     2  varint length of the record that makes way, that record, the record
    ///     3  what is typed and not saved, as `Draft.bytes`
    public var value: [UInt8] {
        switch content {
        case .record(let record, let known):
            guard let known else { return [Self.recordKind] + record.bytes }
            var value = [Self.replacementKind]
            value.append(varint: UInt64(known.bytes.count))
            return value + known.bytes + record.bytes
        case .drafts(let drafts, _): return [Self.draftsKind] + drafts
        case .progress(let progress):
            var value = [Self.progressKind]
            value.append(varint: progress.cursor)
            if let epoch = progress.epoch {
                value.append(bigEndian: epoch)
                value.append(contentsOf: progress.newest.bytes)
                if progress.hasMore { value.append(1) }
            }
            return value
        }
    }
}

extension StorageItem {
    private static let recordKind: UInt8 = 0
    private static let progressKind: UInt8 = 1
    /// A record in the place of another: on its way to the storage, where `combined` makes a record of it.
    private static let replacementKind: UInt8 = 2
    private static let draftsKind: UInt8 = 3

    /// The key of what is typed in a tab.
    public static func draftsKey(of tab: UInt64) -> [UInt8] {
        var key = "drafts".bytes
        key.append(bigEndian: tab)
        return key
    }

    /// The contents of some values.
    public struct Contents {
        /// Each record, in the place of what it was.
        public private(set) var changes: [LocalBook.Change] = []
        /// The text that was typed and not saved.
        public private(set) var drafts: [UInt8] = []
        private var found: SyncClient.Progress?
        private var isWhole = true

        public init(_ values: [[UInt8]] = []) {
            changes.reserveCapacity(values.count)
            for value in values { add(value) }
        }

        public mutating func add(_ value: [UInt8]) {
            switch Content(value) {
            case .record(let record, let known)?: changes.append(LocalBook.Change(before: known, after: record))
            case .progress(let progress)?: found = progress
            case .drafts(let drafts, _)?: self.drafts = drafts
            case nil: isWhole = false
            }
        }

        /// How far sync has got, if that is among them. Where a value can't be read, the server is asked for it again.
        public var progress: SyncClient.Progress? { isWhole ? found : nil }
    }

    /// The content of a value; nil if it is from a later version or damaged.
    public enum Content: Equatable {
        /// A record, and what was known to be stored of it, which makes way; nil in what lies in the storage.
        case record(Record, inPlaceOf: Record?)
        /// How far sync has got.
        case progress(SyncClient.Progress)
        /// The text that is typed in a tab and not saved. Its value doesn't say in which.
        case drafts([UInt8], tab: UInt64 = 0)

        /// Reads what `StorageItem.value` wrote.
        public init?(_ value: [UInt8]) {
            var reader = ByteReader(value)
            switch try? reader.byte() {
            case StorageItem.recordKind:
                guard let record = try? Record(restOf: &reader) else { return nil }
                self = .record(record, inPlaceOf: nil)
            case StorageItem.replacementKind:
                guard let count = try? reader.count(limit: reader.remaining), let old = try? reader.take(count),
                    let known = try? Record(bytes: Array(old)), let record = try? Record(restOf: &reader)
                else { return nil }
                self = .record(record, inPlaceOf: known)
            case StorageItem.progressKind:
                guard let cursor = try? reader.varint() else { return nil }
                let epoch = try? reader.bigEndian()
                let newest = (try? reader.bigEndian()) ?? 0
                self = .progress(
                    SyncClient.Progress(
                        cursor: cursor, epoch: epoch, newest: Timestamp(milliseconds: Int64(bitPattern: newest)),
                        hasMore: reader.remaining > 0))
            case StorageItem.draftsKind: self = .drafts(Array(value.dropFirst()))
            default: return nil
            }
        }
    }

    /// The value to store where `old` is stored already, or nothing, and another tab may have written it.
    public static func combined(_ old: [UInt8], _ new: [UInt8]) -> [UInt8] {
        guard let content = Content(new) else { return old.isEmpty ? new : old }
        guard case .record(let record, let known) = content else { return new }
        let stored: Record? = if case .record(let stored, _)? = Content(old) { stored } else { nil }
        return [recordKind] + record.combined(with: stored, inPlaceOf: known).bytes
    }
}
