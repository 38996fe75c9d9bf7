import DaybookCore
import Fixtures

@testable import DaybookApp
@testable import DaybookServer
@testable import DaybookStorage

/// One history from one seed of browsers with several tabs each. The app is the real one, and so is the server; stores
/// fail, tabs hear of each other late and are closed at any moment, clocks are wrong and the server is restored.
struct BrowserSimulation {
    private var random: SeededRandom
    private let server: Replica
    private var browsers: [Browser] = []
    private var time: Int64 = 1_790_000_000_000
    private var backup: Replica.Copy?
    /// What a tab was told to be stored: texts that nobody else wrote.
    private var stored: [Register] = []
    /// What a tab took back, since it couldn't be stored.
    private var takenBack: [Register] = []
    private var words = 0
    /// What happened, for whoever replays the seed.
    private(set) var trace: [String] = []

    // In how many of a hundred cases it happens.
    private let failingStores: Int
    private let lostAnswers: Int
    private let wrongClocks: Int
    private let restores: Int

    /// The longest that sync may take once nothing goes wrong any more.
    private static let greatestRounds = 10

    init(seed: Int) throws {
        var random = SeededRandom(UInt64(seed) &+ 1 << 40)
        failingStores = random.chance(70) ? random.below(50) : 0
        lostAnswers = random.chance(50) ? random.below(40) : 0
        wrongClocks = random.chance(40) ? 4 : 0
        restores = random.chance(40) ? 4 : 0
        let draws = Draws(SeededRandom(UInt64(seed) << 8))
        server = try Replica("server", folder: nil, random: BookRandom { draws.next() })
        self.random = random
        for _ in 0..<1 + self.random.below(2) {
            browsers.append(Browser(browsers.count))
            openTab(in: browsers[browsers.count - 1])
        }
    }

    mutating func run() throws {
        for _ in 0..<20 + random.below(50) { try step() }
        let rounds = try settle()
        if rounds > Self.greatestRounds { throw Violation(12, "tabs sync for \(rounds) rounds after the faults") }
        try check()
    }

    private mutating func note(_ text: @autoclosure () -> String) { trace.append("\(time) \(text())") }

    // MARK: Steps

    private mutating func step() throws {
        time += Int64(random.below(40_000)) + 1
        let browser = browsers[random.below(browsers.count)]
        guard let tab = random.pick(browser.tabs) else { return }
        tab.clock = time + browser.skew
        if hearsAtOnce { hear(tab) }
        let fault = random.below(100)
        if fault < wrongClocks {
            browser.skew = random.pick([0, 86_400_000, -86_400_000, 600_000]) ?? 0
            return note("a clock is off by \(browser.skew) ms")
        }
        if fault < wrongClocks + restores, let backup {
            note("the server's data is restored")
            return try server.restore(backup, at: time)
        }
        defer { if hearsAtOnce { flush(tab, of: browser, fails: random.chance(failingStores)) } }
        switch random.below(100) {
        case ..<30: act(in: tab)
        case ..<45: flush(tab, of: browser, fails: random.chance(failingStores))
        case ..<55: hear(tab)
        case ..<65: try answerPush(tab, isLost: random.chance(lostAnswers))
        case ..<75: try answerPull(tab, isLost: random.chance(lostAnswers))
        case ..<82: tab.dispatch(.outside(.woken(.poll)))
        case ..<86: try listen(in: tab, fails: random.chance(20))
        case ..<88: tab.ring()
        case ..<91: if browser.tabs.count < 3 { openTab(in: browser) }
        case ..<94:
            note("\(tab.name) is closed")
            browser.tabs.removeAll { $0 === tab }
            if browser.tabs.isEmpty { openTab(in: browser) }
        default: backup = try server.copy()
        }
    }

    private mutating func openTab(in browser: Browser) {
        words += 1
        let tab = BrowserTab("tab \(words) of browser \(browser.number)", node: UInt64(words), random: random.next())
        note("\(tab.name) opens")
        tab.clock = time + browser.skew
        tab.dispatch(.outside(browser.loaded))
        browser.tabs.append(tab)
    }

    private mutating func act(in tab: BrowserTab) {
        words += 1
        let word = "w\(words)"
        let todo = random.pick(tab.app.state.book.list.all)
        let choice = random.below(100)
        note("\(tab.name): \(choice) \(word) \(todo.map { "\($0.id.text.prefix(4)) \($0.title)" } ?? "")")
        switch (choice, todo) {
        case (..<20, _), (_, nil): tab.dispatch(.item(.create(.todo(title: word))))
        case (..<50, var todo?):
            todo.title = word
            tab.dispatch(.item(.update(todo)))
        case (..<65, let todo?): tab.dispatch(.item(.toggle(todo.id)))
        case (..<75, let todo?): tab.dispatch(.item(.delete(todo.id)))
        case (..<82, let todo?): tab.dispatch(.item(.move(todo.id, .last)))
        default:
            tab.dispatch(.item(choice < 92 ? .undo : .redo))
            // It may write again what a change before it was to write.
            let written = tab.app.state.storage.storing.last?.changes.flatMap(\.after.registers).map(\.value) ?? []
            takenBack.removeAll { written.contains($0.value) }
        }
    }

