import DaybookApp

/// What waits to be stored. The browser fetches it when the page is drawn, so nobody waits for its bytes to be made.
enum Unstored {
    nonisolated(unsafe) private static var waiting: [(token: Int, entries: [StoredEntry])] = []

    static func add(_ token: Int, _ entries: [StoredEntry]) {
        waiting.append((token, entries))
        storeLater()
    }

    /// For each `.store` its token, and its entries after their length. For each entry a byte (1 if something is stored
    /// there already, else 0), the key and the value, each after its length. Tokens and lengths are 4 bytes, least
    /// significant first.
    static func take() -> [UInt8] {
        var bytes: [UInt8] = []
        for (token, entries) in waiting {
            var batch: [UInt8] = []
            for entry in entries {
                batch.append(entry.replaces ? 1 : 0)
                batch.append(sized: entry.key)
                batch.append(sized: entry.value)
            }
            bytes.append(word: token)
            bytes.append(sized: batch)
        }
        waiting.removeAll()
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(word: Int) {
        for shift in stride(from: 0, to: 32, by: 8) { append(UInt8(truncatingIfNeeded: word >> shift)) }
    }

    fileprivate mutating func append(sized bytes: [UInt8]) {
        append(word: bytes.count)
        append(contentsOf: bytes)
    }
}
