import DaybookCore
import DaybookStorage

extension RemoteSession {
    /// How many recordings are asked about at once.
    private static let greatestCount = 10_000
    /// How long one that was refused isn't offered again, in milliseconds: others may come through meanwhile.
    private static let rest: Int64 = 3_600_000

    /// Brings each recording that an entry names to the side that lacks it. One that neither has comes another time, and
    /// so does one that is refused, which is told once the others are through.
    mutating func exchangeRecordings() async throws {
        var refusal: RemoteServer.Failure?
        let named = try book.read { try $0.namedRecordings() }.subtracting(exchanged).sorted {
            $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
        for start in stride(from: 0, to: named.count, by: Self.greatestCount) {
            let some = named[start..<min(start + Self.greatestCount, named.count)]
            let lackingHere = Set(try book.read { try $0.lacking(some) })
            let lackingThere = try await server.lacking(some)
            for digest in some {
                if let last = refusals[digest], abs(now().milliseconds - last.milliseconds) < Self.rest { continue }
                do {
                    switch (lackingHere.contains(digest), lackingThere.contains(digest)) {
                    case (true, true): continue
                    case (false, false): break
                    case (false, true):
                        guard let bytes = try book.read({ try $0.blob(digest) }) else { continue }
                        try await server.put(bytes, digest)
                    case (true, false): try await fetch(digest)
                    }
                    exchanged.insert(digest)
                } catch RemoteServer.Failure.refused(let reason) {
                    refusals[digest] = now()
                    refusal = refusal ?? .refused(reason)
                }
            }
        }
        if let refusal { throw refusal }
    }

    private func fetch(_ digest: Digest) async throws {
        let bytes = try await server.recording(digest)
        guard let recording = try? Recording(bytes), recording.digest == digest else {
            throw RemoteServer.Failure.refused("\(server.url) sent something else than the recording \(digest.text).")
        }
        try await book.write { try $0.store(recording) }
    }
}