    /// The browser stores what waits, all or nothing, and tells the other tabs.
    private mutating func flush(_ tab: BrowserTab, of browser: Browser, fails: Bool) {
        let batches = tab.unstored
        tab.unstored = []
        guard !batches.isEmpty else { return }
        note("\(tab.name) stores \(batches.map(\.token))\(fails ? ", in vain" : "")")
        if !fails { for batch in batches { browser.store(batch.entries) } }
        for batch in batches {
            let changes = tab.app.state.storage.storing.first { $0.token == batch.token }?.changes ?? []
            let texts = changes.flatMap { change in
                change.after.registers.filter { $0.field == .title && change.before?[.title] != $0 }
            }
            if fails {
                takenBack += texts.filter { text in !stored.contains { $0.value == text.value } }
                tab.dispatch(.outside(.notStored(batch.token, "full")))
            } else {
                stored += texts
                tab.dispatch(.outside(.stored(batch.token)))
                for other in browser.tabs where other !== tab { other.heard.append(batch.entries) }
            }
        }
    }

    /// Where clocks are wrong or the server is restored, what a tab writes anew is stored and heard of by the others in the
    /// same step, as it is within milliseconds: what they said before would undo it.
    private var hearsAtOnce: Bool { wrongClocks + restores > 0 }

    private mutating func hear(_ tab: BrowserTab) {
        repeat { hearNext(tab) } while hearsAtOnce && !tab.heard.isEmpty
    }

    private mutating func hearNext(_ tab: BrowserTab) {
        guard !tab.heard.isEmpty else { return }
        let contents = StorageItem.Contents(tab.heard.removeFirst().map(\.value))
        let (changes, progress) = (contents.changes, contents.progress)
        note("\(tab.name) hears of \(changes.map { told($0.after) })")
        tab.dispatch(.outside(.otherTab(changes, progress)))
    }

    private mutating func answerPush(_ tab: BrowserTab, isLost: Bool) throws {
        guard let body = tab.push else { return }
        tab.push = nil
        let answer = try server.write(at: time) { try $0.accept(SyncBody.push(body, coding: nil)) }
        note("\(tab.name) pushes\(isLost ? ", and hears nothing" : answer.map { ": \($0)" } ?? "")")
        guard let answer, !isLost else { return tab.dispatch(.outside(.pushFailed(.offline))) }
        tab.dispatch(.outside(.pushAnswered(try PushAnswer(bytes: answer.bytes))))
    }

    private mutating func answerPull(_ tab: BrowserTab, isLost: Bool) throws {
        guard let cursor = tab.pull else { return }
        tab.pull = nil
        note("\(tab.name) pulls from \(cursor.map { "\($0)" } ?? "nothing")\(isLost ? ", and hears nothing" : "")")
        guard !isLost else { return tab.dispatch(.outside(.pullFailed(.offline))) }
        let page = try server.read { [time] in try $0.page(after: cursor, now: Timestamp(milliseconds: time)) }
        tab.dispatch(.outside(.pullAnswered(try PullPage(bytes: page.bytes))))
    }

    /// The line to the server tells its head at first, and whenever it is another.
    private mutating func listen(in tab: BrowserTab, fails: Bool = false) throws {
        if fails {
            tab.told = nil
            return tab.dispatch(.outside(.deaf))
        }
        let page = try server.read { [time] in try $0.page(after: .max, now: Timestamp(milliseconds: time)) }
        guard tab.told != [page.cursor, page.epoch] else { return }
        note("\(tab.name) hears of commit \(page.cursor)")
        tab.told = [page.cursor, page.epoch]
        tab.dispatch(.outside(.news(page.cursor)))
    }

    // MARK: The end

