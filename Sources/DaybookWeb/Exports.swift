import DaybookApp
import DaybookCore

// Functions that host.js calls. It hands over bytes by writing them where `reserve` says, before the call.

nonisolated(unsafe) private var running: App?
nonisolated(unsafe) private var inbox: [UInt8] = []
/// The last call's answer: addresses and lengths.
nonisolated(unsafe) private var answer: [UInt32] = [0, 0, 0, 0]
/// Keeps what `answer` points to until the next call.
nonisolated(unsafe) private var outbox: [UInt8] = []

private func received(_ count: Int) -> [UInt8] {
    Array(inbox[0..<min(max(0, count), inbox.count)])
}

private func text(_ count: Int) -> String { String(utf8: received(count)) }

/// Room for `count` bytes.
@_expose(wasm, "reserve") @_cdecl("reserve")
func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8>? {
    if inbox.count < count { inbox = [UInt8](repeating: 0, count: count) }
    return inbox.withUnsafeMutableBufferPointer { $0.baseAddress }
}

/// The names of tags, attributes and events by their numbers: three lines, words separated by spaces.
@_expose(wasm, "names") @_cdecl("names")
func names() -> UnsafePointer<UInt32>? {
    answerWith((Tag.names + "\n" + Attribute.names + "\n" + EventKind.names).bytes)
}

/// Lines, none of them empty: the path from `#`, the browser's languages separated by commas, the chosen language or a
/// `-`, the page's cookies or a `-`, the host, and the account, if any.
@_expose(wasm, "start") @_cdecl("start")
func start(_ count: Int) {
    let lines = text(count).parts { $0 == "\n" }.map { String($0) }
    let chosen = lines.count > 2 ? Language.tagged(lines[2]) : nil
    let language =
        chosen ?? Language.preferred((lines.count > 1 ? lines[1] : "").parts { $0 == "," }.map { String($0) })
    var random = RandomNumbers()
    let world = World(
        now: { Timestamp(milliseconds: Int64(wallClock())) },
        random: { random.next() },
        minutesAheadOfUTC: { Int(minutesAheadOfUTC(Double($0.milliseconds))) },
        minutesAheadIn: { zone, time in
            let minutes = zone.bytes.withUnsafeBufferPointer {
                minutesAheadInZone($0.baseAddress, $0.count, Double(time.milliseconds))
            }
            return minutes < -10_000 ? nil : Int(minutes)
        })
    let account = lines.count > 5 ? lines[5] : ""
    let isSample = account == "sample"
    var state = State(node: world.random(), language: language, hasAccount: !account.isEmpty && !isSample)
    state.isSample = isSample
    if lines.count > 4 {
        state.take(settings: lines[3])
        state.host = lines[4]
    }
    let app = App(state, world: world) { $0.perform() }
    running = app
    if !language.isHere { app.dispatch(.settings(.setLanguage(language))) }
    if let path = lines.first { app.dispatch(.outside(.visited(path))) }
}

/// The history of undo that this tab kept. One that can't be read is left out.
@_expose(wasm, "restore") @_cdecl("restore")
func restore(_ count: Int) {
    guard let history = try? History(bytes: received(count)) else { return }
    running?.dispatch(.outside(.restoredHistory(history)))
}

/// The steps to undo and redo, for `restore`.
@_expose(wasm, "history") @_cdecl("history")
func history() -> UnsafePointer<UInt32>? { answerWith(running?.history ?? []) }

/// A part of what is stored, as `StoredValues` describes it.
@_expose(wasm, "stored") @_cdecl("stored")
func stored(_ isFirst: Bool, _ count: Int) { StoredValues.add(received(count), isFirst: isFirst) }

/// The key of what is typed in this tab, in the storage.
@_expose(wasm, "draftsKey") @_cdecl("draftsKey")
func draftsKey() -> UnsafePointer<UInt32>? { answerWith(running?.draftsKey ?? []) }

/// The writes to store, as `Unstored` describes them; each call starts over.
@_expose(wasm, "unstored") @_cdecl("unstored")
func unstored() -> UnsafePointer<UInt32>? { answerWith(Unstored.take()) }

/// Takes over the page as it is: so many words of 4 bytes, then the text.
@_expose(wasm, "adopt") @_cdecl("adopt")
func adopt(_ wordCount: Int, _ count: Int) {
    let bytes = received(count)
    guard wordCount >= 0, wordCount * 4 <= bytes.count else { return }
    let words = bytes.withUnsafeBytes { bytes in
        (0..<wordCount).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self) }
    }
    running?.adopt(words: words, text: Array(bytes[(wordCount * 4)...]))
}

/// The number of the element that takes the event, which came to the one of number `id` or to something in it; 0 if
/// none.
@_expose(wasm, "event") @_cdecl("event")
func event(_ id: Int32, _ kind: Int32, _ x: Int32, _ y: Int32, _ modifiers: Int32, _ count: Int) -> Int32 {
    guard let running, let kind = EventKind(rawValue: UInt8(truncatingIfNeeded: kind)) else { return 0 }
    let event = Event(
        kind, text: text(count), x: Int(x), y: Int(y), modifiers: Event.Modifiers(rawValue: modifiers))
    return running.handle(event, at: id)
}

@_expose(wasm, "tell") @_cdecl("tell")
func tell(_ kind: Int32, _ a: Int32, _ b: Int32, _ count: Int) {
    guard let event = Message(rawValue: kind)?.event(a, b, received(count)) else { return }
    running?.dispatch(.outside(event))
}

/// Something else changed the element of that number, or a text in it; `kind` is a `Touch`.
@_expose(wasm, "touched") @_cdecl("touched")
func touched(_ id: Int32, _ kind: Int32) {
    if let touch = Touch(rawValue: kind) { running?.note(touch, at: id) }
}

/// The root was emptied: the next `render` makes all of it.
@_expose(wasm, "startOver") @_cdecl("startOver")
func startOver() { running?.startOver() }

/// The address and count of the words, then of the text; 0 while the page is to stay as it is.
@_expose(wasm, "render") @_cdecl("render")
func render() -> UnsafePointer<UInt32>? {
    guard let patch = running?.render() else { return nil }
    patch.words.withUnsafeBufferPointer {
        answer[0] = UInt32(UInt(bitPattern: $0.baseAddress))
        answer[1] = UInt32($0.count)
    }
    patch.text.withUnsafeBufferPointer {
        answer[2] = UInt32(UInt(bitPattern: $0.baseAddress))
        answer[3] = UInt32($0.count)
    }
    return answer.withUnsafeBufferPointer { $0.baseAddress }
}

/// Combines what two tabs wrote: the first `oldCount` bytes are stored, the rest is new.
@_expose(wasm, "combine") @_cdecl("combine")
func combine(_ oldCount: Int, _ count: Int) -> UnsafePointer<UInt32>? {
    let bytes = received(count)
    let split = min(max(0, oldCount), bytes.count)
    return answerWith(StorageItem.combined(Array(bytes[..<split]), Array(bytes[split...])))
}

private func answerWith(_ bytes: [UInt8]) -> UnsafePointer<UInt32>? {
    outbox = bytes
    outbox.withUnsafeBufferPointer {
        answer[0] = UInt32(UInt(bitPattern: $0.baseAddress))
        answer[1] = UInt32($0.count)
    }
    return answer.withUnsafeBufferPointer { $0.baseAddress }
}
