import DaybookCore
import DaybookExchange
import Fixtures
import Foundation

@testable import DaybookApp
@testable import DaybookServer
@testable import DaybookStorage

/// One history from one seed: devices that write, a server, and a network that loses, repeats and reorders, all driven
/// step by step by the seed. `SyncClient`, `Book` and the messages are the real ones.
struct Simulation {
    let seed: Int
    var random: SeededRandom
    var faults: Faults
    var server: Replica
    var devices: [Device] = []
    var network: [Message] = []
    var app = CalendarApp()
    /// Milliseconds since 1970.
    var time: Int64 = 1_790_000_000_000
    /// What the server acknowledged to a device, which stored that.
    var acknowledged: [Register] = []
    /// True where the server's data was put back to an earlier state.
    private var wasRestored = false
    var backup: Replica.Copy?
    /// Every amount that anybody wrote.
    var amounts: Set<Amount> = []
    /// The latest time that can count for the server, as its clock went so far; and what that said last.
    var serverTime: Int64 = 0
    private var serverWall: Int64 = 0
    /// What newer programs wrote to things of a kind that this one doesn't know.
    var novelties: Set<Register> = []
    /// True where anybody forgot what deleted things held.
    var hasPurged = false
    /// What happened, for whoever replays the seed.
    var trace: [String] = []
    private var requests = 0
    private let folder: URL?

    /// The longest that sync may take once nothing goes wrong any more: an answer that tells of a new epoch, everything
    /// pushed, one refusal of the clock, and a pull for each.
    static let greatestRounds = 8

