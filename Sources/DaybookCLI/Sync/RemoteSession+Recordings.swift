import DaybookCore
import DaybookStorage

extension RemoteSession {
    /// How many recordings are asked about at once.
    private static let greatestCount = 10_000
    /// For how long one that failed isn't tried again, in milliseconds: an hour if it was refused; a minute if its
    /// connection broke off, and twice as long each further time.
    private static let (rest, longestRest): (Int64, Int64) = (60_000, 3_600_000)

    /// Brings each recording that an entry names to the side that lacks it. One that neither has comes another time,
    /// and so does one that fails, which is reported once the others are through.
    mutating func exchangeRecordings() async throws {
        var failures: [RemoteServer.Failure] = []
        let named = try book.read { try $0.namedRecordings() }.subtracting(exchanged).sorted {
            $0.bytes.lexicographicallyPrecedes($1.bytes)
        }
        for start in stride(from: 0, to: named.count, by: Self.greatestCount) {
            let some = named[start..<min(start + Self.greatestCount, named.count)]
            let lackingHere = Set(try book.read { try $0.lacking(some) })
            let lackingThere = try await server.lacking(some)
            for digest in some {
                let rest = rests[digest]
                if let rest, abs(now().milliseconds - rest.start.milliseconds) < rest.length { continue }
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
                    rests[digest] = nil
                } catch let failure as RemoteServer.Failure {
                    var length = Self.longestRest
                    if case .offline = failure {
                        // It throws where it isn't this one's fault.
                        _ = try await server.lacking([digest])
                        length = rest.map { min($0.length * 2, length) } ?? Self.rest
                    }
                    rests[digest] = (now(), length)
                    failures.append(failure)
                }
            }
        }
        if let first = failures.first { throw RecordingsLeft(count: failures.count, reason: first.message) }
    }

    private func fetch(_ digest: Digest) async throws {
        let bytes = try await server.recording(digest)
        guard let recording = try? Recording(bytes), recording.digest == digest else {
            throw RemoteServer.Failure.refused("\(server.url) sent something else than the recording \(digest.text).")
        }
        try await book.write { try $0.store(recording) }
    }
}

/// Everything is synced but for some recordings, which are tried again later.
struct RecordingsLeft: Error {
    let count: Int
    /// The reason of the first of them.
    let reason: String

    var message: String {
        "\(count == 1 ? "A recording" : "\(count) recordings") didn't get through, and will be tried again: \(reason)"
    }
}
