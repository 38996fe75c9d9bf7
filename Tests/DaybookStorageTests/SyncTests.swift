import DaybookCore
import Fixtures
import Sworm
import Synchronization
import Testing

@testable import DaybookStorage

@Suite struct BookSyncTests {
    let book: Book
    let now = Timestamp(milliseconds: 1_790_000_000_000)

    init() throws { book = try Book.inMemory() }

    private func push(_ changes: [Register]) throws -> PushAnswer {
        try book.write(at: now) { try $0.accept(PushRequest(node: 9, changes: changes)) }
    }

    private func pull(_ cursor: UInt64?) throws -> PullPage {
        try book.read { try $0.page(after: cursor, now: now) }
    }

    private func title(_ id: UInt64, _ text: String, at milliseconds: Int64 = 1_790_000_000_000) -> Register {
        Register(
            EntityID(high: 0, low: id), .title, Stamp(clock: UInt64(milliseconds) << 16, node: 9), Array(text.utf8))
    }

    private var head: UInt64 { get throws { try book.read { try $0.head() } } }

    @Test("A push is kept under one seq, shows in the list, and a replay leaves the head alone") func replay() throws {
        let changes = [title(1, "a"), title(2, "b")]
        guard case .accepted(let seq, _, let epoch) = try push(changes) else { throw BookError.readOnly(path: "") }
        #expect(seq == 1)
        #expect(try push(changes) == .accepted(seq: 0, serverTime: now, epoch: epoch))
        #expect(try head == 1)
        #expect(Set(try book.read { try $0.rows().map(\.todo.title) }) == ["a", "b"])
        #expect(try book.read { try $0.rows().allSatisfy(\.todo.isSynced) })
    }

    @Test("A stamp more than five minutes ahead is refused with everything beside it") func ahead() throws {
        let limit = now.milliseconds + PushAnswer.greatestLead
        #expect(try push([title(1, "a"), title(2, "b", at: limit + 1)]) == .clockAhead(serverTime: now))
        #expect(try head == 0)
        #expect(try book.read { try $0.count() } == 0)
        guard case .accepted = try push([title(1, "a", at: limit)]) else {
            Issue.record("a stamp just within the limit is taken")
            return
        }
        // What is written here next still comes after it.
        try book.write(at: now) { try $0.perform(.edit(.todo, EntityID(high: 0, low: 1), .todo(title: "later"))) }
        #expect(try book.read { try $0.rows().first?.todo.title } == "later")
    }

    @Test("A server whose clock was set back takes what is written over what it has, and names the time that counts")
    func setBack() throws {
        let lead = PushAnswer.greatestLead
        _ = try push([title(1, "a")])
        func later(_ text: String, at milliseconds: Int64, behind: Int64) throws -> PushAnswer {
            let request = PushRequest(node: 9, changes: [title(1, text, at: now.milliseconds + milliseconds)])
            return try book.write(at: Timestamp(milliseconds: now.milliseconds - behind)) { try $0.accept(request) }
        }
        #expect(try later("b", at: lead + 1, behind: 3_600_000) == .clockAhead(serverTime: now))
        guard case .accepted = try later("c", at: 60_000, behind: 3_600_000) else {
            Issue.record("what comes right after what it has is taken")
            return
        }
        #expect(try book.read { try $0.rows().first?.todo.title } == "c")
        // From then on half of the time that goes by counts, until the clock has caught up.
        let half = Timestamp(milliseconds: now.milliseconds + 30_000)
        #expect(try later("d", at: lead + 30_001, behind: 3_540_000) == .clockAhead(serverTime: half))
        guard case .accepted = try later("d", at: lead + 30_000, behind: 3_540_000) else {
            Issue.record("what is five minutes ahead of the time that counts is taken")
            return
        }
    }