    /// Lets everything come to an end, without faults.
    ///
    /// - Returns: after how many rounds nothing was left to do.
    private mutating func settle() throws -> Int {
        note("the faults stop")
        for browser in browsers {
            browser.skew = 0
            for tab in browser.tabs { tab.clock = time }
            openTab(in: browser)
        }
        for round in 1...Self.greatestRounds {
            var isQuiet = true
            for browser in browsers {
                for tab in browser.tabs {
                    time += 61_000
                    tab.clock = time
                    hear(tab)
                    let before = tab.app.state.sync.client.progress
                    if tab.told == nil {
                        tab.dispatch(.outside(.online(true)))
                    } else {
                        // A minute, in which the line tells what it has.
                        try listen(in: tab)
                        for _ in 0..<Reducer.mostQuietPolls { tab.dispatch(.outside(.woken(.poll))) }
                    }
                    repeat {
                        tab.ring()
                        flush(tab, of: browser, fails: false)
                        hear(tab)
                        try answerPush(tab, isLost: false)
                        try answerPull(tab, isLost: false)
                    } while !tab.isIdle
                    if before != tab.app.state.sync.client.progress || !tab.app.state.book.pending.isEmpty {
                        isQuiet = false
                    }
                }
            }
            if isQuiet { return round }
        }
        return Self.greatestRounds + 1
    }

    private func check() throws {
        var expected: [EntityID: Record] = [:]
        for row in server.committed.values {
            let id = row.register.entity
            expected[id, default: Record(id: id)].merge(row.register, isPending: false)
        }
        for browser in browsers {
            var books = browser.tabs.map { ($0.name, $0.app.state.book.records.values) }
            books.append(("what is stored", StorageItem.Contents(Array(browser.kept.values)).changes.map(\.after)))
            for (name, records) in books {
                let own = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
                for id in Set(own.keys).union(expected.keys) where own[id] != expected[id] {
                    // A device that begins empty doesn't hear of what is deleted.
                    if own[id]?.isAlive != true, expected[id]?.isAlive != true, own[id]?.isSynced != false { continue }
                    throw Violation(1, "\(name) and the server differ: \(told(own[id])) | \(told(expected[id]))")
                }
            }
        }
        for text in stored where expected[text.entity]?[.title] == nil {
            throw Violation(4, "\(String(decoding: text.value, as: UTF8.self)) was stored, and is lost")
        }
        for text in takenBack where expected[text.entity]?[.title]?.value == text.value {
            throw Violation(4, "\(String(decoding: text.value, as: UTF8.self)) was taken back, and came again")
        }
    }
}

private func told(_ record: Record?) -> String {
    guard let record else { return "nothing" }
    let registers = record.registers.map { (register: Register) -> String in
        let value =
            register.field == .title ? String(decoding: register.value, as: UTF8.self) : "\(register.value.count) bytes"
        let mark = record.isPending(register.field) ? "!" : ""
        return "\(register.field.rawValue): \(value) @\(register.stamp.time.milliseconds).\(register.stamp.node)\(mark)"
    }
    return record.id.text.prefix(4) + " " + registers.joined(separator: ", ")
}

/// What tabs share: IndexedDB, and the clock.
private final class Browser {
    let number: Int
    var kept: [[UInt8]: [UInt8]] = [:]
    var tabs: [BrowserTab] = []
    var skew: Int64 = 0

    init(_ number: Int) { self.number = number }

    func store(_ entries: [StorageItem]) {
        for entry in entries { kept[entry.key] = StorageItem.combined(kept[entry.key] ?? [], entry.value) }
    }

    var loaded: OutsideEvent {
        let contents = StorageItem.Contents(
            kept.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map(\.value))
        return .loaded(contents.changes, contents.progress ?? SyncClient.Progress())
    }
}

/// The app, with what it asked for and nobody did yet.
private final class BrowserTab {
    let name: String
    private let node: UInt64
    private let draws: Draws
    var clock: Int64 = 0
    var unstored: [(token: Int, entries: [StorageItem])] = []
    /// What other tabs stored.
    var heard: [[StorageItem]] = []
    var push: [UInt8]?
    /// From which cursor; from none if the tab has nothing yet.
    var pull: UInt64??
    /// True where it wants to be woken to push.
    private var hasAlarm = false
    /// What the line to the server told last: the number of a commit, and of which data; nil if there is no line.
    var told: [UInt64]?

    init(_ name: String, node: UInt64, random: UInt64) {
        self.name = name
        self.node = node
        draws = Draws(SeededRandom(random))
    }

    private(set) lazy var app = App(
        State(node: node),
        world: World(now: { [unowned self] in Timestamp(milliseconds: clock) }, random: { [draws] in draws.next() })
    ) { [unowned self] in
        switch $0 {
        case .store(let token, let entries): unstored.append((token, entries))
        case .push(let bytes): push = bytes
        case .pull(let cursor): pull = .some(cursor)
        case .wake(.push, _): hasAlarm = true
        default: break
        }
    }

    var isIdle: Bool { unstored.isEmpty && heard.isEmpty && push == nil && pull == nil && !hasAlarm }

    /// The time to push has come, if it waits for one.
    func ring() {
        guard hasAlarm else { return }
        hasAlarm = false
        clock += Reducer.pushInterval
        dispatch(.outside(.woken(.push)))
    }

    func dispatch(_ action: Action) { app.dispatch(action) }
}
