import DaybookCore
import DaybookStorage

extension RemoteSession {
    /// How many recordings are asked about at once.
    private static let greatestCount = 10_000

    /// Brings each recording that an entry names to the side that lacks it. One that neither has comes another time.
    mutating func exchangeRecordings() async throws {
        let named = try book.read { try $0.namedRecordings() }.subtracting(exchanged).sorted {
            $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
        for start in stride(from: 0, to: named.count, by: Self.greatestCount) {
            let some = named[start..<min(start + Self.greatestCount, named.count)]
            let lackingHere = Set(try book.read { try $0.lacking(some) })
            let lackingThere = try await server.lacking(some)
            for digest in some {
                switch (lackingHere.contains(digest), lackingThere.contains(digest)) {
                case (true, true): continue
                case (false, false): break
                case (false, true):
                    guard let bytes = try book.read({ try $0.blob(digest) }) else { continue }
                    try await server.put(bytes, digest)
                case (true, false):
                    let recording = try await Recording(server.recording(digest))
                    guard recording.digest == digest else {
                        throw RemoteServer.Failure.refused("\(server.url) sent another recording than \(digest.text).")
                    }
                    try await book.write { try $0.store(recording) }
                }
                exchanged.insert(digest)
            }
        }
    }
}
