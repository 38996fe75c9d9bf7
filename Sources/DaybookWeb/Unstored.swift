import DaybookApp

/// Waits to be stored. The browser fetches it when the page is drawn, so nobody waits for its bytes to be made.
enum Unstored {
    nonisolated(unsafe) private static var waiting: [(token: Int, items: [StorageItem])] = []

    static func add(_ token: Int, _ items: [StorageItem]) {
        waiting.append((token, items))
        storeLater()
    }

    /// For each `.store` its token, and its items after their length. For each item a byte (1 if something is stored
    /// there already, else 0), the key and the value, each after its length. Tokens and lengths are 4 bytes, least
    /// significant first.
    static func take() -> [UInt8] {
        var bytes: [UInt8] = []
        for (token, items) in waiting {
            var batch: [UInt8] = []
            for item in items {
                batch.append(item.replaces ? 1 : 0)
                batch.append(sized: item.key)
                batch.append(sized: item.value)
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