    /// - Parameter base: where the server's book is in PostgreSQL as well.
    init(seed: Int, _ base: PostgresShadow.Base? = nil) throws {
        self.seed = seed
        var random = SeededRandom(UInt64(seed))
        faults = Faults(using: &random)
        self.random = random
        folder =
            faults.usesFiles
            ? FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)") : nil
        server = try Replica("server", folder: folder, random: Self.draws(seed, 0))
        server.shadow = try base.map { try PostgresShadow($0, account: Int64(seed)) }
        try server.shadow?.take([], server.read { try $0.bookRow() })
        for _ in 0..<2 + self.random.below(2) { try addDevice() }
    }

    /// The random numbers of one book.
    private static func draws(_ seed: Int, _ index: Int) -> BookRandom {
        let state = Draws(SeededRandom(UInt64(seed) << 8 | UInt64(index)))
        return BookRandom { state.next() }
    }

    mutating func run() throws {
        defer { if let folder { try? FileManager.default.removeItem(at: folder) } }
        for _ in 0..<16 + random.below(26) { try step() }
        try heal()
        if random.chance(30), devices.count < 5 { try joinInAHurry() }
        // Some histories go on; it takes as long again.
        let goesOn = seed.isMultiple(of: 4)
        if goesOn { try recordLunch() }
        let rounds = try settle()
        if rounds > Self.greatestRounds {
            throw Violation(12, "sync took \(rounds) rounds after the faults had stopped")
        }
        try checkAgreement()
        try server.checkShadow()
        if goesOn { try checkSimultaneousChanges() }
        if goesOn, random.chance(25) { try checkSimultaneousJoins() }
        if goesOn, random.chance(50) { try checkSimultaneousBudgets() }
        if goesOn { try checkInstalments() }
    }

    mutating func addDevice() throws {
        let index = devices.count
        let replica = try Replica("device \(index)", folder: folder, random: Self.draws(seed, index + 1))
        let device = try Device(index, replica)
        device.packs = random.chance(50)
        device.offer =
            random.chance(faults.foreignVersions)
            ? random.pick(["0", "2, 3"]) : random.pick([String?.none, "1", "1, 2"]) ?? nil
        devices.append(device)
        note("device \(index) is there")
    }

    mutating func note(_ text: @autoclosure () -> String) {
        trace.append("\(time) \(text())")
    }

    // MARK: Steps

    private mutating func step() throws {
        time += Int64(random.next() % UInt64(faults.longestPause)) + 1
        readServerClock()
        if random.chance(faults.hostility) { try pushFarAhead() }
        if random.chance(faults.novelties) { try writeNovelty() }
        if random.chance(faults.calendars) { try actByCalendar() }
        switch random.below(100) {
        case ..<27: try act()
        case ..<41: try startPush(random.pick(devices))
        case ..<54: try startPull(random.pick(devices))
        case ..<80: try deliver()
        case ..<82: giveUp()
        case ..<83: if devices.count < 4 { try addDevice() }
        case ..<87: try act(on: server)
        case ..<88: try purge()
        case ..<90: if backup == nil || random.chance(30) { backup = try server.copy() }
        default: try fail()
        }
    }

    /// Follows the server's clock by other means than the server: one that was set back counts on at half its speed.
    mutating func readServerClock() {
        let wall = time + server.skew
        serverTime = max(wall, serverTime + max(0, wall - serverWall) / 2)
        serverWall = wall
    }

    /// Somebody purges: everything that is deleted, or what has been for a while.
    private mutating func purge() throws {
        let device = random.chance(50) ? random.pick(devices) : nil
        let replica = device?.replica ?? server
        let age = random.chance(60) ? 0 : Int64(random.next() % UInt64(faults.longestPause * 4))
        let before = Timestamp(milliseconds: time + replica.skew - age)
        guard let count = try replica.purge(deletedBefore: before, at: time, breaksAfter: breaks()), count > 0 else {
            return
        }
        hasPurged = true
        try device?.loadTab()
        note("\(replica.name) purges \(count)")
    }

    // MARK: Sync

    mutating func startPush(_ device: Device?) throws {
        guard let device else { return }
        // Every other device is a browser.
        let pending =
            device.index.isMultiple(of: 2)
            ? try device.replica.read { try $0.pendingRegisters(limit: faults.pushSize) }
            : Array(
                device.tab.pendingRegisters().sorted { ($0.stamp, $0.key) < ($1.stamp, $1.key) }.prefix(faults.pushSize)
            )
        guard let request = device.client.push(pending: pending, now: wall(device)) else { return }
        let packed = device.packs ? Gzip.packed(request.bytes) : nil
        device.push = send(device, .push(packed ?? request.bytes, coding: packed == nil ? nil : "gzip"))
        note("device \(device.index) pushes \(request.changes.count) of \(pending.count)")
    }

    mutating func startPull(_ device: Device?) throws {
        guard let device, let cursor = device.client.pull(now: wall(device)) else { return }
        // A browser is spared what is deleted; a book, which others may sync with, isn't.
        let isNew = try cursor == 0 && !device.index.isMultiple(of: 2) && device.replica.read { try $0.isEmpty() }
        if isNew { device.isBootstrapped = true }
        device.pull = send(device, .pull(cursor: isNew ? nil : "\(cursor)"))
        note("device \(device.index) pulls from \(isNew ? "nothing" : "\(cursor)")")
    }

    private mutating func send(_ device: Device, _ body: Message.Body) -> Int {
        requests += 1
        transmit(Message(device: device.index, request: requests, body: body))
        return requests
    }

    private mutating func transmit(_ message: Message) {
        if devices[message.device].isPartitioned || random.chance(faults.drops) {
            note("a message of device \(message.device) is lost")
            return
        }
        network.append(message)
        if message.isRequest, random.chance(faults.duplicates) { network.append(message) }
    }

    private mutating func deliver() throws {
        guard !network.isEmpty else { return }
        try deliver(network.remove(at: random.below(network.count)))
    }

    mutating func deliver(_ message: Message) throws {
        let device = devices[message.device]
        switch message.body {
        case .push(let body, let coding):
            guard isSpoken(by: device, message) else { return }
            guard let answer = try accept(body, coding: coding) else {
                return note("the server breaks while it takes a push")
            }
            let (bytes, isPacked) = SyncBody.answer(answer, acceptsGzip: device.packs)
            reply(message, .pushAnswer(bytes, isPacked: isPacked))
        case .pull(let text):
            guard isSpoken(by: device, message) else { return }
            let page = try server.page(after: SyncBody.cursor(text), at: time, faults.pageSize, 16 * faults.pageSize)
            note("the server gives \(page.registers.count) registers up to \(page.cursor)")
            let (bytes, isPacked) = SyncBody.answer(page.bytes, acceptsGzip: device.packs)
            reply(message, .page(bytes, isPacked: isPacked))
        case .refused:
            if device.push == message.request {
                device.push = nil
                device.client.pushFailed(.refused, now: wall(device))
            } else if device.pull == message.request {
                device.pull = nil
                device.client.pullFailed(.refused, now: wall(device))
            }
        case .pushAnswer(let body, let isPacked):
            guard device.push == message.request else { return }
            device.push = nil
            let answer = try PushAnswer(bytes: unpacked(body, isPacked))
            let writes = device.client.pushed(answer, now: wall(device))
            try carryOut(writes, on: device)
            note("device \(device.index) is told \(answer)")
        case .page(let body, let isPacked):
            guard device.pull == message.request else { return }
            device.pull = nil
            let writes = device.client.pulled(try PullPage(bytes: unpacked(body, isPacked)))
            try carryOut(writes, on: device)
            note("device \(device.index) is at \(device.client.progress.cursor)")
            try checkCoverage(of: device)
        }
    }

    private mutating func reply(_ message: Message, _ body: Message.Body) {
        transmit(Message(device: message.device, request: message.request, body: body))
    }

    private func unpacked(_ body: [UInt8], _ isPacked: Bool) throws -> [UInt8] {
        isPacked ? try Gzip.unpacked(body, upTo: 1 << 24) : body
    }

    /// Refuses a device whose program is too old or too new.
    private mutating func isSpoken(by device: Device, _ message: Message) -> Bool {
        do {
            _ = try ProtocolCheck.version(for: device.offer)
            return true
        } catch {
            note("the server refuses device \(device.index): \(error)")
            reply(message, .refused)
            return false
        }
    }

    /// The server's side of a push.
    private mutating func accept(_ body: [UInt8], coding: String?) throws -> [UInt8]? {
        let push = try SyncBody.push(body, coding: coding)
        let answer = try server.accept(push, at: time, breaksAfter: breaks())
        guard let answer else { return nil }
        note("the server takes \(push.changes.count) registers: \(answer)")
        try checkServer(after: push, answer)
        return answer.bytes
    }

    private mutating func carryOut(_ writes: [SyncClient.Write], on device: Device) throws {
        guard !writes.isEmpty else { return }
        var stored = device.client.progress
        // A book whose program ends once it has everything doesn't keep that.
        stored.hasMore = false
        let isRestamp = writes.contains { if case .restampPending = $0 { true } else { false } }
        let shown = isRestamp ? try device.replica.read { try $0.rows().map(\.todo.id) } : []
        let before = device.replica.committed
        guard try device.replica.write(at: time, breaksAfter: breaks(), { try $0.apply(writes) }) != nil else {
            note("device \(device.index) can't store what it was told")
            if random.chance(50) {
                try device.restart()
            } else {
                let progress = try device.replica.read { try $0.remote()?.progress }
                device.client.writeFailed(stored: progress ?? .init())
            }
            return
        }
        device.tabApplies(writes)
        if isRestamp || random.chance(30) { try device.checkTab() }
        if isRestamp {
            guard try Set(device.replica.read { try $0.rows().map(\.todo.id) }) == Set(shown) else {
                throw Violation(8, "device \(device.index) shows other items since it mended its clock")
            }
            var rows = device.replica.committed.values.map(\.register)
            let start = rows.partition { before[$0.key]?.register != $0 }
            let latest = rows[..<start].map(\.stamp.clock).max() ?? 0
            guard rows[start...].allSatisfy({ $0.stamp.clock > latest }) else {
                throw Violation(8, "device \(device.index) mended its clock to before what it has from the server")
            }
            // What a restored server lost may come back to it under another stamp, as may what was written over it since,
            // but not as something else.
            let after = device.replica.committed
            acknowledged = acknowledged.map { register in
                guard let old = before[register.key]?.register,
                    old == register || (wasRestored && old.wins(over: register)),
                    let new = after[register.key]?.register, new == old.restamped(new.stamp)
                else { return register }
                return new
            }
        }
        for case .acknowledge(let registers) in writes { acknowledged += registers }
        guard try device.replica.read({ try $0.remote()?.progress }) == stored else {
            throw Violation(4, "device \(device.index) didn't store how far it got")
        }
    }

    /// A request takes too long for whoever waits.
    private mutating func giveUp() {
        guard let device = random.pick(devices) else { return }
        if device.push != nil, random.chance(50) {
            device.push = nil
            device.client.pushFailed(.offline, now: wall(device))
        } else if device.pull != nil {
            device.pull = nil
            device.client.pullFailed(.offline, now: wall(device))
        }
    }

    private func wall(_ device: Device) -> Timestamp { wall(device.replica) }

    private func wall(_ replica: Replica) -> Timestamp { Timestamp(milliseconds: time + replica.skew) }

    // MARK: Faults

    mutating func breaks() -> Int? {
        random.chance(faults.brokenWrites) ? random.below(8) : nil
    }

    private mutating func fail() throws {
        let device = random.pick(devices)
        if random.chance(faults.partitions * 5), let device {
            device.isPartitioned.toggle()
            note("device \(device.index) is \(device.isPartitioned ? "cut off" : "back")")
        }
        let day: Int64 = 86_400_000
        let skews: [Int64] = [0, -3 * day, 3 * day, day, 4 * 60_000, 6 * 60_000, -60_000]
        if random.chance(faults.skews * 6), let device {
            device.replica.skew = random.pick(skews) ?? 0
            note("the clock of device \(device.index) is off by \(device.replica.skew) ms")
        }
        if random.chance(faults.skews * 2) {
            let skew = random.pick(skews) ?? 0
            server.skew = skew
            readServerClock()
            note("the server's clock is off by \(skew) ms")
        }
        if random.chance(faults.crashes * 6), let device {
            try device.replica.crash(using: &random)
            try device.restart()
            note("device \(device.index) starts again")
        }
        if random.chance(faults.crashes * 3) { try server.crash(using: &random) }
        if random.chance(faults.restores * 6), let backup {
            try server.restore(backup, at: time)
            wasRestored = true
            app.serverIsRestored()
            note("the server's data is restored")
        }
    }

    /// From here on nothing is lost any more. Messages that are still on their way arrive, or not, but late.
    private mutating func heal() throws {
        note("the faults stop")
        faults.drops = 0
        faults.duplicates = 0
        faults.brokenWrites = 0
        faults.foreignVersions = 0
        for device in devices {
            device.isPartitioned = false
            // Whoever was refused brings their program up to date.
            if device.offer != nil { device.offer = "\(protocolVersion)" }
        }
        while !network.isEmpty {
            if random.chance(50) { _ = network.removeFirst() } else { try deliver() }
        }
        for device in devices {
            if device.push != nil { device.client.pushFailed(.offline, now: wall(device)) }
            if device.pull != nil { device.client.pullFailed(.offline, now: wall(device)) }
            device.push = nil
            device.pull = nil
        }
    }

    /// Lets a device push and pull once.
    mutating func exchange(_ device: Device) throws {
        time += 61_000
        readServerClock()
        try startPush(device)
        try deliverAll()
        try startPull(device)
        try deliverAll()
    }

    mutating func deliverAll() throws {
        while !network.isEmpty { try deliver(network.removeFirst()) }
    }

    /// Lets every device push and pull until nothing is left to do.
    ///
    /// - Returns: how many rounds brought something.
    mutating func settle() throws -> Int {
        faults.pageSize = PullPage.usualCount
        faults.pushSize = PushRequest.greatestCount
        var rounds = 0
        while rounds <= Self.greatestRounds {
            var before: [[SyncClient.Progress]] = [devices.map(\.client.progress)]
            for device in devices { try exchange(device) }
            before.append(devices.map(\.client.progress))
            let isQuiet = try devices.allSatisfy { device in
                try device.replica.read { try $0.pendingRegisters(limit: 1).isEmpty }
            }
            if isQuiet, before[0] == before[1] { return rounds }
            rounds += 1
        }
        return rounds
    }
}

/// A generator that can be drawn from where no variable can go.
final class Draws: @unchecked Sendable {
    private var random: SeededRandom

    init(_ random: SeededRandom) { self.random = random }

    func next() -> UInt64 { random.next() }
}