    @Test("What a client sends moves the five-minute limit in no way, however many pushes share a millisecond")
    func hostileClient() async throws {
        let lead = PushAnswer.greatestLead
        let (book, now) = (self.book, self.now)
        var clock = UInt64(now.milliseconds + lead) << 16 | 0xFFFF
        for number in 0..<2_000 {
            let register = Register(
                EntityID(high: 1, low: UInt64(number)), Field(rawValue: 901), Stamp(clock: clock, node: 9), [])
            // Each as far ahead as the one before would allow, if it counted.
            switch try push([register]) {
            case .accepted: clock += UInt64(lead) << 16
            case .clockAhead(let time):
                #expect(time == now)
                clock = UInt64(now.milliseconds + lead) << 16 | 0xFFFF
            }
            // Writing here in the same millisecond comes after it.
            if number % 100 == 0 { try await book.write(at: now) { _ = try $0.add(todo: .todo(title: "own")) } }
        }
        let latest = try book.read { try $0.page(after: 0, now: now).registers.map(\.stamp.time.milliseconds).max() }
        // The counter of a stamp that is written here may run over into the next millisecond.
        #expect(latest ?? 0 <= now.milliseconds + lead + 1)
        let next = title(1, "next", at: now.milliseconds + lead + 2)
        #expect(try push([next]) == .clockAhead(serverTime: now))
        // Several in one group commit are no other case.
        let answers = try await withThrowingTaskGroup(of: PushAnswer.self) { group in
            for number in 1...20 {
                group.addTask {
                    let stamp = Stamp(clock: UInt64(now.milliseconds + lead * Int64(number)) << 16, node: 9)
                    let register = Register(EntityID(high: 2, low: UInt64(number)), .title, stamp, [0x41])
                    return try await book.write(at: now) { try $0.accept(PushRequest(node: 9, changes: [register])) }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count { if case .accepted = $0 { true } else { false } } == 1)
    }

    @Test("005.2 The tables have nothing of what has a type, and devices get it") func typed() throws {
        let stamp = Stamp(clock: UInt64(now.milliseconds) << 16, node: 9)
        let (todo, entry) = (EntityID(high: 3, low: 1), EntityID(high: 3, low: 2))
        let amount = try Amount("5", usual: #require(Currency("EUR"))).bytes
        let changes = [
            Register(todo, .title, stamp, [0x41]), Register(todo, .type, stamp, [0, 7]),
            Register(entry, .kind, stamp, [1]), Register(entry, .amount, stamp, amount),
            Register(ItemTag.id("food", of: entry), .tag, stamp, [1] + entry.bytes + Array("food".utf8)),
        ]
        _ = try push(changes)
        #expect(try book.read { try $0.entryRows().count } == 1)
        let later = Stamp(clock: stamp.clock + 1, node: 9)
        _ = try push([Register(entry, .type, later, [0, 7])])
        #expect(try book.read { try $0.rows().isEmpty && $0.entryRows().isEmpty && $0.tags().isEmpty })
        #expect(try book.read { try $0.days().isEmpty })
        #expect(throws: BookError.self) { try book.write { try $0.perform(.check(todo)) } }
        #expect(throws: BookError.self) { try book.write { try $0.perform(.delete(.entry, entry)) } }
        #expect(try pull(0).registers.count == changes.count + 1)
    }

    @Test("What is imported at once reaches devices in pages of the usual size, each entry whole")
    func largeImport() throws {
        let count = 3 * PullPage.usualCount / 2
        func add(_ number: Int, _ transaction: BookTransaction) throws {
            _ = try transaction.add(todo: .todo(title: "\(number)", notes: "n"))
        }
        // The page after cursor 0 is larger.
        _ = try push([title(1, "the first")])
        try book.write(at: now) { for number in 0..<count { try add(number, $0) } }
        #expect(throws: BookError.self) {
            try book.write(at: now) {
                for number in 0..<count { try add(number, $0) }
                try $0.perform(.delete(.todo, EntityID(high: 9, low: 9)))
            }
        }
        var cursor: UInt64 = 1
        var seen: [EntityID: Int] = [:]
        var sizes: [Int] = []
        while true {
            let page = try pull(cursor)
            sizes.append(page.registers.count)
            let entities = Dictionary(grouping: page.registers, by: \.entity).mapValues(\.count)
            seen.merge(entities) { _, _ in
                Issue.record("an entity in two pages")
                return 0
            }
            cursor = page.cursor
            guard page.hasMore else { break }
        }
        #expect(seen.count == count && Set(seen.values).count == 1)
        #expect(try head == cursor && sizes.max() ?? .max < PullPage.usualCount + 100)
    }

    @Test("A pull gives what came after the cursor and never splits a seq") func pages() throws {
        let count = UInt64(PullPage.usualCount / 900 + 3)
        _ = try push([title(1_000_000, "the first, since the page after cursor 0 is larger")])
        for batch in 0..<count {
            _ = try push((0..<900).map { title(batch * 1_000 + $0, "t") })
        }
        var cursor: UInt64 = 1
        var seen: [Register] = []
        var pages = 0
        while true {
            let page = try pull(cursor)
            #expect(page.registers.count % 900 == 0)
            seen += page.registers
            cursor = page.cursor
            pages += 1
            if !page.hasMore { break }
        }
        #expect(pages == 2)
        #expect(cursor == count + 1)
        #expect(Set(seen).count == Int(count) * 900)
        #expect(try pull(cursor).registers.isEmpty)
        #expect(try pull(cursor + 100).registers.isEmpty)
        #expect(try pull(cursor + 100).cursor == cursor)
        #expect(try pull(.max).registers.isEmpty)
    }

    /// The pages from `cursor` on.
    private func pages(from cursor: UInt64?) throws -> [PullPage] {
        var pages = [try pull(cursor)]
        while let last = pages.last, last.hasMore { pages.append(try pull(last.cursor)) }
        return pages
    }

    @Test("A page ends with the seq that brings its values to 4 MiB; what the first leaves out doesn't come later")
    func longTexts() throws {
        func change(_ id: UInt64, _ field: DaybookCore.Field, _ value: [UInt8], after: UInt64 = 0) -> Register {
            let clock = UInt64(now.milliseconds) << 16 + after
            return Register(EntityID(high: 0, low: id), field, Stamp(clock: clock, node: 9), value)
        }
        let text = [UInt8](repeating: UInt8(ascii: "t"), count: 65_536)
        for batch in 0..<UInt64(50) {
            if batch == 20 { _ = try push((0..<10).map { change($0 * 10, .deleted, [], after: 1) }) }
            _ = try push((0..<3).map { change(batch * 10 + $0, .notes, text) })
        }
        // 65 texts are more than 4 MiB, and three of them are one push.
        #expect(try pages(from: 0).map(\.registers.count) == [66 + 10, 66, 18])
        let pages = try pages(from: nil)
        #expect(pages.map(\.registers.count) == [66 - 10, 66, 18])
        let kept = Set(pages.flatMap(\.registers).map(\.entity.low))
        #expect(kept.count == 140 && kept.isDisjoint(with: stride(from: 0, to: 100, by: 10)))
    }

    @Test("What is imported at once and has long texts is given in pages of some 4 MiB") func largeTexts() throws {
        let notes = String(repeating: "n", count: 65_000)
        try book.write(at: now) { book in
            for number in 0..<200 { _ = try book.add(todo: .todo(title: "\(number)", notes: notes)) }
        }
        let pages = try pages(from: nil)
        #expect(pages.count == 4)
        #expect(
            pages.allSatisfy { page in
                page.registers.reduce(0) { $0 + $1.value.count } < PullPage.usualSize + 70_000
            })
        #expect(Set(pages.flatMap(\.registers).map(\.entity)).count == 200)
    }

    @Test("Every commit is in the next pull, whichever program made it, and a restored book shows its new epoch")
    func currentPages() throws {
        let folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book.sqlite"))
        let other = try Book(path: folder.path("book.sqlite"))
        /// As the server answers: what is short at once, the rest aside.
        func page(of book: Book, after cursor: UInt64?) throws -> PullPage {
            try book.shortPage(after: cursor, now: now) ?? book.read { try $0.page(after: cursor, now: now) }
        }
        var cursor: UInt64 = 0
        for number in 1...50 {
            let writer = number.isMultiple(of: 3) ? book : other
            _ = try writer.write(at: now) { try $0.add(todo: .todo(title: "\(number)")) }
            for reader in [book, other] {
                let short = try page(of: reader, after: cursor)
                #expect(short.registers.contains { $0.field == .title && $0.value == Array("\(number)".utf8) })
                #expect(short == (try reader.read { try $0.page(after: cursor, now: now) }))
            }
            cursor = try page(of: other, after: cursor).cursor
            let nothing = try page(of: book, after: cursor)
            #expect(nothing == (try book.read { try $0.page(after: cursor, now: now) }))
            #expect(nothing.registers.isEmpty && nothing.cursor == UInt64(number))
        }
        let epoch = try page(of: book, after: cursor).epoch
        try other.write(at: now) { try $0.becomeNewCopy() }
        #expect(try page(of: book, after: cursor).epoch != epoch)
        // A cursor from the future is answered with the head, and a new device gets everything.
        #expect(try page(of: book, after: 1_000).cursor == 50)
        #expect(try page(of: Book.inMemory(), after: nil).cursor == 0)
        #expect(try page(of: book, after: nil).registers.count >= 50)
        // What may be much is not read on the spot.
        for cursor in [nil, 0, 41] as [UInt64?] { #expect(try book.shortPage(after: cursor, now: now) == nil) }
        try book.close()
        #expect(throws: BookError.self) { try page(of: book, after: cursor) }
    }

    @Test("A commit is in the next pull while others pull all the time") func pullsBesideCommits() async throws {
        let folder = try TemporaryFolder()
        let book = try Book(path: folder.path("book.sqlite"))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled { _ = try book.shortPage(after: .max) }
            }
            for number in 1...500 as ClosedRange<UInt64> {
                try await book.write { _ = try $0.add(todo: .todo(title: "\(number)")) }
                let page = try book.shortPage(after: number - 1)
                #expect(try (page ?? book.read { try $0.page(after: number - 1, now: .now()) }).cursor == number)
            }
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    @Test("What this book wrote itself is pulled as well") func ownChanges() throws {
        let row = try book.write(at: now) { try $0.add(todo: .todo(title: "mine")) }
        let page = try pull(0)
        #expect(Set(page.registers.map(\.entity)) == [row.todo.id])
        #expect(page.cursor == 1)
    }

    @Test("A new device gets no tombstones, and all of an item that comes back to life") func tombstones() throws {
        let row = try book.write(at: now) { try $0.add(todo: .todo(title: "a", notes: "n")) }
        try book.write(at: now) { try $0.perform(.delete(.todo, row.todo.id)) }
        #expect(try pull(0).registers.contains { $0.field == .deleted }, "a device that reads again needs them")
        let first = try pull(nil)
        #expect(first.registers.isEmpty)
        #expect(first.cursor == 2)

        let later = Register(
            row.todo.id, .description, Stamp(clock: UInt64(now.milliseconds + 5) << 16, node: 9), [0x41])
        guard case .accepted(0, _, _) = try push([later]) else {
            Issue.record("who pushed it may lack what came along, and has to pull")
            return
        }
        var record = Record(id: row.todo.id)
        for register in try pull(first.cursor).registers { record.merge(register, isPending: false) }
        #expect(Todo(record)?.title == "a")
        #expect(Todo(record)?.notes == "n")
        #expect(Todo(record)?.description == "A")
    }

    @Test("Registers this version doesn't know are stored and forwarded") func unknown() throws {
        let future = Register(
            EntityID(high: 7, low: 7), Field(rawValue: 999), Stamp(clock: 5, node: 9), [1, 2, 3])
        _ = try push([future])
        #expect(try pull(0).registers == [future])
        #expect(try book.read { try $0.count() } == 0)
    }

    @Test("Random pushes leave the winner of each key, whatever their order", arguments: 0..<20)
    func winners(seed: Int) throws {
        var random = SeededRandom(UInt64(seed))
        let registers = (0..<80).map { _ in
            Register(
                EntityID(high: 0, low: random.next() % 3), Field(rawValue: UInt16(1 + random.next() % 9)),
                Stamp(clock: random.next() % 5, node: random.next() % 3), random.bytes(Int(random.next() % 2)))
        }
        var winners: [RegisterKey: Register] = [:]
        for register in registers {
            if let present = winners[register.key], !register.wins(over: present) { continue }
            winners[register.key] = register
        }
        for chunk in stride(from: 0, to: 80, by: 8) { _ = try push(Array(registers[chunk..<chunk + 8])) }
        var stored: Set<Register> = []
        for id in 0..<3 as Range<UInt64> {
            stored.formUnion(try book.read { try $0.record(EntityID(high: 0, low: id)).registers })
        }
        #expect(stored == Set(winners.values))
    }
}

/// The client's side: what a `SyncClient` says, written to a book.
@Suite struct BookClientTests {
    let folder: TemporaryFolder
    let book: Book
    let now = Timestamp(milliseconds: 1_790_000_000_000)

    init() throws {
        folder = try TemporaryFolder()
        book = try Book(path: folder.path("book.sqlite"))
        try book.write { try $0.setRemote(url: "http://server") }
    }

    private var pending: [Register] { get throws { try book.read { try $0.pendingRegisters() } } }

    @Test("003.67 003.69 What is written is unsynced until the server has acknowledged all of it") func acknowledge()
        throws
    {
        let row = try book.write(at: now) { try $0.add(todo: .todo(title: "a", notes: "n")) }
        let sent = try pending
        #expect(sent.count == 4)
        try book.write { try $0.apply([.acknowledge(Array(sent.dropLast()))]) }
        #expect(try book.read { try $0.row(row.todo.id)?.todo.isSynced } == false)
        try book.write(at: now) { try $0.perform(.edit(.todo, row.todo.id, .todo(title: "b"))) }
        try book.write { try $0.apply([.acknowledge(sent)]) }
        #expect(try pending.map(\.field) == [.title], "it was written again since")
        try book.write { try $0.apply([.acknowledge(pending)]) }
        #expect(try book.read { try $0.row(row.todo.id)?.todo.isSynced } == true)
    }

    @Test("Of what is pending no more is read than a push takes: the oldest, by their number or their size")
    func pendingOfOnePush() throws {
        let text = String(repeating: "n", count: 60_000)
        for index in 0..<20 {
            _ = try book.write(at: Timestamp(milliseconds: now.milliseconds + Int64(index))) {
                try $0.add(todo: .todo(title: "\(index)", notes: text))
            }
        }
        let all = try pending
        #expect(all.count == 80)
        let enough = try book.read { try $0.pendingRegisters(limit: 1_000, size: PushRequest.greatestSize) }
        #expect(enough == Array(all.prefix(enough.count)))
        #expect(enough.count < 25)
        let push = PushRequest(node: 9, from: all)
        #expect(PushRequest(node: 9, from: enough) == push && push.changes.count < enough.count)
        #expect(try book.read { try $0.pendingRegisters(limit: 7, size: .max) } == Array(all.prefix(7)))
        #expect(try book.read { try $0.pendingRegisters(size: 0) }.count == 1, "there is always something to send")
    }

    @Test("A book with a server of its own hands on what is pushed to it") func handedOn() throws {
        let stamp = Stamp(clock: UInt64(now.milliseconds) << 16, node: 9)
        let register = Register(EntityID(high: 0, low: 1), .title, stamp, [0x41])
        _ = try book.write(at: now) { try $0.accept(PushRequest(node: 9, changes: [register])) }
        #expect(try pending == [register])
    }

    @Test("Progress is kept over a restart, and another server starts from nothing") func remote() throws {
        let progress = SyncClient.Progress(cursor: 7, epoch: .max, newest: now)
        try book.write { try $0.apply([.merge([]), .save(progress)]) }
        try book.close()
        let reopened = try Book(path: folder.path("book.sqlite"))
        #expect(try reopened.read { try $0.remote() } == Remote(url: "http://server", progress: progress))
        let row = try reopened.write(at: now) { try $0.add(todo: .todo(title: "a")) }
        let amount = try Amount("5", usual: #require(Currency("EUR")))
        let draft = Changes.entry(kind: .expense, amount: amount, day: CivilDate(now))
        let entry = try reopened.write(at: now) { try $0.add(entry: draft) }
        try reopened.write { try $0.apply([.acknowledge(try $0.reader.pendingRegisters())]) }
        try reopened.write { try $0.setRemote(url: "http://server") }
        #expect(try reopened.read { try $0.remote()?.progress } == progress)
        #expect(try reopened.read { try $0.entryRow(entry.entry.id)?.entry.isSynced } == true)
        try reopened.write { try $0.setRemote(url: "http://other") }
        #expect(try reopened.read { try $0.remote()?.progress } == .init())
        #expect(try reopened.read { try $0.row(row.todo.id)?.todo.isSynced } == false)
        #expect(try reopened.read { try $0.entryRow(entry.entry.id)?.entry.isSynced } == false)
        try reopened.write { try $0.removeRemote() }
        #expect(throws: BookError.noRemote(path: reopened.path)) {
            try reopened.write { try $0.apply([.save(progress)]) }
        }
    }

    @Test("What is restamped keeps its order, its first place, and what shared a stamp") func restamp() throws {
        let ahead = Timestamp(milliseconds: now.milliseconds + 86_400_000)
        let row = try book.write(at: ahead) { try $0.add(todo: .todo(title: "a", notes: "n")) }
        try book.write(at: ahead) { try $0.perform(.delete(.todo, row.todo.id)) }
        try book.write { try $0.apply([.restampPending(after: now, from: now)]) }
        let stamps = Set(try pending.map(\.stamp))
        #expect(stamps.count == 2)
        #expect(stamps.allSatisfy { $0.time == now })
        #expect(try book.read { try $0.count() } == 0, "the deletion is still the later")

        let second = try book.write(at: now) { try $0.add(todo: .todo(title: "b")) }
        let third = try book.write(at: ahead) { try $0.add(todo: .todo(title: "c")) }
        let limit = Timestamp(milliseconds: now.milliseconds + 1)
        try book.write { try $0.apply([.restampPending(after: limit, from: limit)]) }
        let later = try book.write(at: Timestamp(milliseconds: now.milliseconds + 5)) {
            try $0.add(todo: .todo(title: "d"))
        }
        #expect(try book.read { try $0.rows().map(\.todo.id) } == [later.todo.id, third.todo.id, second.todo.id])
    }

    @Test("A book whose registers are written anew begins a new epoch, for those who sync with it")
    func restampedEpoch() throws {
        func epoch() throws -> UInt64 { try book.read { try $0.page(after: 0, now: now).epoch } }
        let first = try epoch()
        try book.write(at: now) { try $0.setRemote(url: "http://localhost") }
        try book.write(at: now) { try $0.apply([.restampPending(after: now, from: now)]) }
        #expect(try epoch() == first, "nothing was written anew")
        let tomorrow = Timestamp(milliseconds: now.milliseconds + 86_400_000)
        _ = try book.write(at: tomorrow) { try $0.add(todo: .todo(title: "a")) }
        try book.write(at: tomorrow) { try $0.apply([.restampPending(after: now, from: now)]) }
        #expect(try epoch() == first, "it would take back what it wrote anew, again and again")
        _ = try book.write(at: tomorrow) { try $0.add(todo: .todo(title: "b")) }
        try book.write(at: now) { try $0.apply([.restampPending(after: now, from: now)]) }
        #expect(try epoch() != first)
    }

    @Test("What the server may have already isn't restamped, and what is comes after it") func restampLimit() throws {
        func at(_ minutes: Int64) -> Timestamp { Timestamp(milliseconds: now.milliseconds + minutes * 60_000) }
        let row = try book.write(at: at(4)) { try $0.add(todo: .todo(title: "a")) }
        let first = try Set(pending)
        try book.write(at: at(1_440)) { try $0.perform(.edit(.todo, row.todo.id, .todo(title: "b"))) }
        try book.write { try $0.apply([.restampPending(after: at(5), from: now)]) }
        let kept = try pending.filter { $0.field != .title }
        #expect(!kept.isEmpty && first.isSuperset(of: kept))
        let title = try #require(try pending.first { $0.field == .title })
        #expect(title.value == Array("b".utf8) && title.stamp.time == at(4))
        #expect(first.allSatisfy { $0.stamp < title.stamp })
    }

    @Test("A page that finds the disk full leaves nothing, and comes in when there is room") func diskFull() throws {
        let notes = [UInt8](repeating: 0x41, count: 60_000)
        let page = PullPage(
            epoch: 1, serverTime: now, cursor: 9, hasMore: false,
            registers: (0..<20 as Range<UInt64>).map {
                Register(EntityID(high: 0, low: $0), .title, Stamp(clock: 1 << 16, node: 9), notes)
            })
        var client = SyncClient(node: 1)
        _ = client.pull(now: now)
        let writes = client.pulled(page)
        try book.database.limitPages(to: 40)
        #expect(throws: BookError.diskFull(path: book.path)) { try book.write { try $0.apply(writes) } }
        let stored = try #require(try book.read { try $0.remote()?.progress })
        #expect(stored == .init())
        #expect(try book.read { try $0.count() } == 0)
        client.writeFailed(stored: stored)
        #expect(client.pull(now: now) == 0)
        try book.database.limitPages(to: 100_000)
        try book.write { try $0.apply(client.pulled(page)) }
        #expect(try book.read { try $0.count() } == 20)
        #expect(try book.read { try $0.remote()?.progress.cursor } == 9)
    }

    @Test("A restored book has the backup's items, another epoch and another node") func restore() throws {
        _ = try book.write(at: now) { try $0.add(todo: .todo(title: "kept")) }
        let before = try book.read { (try $0.node(), try $0.page(after: 0, now: now).epoch) }
        let backup = folder.path("backup.sqlite")
        try book.database.writeWithoutTransaction { db in _ = try db.execute(sql: "VACUUM INTO ?", arguments: [backup])
        }
        _ = try book.write(at: now) { try $0.add(todo: .todo(title: "lost")) }
        try book.restore(from: Backup(of: backup))
        #expect(try book.read { try $0.rows().map(\.todo.title) } == ["kept"])
        let after = try book.read { (try $0.node(), try $0.page(after: 0, now: now).epoch) }
        #expect(before.0 != after.0 && before.1 != after.1)
        #expect(try Book(path: backup).read { try $0.node() } == before.0, "the backup is as it was")
        #expect(throws: BookError.self) { try book.restore(from: Backup(of: folder.path("nothing"))) }
        #expect(try book.read { try $0.count() } == 1)
    }

    @Test("Who listens hears of a restore at once, also of one to the same head") func restoreHeard() async throws {
        _ = try await book.write(at: now) { try $0.add(todo: .todo(title: "kept")) }
        let backup = folder.path("backup.sqlite")
        try book.database.writeWithoutTransaction { db in _ = try db.execute(sql: "VACUUM INTO ?", arguments: [backup])
        }
        var heads = book.heads().makeAsyncIterator()
        let before = try #require(await heads.next())
        try book.restore(from: Backup(of: backup))
        let after = try #require(await heads.next())
        #expect(after.seq == before.seq && after.epoch != before.epoch)
    }

    @Test("Everybody who listens hears of each commit, whoever made it") func heads() async throws {
        var heads = book.heads().makeAsyncIterator()
        // The same head may come again, as a sign of life.
        func next(after last: UInt64?) async -> UInt64? {
            var head = last
            while head == last { head = await heads.next()?.seq }
            return head
        }
        #expect(await heads.next()?.seq == 0)
        try await book.write { _ = try $0.add(todo: .todo(title: "here")) }
        #expect(await next(after: 0) == 1)
        try await Book(path: folder.path("book.sqlite")).write { _ = try $0.add(todo: .todo(title: "there")) }
        #expect(await next(after: 1) == 2)
        try book.close()
        #expect(await next(after: 2) == nil)
    }

    @Test("A commit of this program is told without a look at the file; what follows it is told once")
    func ownCommits() async throws {
        // It never looks again by itself.
        let book = try Book(
            watch: BookWatch(pause: { if $0 == .milliseconds(50) { try? await Task.sleep(for: .seconds(1_000_000)) } }))
        var heads = book.heads().makeAsyncIterator()
        #expect(await heads.next()?.seq == 0)
        for number in 1...3 as ClosedRange<UInt64> {
            _ = try await book.write { try $0.add(todo: .todo(title: "a")) }
            #expect(await heads.next()?.seq == number * 2 - 1)
            func writeAtOnce() throws { try book.write { _ = try $0.add(todo: .todo(title: "b")) } }
            try writeAtOnce()
            #expect(await heads.next()?.seq == number * 2)
        }
    }

    @Test("A sign of life comes when it is time, however late the watch is woken") func lifeSigns() async throws {
        // How often it was woken since the head was heard, and what time it is.
        let pauses = Mutex<Int?>(nil)
        let time = Mutex(ContinuousClock.now)
        let watch = BookWatch(lifeSign: .milliseconds(200), now: { time.withLock { $0 } }) { [book] pause in
            // It looks again that often.
            guard pause == .milliseconds(50) else { return }
            await Task.yield()
            let count = pauses.withLock { count in
                count? += 1
                return count
            }
            guard let count else { return }
            time.withLock { $0 += .milliseconds(60) }
            // A sign of life comes after four of them.
            if count > 6 { try? book.close() }
        }
        var heads = watch.heads(of: book).makeAsyncIterator()
        #expect(await heads.next()?.seq == 0)
        pauses.withLock { $0 = 0 }
        #expect(await heads.next()?.seq == 0)
    }
}
