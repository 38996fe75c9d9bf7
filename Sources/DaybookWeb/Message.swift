import DaybookApp
import DaybookCore

/// The messages of host.js to the app, by the numbers that it uses.
enum Message: Int32 {
    /// `a` is 1 once all that is stored was handed over; or 0, and the value says why it couldn't be.
    case loaded
    /// `a` is the token of what was to be stored, here and in the next.
    case stored
    /// The value is the reason.
    case notStored
    /// `a` is the token, `b` the status (0 if there was no answer) and the value the body, or the reason.
    case answer
    /// The value is what another tab stored.
    case otherTab
    /// `a` is the alarm.
    case woken
    /// The value is what stands in the address from `#` on.
    case path
    /// `a` is the width of the window in CSS pixels.
    case size
    /// `a` is 1 or 0, here and in the next.
    case online
    case visible
    /// `a` is 2 while the microphone listens, 1 with the bytes, or 0 with the reason why there are none.
    case recorded
    /// `a` is 1, or 0 with the reason why not.
    case kept
    case notPlayed
    /// `a` is 1 for news from the server, whose value is the number of its last commit; 0 if it can't be heard any more.
    case live
    /// `a` is 1 before the page is printed, and 0 after.
    case printing
    /// `a` is how many recordings the server has yet to get.
    case undelivered
    /// The browser's database is another one, without anything in it.
    case emptied
    /// `a` is 1 where the server notifies this device from now on, 0 where it doesn't, or 2 with the reason why that can't be.
    case notifying
    /// A file was chosen or dropped: `a` is 1 with its name, 0 with the name if it is too large, 2 with the reason if it
    /// can't be read; or 3 with the name and, on a line of its own, where it came from, if nobody chose it here.
    case file
    /// The value is the tag of a language, followed by a line break and its texts if `a` is 1; they can't be had if it is 0.
    case texts

    /// The token of what is asked about devices, behind those of `ImportStep`.
    static let devices: Int32 = 6

    func event(_ a: Int32, _ b: Int32, _ value: [UInt8]) -> OutsideEvent? {
        switch self {
        case .loaded:
            guard a == 1 else { return .notLoaded(String(utf8: value)) }
            return StoredValues.take()
        case .stored: return .stored(Int(a))
        case .notStored: return .notStored(Int(a), String(utf8: value))
        case .answer:
            if a == Self.devices { return .devicesAnswered(Int(b), value) }
            if let step = ImportStep(rawValue: a) { return .importAnswered(step, Int(b), value) }
            return Request(rawValue: a).map { $0.event(status: b, body: value) }
        case .otherTab:
            let contents = StorageItem.Contents(Self.itemValues(value))
            return .otherTab(contents.changes, contents.progress)
        case .woken: return Alarm(rawValue: Int(a)).map { .woken($0) }
        case .path: return .visited(String(utf8: value))
        case .size: return .resized(width: Int(a), moves: b == 1)
        case .online: return .online(a == 1)
        case .visible: return .visible(a == 1)
        case .recorded:
            return a == 2
                ? .listening : a == 1 ? .recorded(value) : .notRecorded(String(utf8: value))
        case .kept: return a == 1 ? .kept : .notKept(String(utf8: value))
        case .notPlayed: return .notPlayed(String(utf8: value))
        case .live: return a == 1 ? .news(value.reduce(0) { $0 &* 10 &+ UInt64($1 & 15) }) : .deaf
        case .printing: return .printing(a == 1)
        case .undelivered: return .undelivered(Int(a))
        case .emptied: return .emptied
        case .notifying: return a == 2 ? .notNotifying(String(utf8: value)) : .notifying(a == 1)
        case .texts:
            let end = value.firstIndex(of: 0x0A) ?? value.endIndex
            let tag = String(utf8: Array(value[..<end]))
            return .texts(a == 1 ? Array(value[end...].dropFirst()) : nil, of: tag)
        case .file:
            let text = String(utf8: value)
            if a == 3 {
                let lines = text.parts { $0 == "\n" }.map { String($0) }
                return .fileShared(lines.first ?? "", from: lines.count > 1 ? lines[1] : "")
            }
            return a == 2 ? .fileChosen("", .unreadable(text)) : .fileChosen(text, a == 1 ? nil : .tooLarge)
        }
    }

    /// The values of items as `Unstored` describes them.
    private static func itemValues(_ bytes: [UInt8]) -> [[UInt8]] {
        var reader = ByteReader(bytes)
        var values: [[UInt8]] = []
        while reader.remaining > 0 {
            guard (try? reader.byte()) != nil, (try? reader.takeSized()) != nil, let value = try? reader.takeSized()
            else { break }
            values.append(value)
        }
        return values
    }
}

/// The requests of sync to the server; at most one of each is under way. The numbers behind these are those of
/// `ImportStep`.
enum Request: Int32 {
    case push
    case pull

    func event(status: Int32, body: [UInt8]) -> OutsideEvent {
        guard status != 0 else { return failed(.offline) }
        if status == 401 { return failed(.signedOut) }
        switch self {
        case .push where status == 200 || status == 409:
            return (try? PushAnswer(bytes: body)).map { .pushAnswered($0) } ?? failed(.unreadable)
        case .pull where status == 200:
            return (try? PullPage(bytes: body)).map { .pullAnswered($0) } ?? failed(.unreadable)
        case .push, .pull:
            if let reason = ServerReason(problem: body) { return failed(.unable(reason)) }
            // A server in between (a proxy, a worker) answers so when there is none behind it.
            return failed(status >= 502 && status <= 504 ? .offline : .status(Int(status)))
        }
    }

    private func failed(_ failure: SyncClient.Failure) -> OutsideEvent {
        switch self {
        case .push: .pushFailed(failure)
        case .pull: .pullFailed(failure)
        }
    }
}

/// The stored values, as they are handed over in parts.
enum StoredValues {
    nonisolated(unsafe) private static var contents = StorageItem.Contents()

    /// - Parameters:
    ///   - bytes: values, each after its length in 4 bytes, least significant first.
    ///   - isFirst: whether what was handed over before doesn't count.
    static func add(_ bytes: [UInt8], isFirst: Bool) {
        if isFirst { contents = StorageItem.Contents() }
        var reader = ByteReader(bytes)
        while reader.remaining > 0, let value = try? reader.takeSized() { contents.add(value) }
    }

    /// All that was handed over.
    static func take() -> OutsideEvent {
        defer { contents = StorageItem.Contents() }
        return .loaded(contents.changes, contents.progress ?? SyncClient.Progress(), drafts: contents.drafts)
    }
}

extension ByteReader {
    /// Bytes after their length.
    fileprivate mutating func takeSized() throws(WireError) -> [UInt8] {
        var length = 0
        for (index, byte) in try take(4).enumerated() { length |= Int(byte) << (8 * index) }
        return Array(try take(length))
    }
}
