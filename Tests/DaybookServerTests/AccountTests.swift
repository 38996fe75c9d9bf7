import DaybookCore
import DaybookStorage
import Fixtures
import Foundation
import HTTPTypes
import Logging
import Sworm
import Synchronization
import Testing

@testable import DaybookServer

/// Accounts without a server: names, passwords, tokens, and how guessing is slowed.
@Suite struct AccountTests {
    @Test("scrypt gives what RFC 7914 says it gives")
    func vectors() throws {
        let cost = PasswordHash.Cost(rounds: 1_024, blockSize: 8, parallelism: 16)
        let key = try PasswordHash.derive("password", Array("NaCl".utf8), cost, count: 64)
        let expected =
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
            + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640"
        #expect(key.map { String(format: "%02x", $0) }.joined() == expected)
    }

    @Test("A password is kept with its costs, matches itself in any spelling of Unicode, and nothing else")
    func passwords() async throws {
        let hash = try PasswordHash("cafe\u{301} noir", cost: .test)
        #expect(try hash.matches("caf\u{e9} noir"))
        #expect(try !hash.matches("cafe noir"))
        #expect(try !hash.matches(""))
        #expect(try PasswordHash("cafe\u{301} noir", cost: .test) != hash)
        try await TestAccounts.with { test in
            _ = try test.row("ann")
            #expect(try test.row("ann").password.cost == .test)
            #expect(PasswordHash.Cost.usual.rounds * PasswordHash.Cost.usual.blockSize * 128 >= 32 * 1_024 * 1_024)
        }
    }

    @Test("No more than two passwords are derived at once", .timeLimit(.minutes(25)))
    func derivations() async throws {
        let derivations = Derivations()
        let running = Running()
        let (beginnings, begins) = AsyncStream.makeStream(of: Void.self)
        let end = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask {
                    try await derivations.run {
                        running.count.withLock { $0 = (now: $0.now + 1, most: max($0.most, $0.now + 1)) }
                        begins.yield()
                        end.wait()
                        running.count.withLock { $0.now -= 1 }
                    }
                }
            }
            var begun = beginnings.makeAsyncIterator()
            for _ in 0..<2 { _ = await begun.next() }
            while derivations.queue.operationCount < 20 { await Task.yield() }
            // Where two threads wait, the system starts another one. It gets this block, unless a third derivation may run.
            await withCheckedContinuation { continuation in
                DispatchQueue.global(qos: .utility).async { continuation.resume() }
            }
            for _ in 0..<20 { end.signal() }
            try await group.waitForAll()
        }
        #expect(running.count.withLock { $0 } == (now: 0, most: 2))
    }

    @Test("Names and passwords that won't do are refused with the reason")
    func refusals() async throws {
        try await TestAccounts.with { test in
            for name in ["", "Ann", "../x", "-a", ".a", "a b", "a/b", String(repeating: "a", count: 65)] {
                await #expect(throws: AccountError.badName(name)) {
                    try await test.accounts.add(name, password: "long enough")
                }
            }
            for password in ["", "1234567", String(repeating: "x", count: 1_025)] {
                await #expect(throws: AccountError.badPassword) {
                    try await test.accounts.add("carl", password: password)
                }
            }
            for (name, password) in [
                (String(repeating: "a", count: 64), "12345678"), ("aaa", String(repeating: "x", count: 1_024)),
            ] {
                _ = try await test.accounts.add(name, password: password)
                #expect(try test.accounts.list().map(\.name).first == name, "listed by their names")
                try test.accounts.remove(name)
            }
            await #expect(throws: AccountError.nameTaken("ann")) {
                try await test.accounts.add("ann", password: "long enough")
            }
            await #expect(throws: AccountError.noAccount("carl")) {
                try await test.accounts.setPassword(of: "carl", to: "long enough")
            }
            #expect(throws: AccountError.noAccount("carl")) { try test.accounts.remove("carl") }
            #expect(throws: AccountError.noToken(7)) { try test.accounts.revokeToken(7) }
        }
    }

    @Test("A token lets in until it is revoked, and only its SHA-256 is stored")
    func tokens() async throws {
        try await TestAccounts.with { test in
            let token = try test.accounts.addToken(for: "ann", label: "phone")
            #expect(token.text.count == 64)
            #expect(try test.accounts.account(token: token)?.name == "ann")
            #expect(try test.accounts.account(token: Secret()) == nil)
            let stored = try test.accounts.tokens(of: "ann")
            #expect(stored.map(\.label) == ["phone"])
            #expect(try test.accounts.tokens(of: "bob").isEmpty)
            for file in try FileManager.default.contentsOfDirectory(atPath: test.accounts.folder) {
                let data = try #require(FileManager.default.contents(atPath: test.accounts.folder + "/" + file))
                let bytes = try #require(Digest(token.text)).bytes
                #expect(data.firstRange(of: bytes) == nil && data.firstRange(of: Array(token.text.utf8)) == nil)
            }
            try test.accounts.revokeToken(try #require(stored.first).number)
            #expect(try test.accounts.account(token: token) == nil)
        }
    }

    @Test("A session ends after its time, with its account, and with a new password")
    func sessions() async throws {
        try await TestAccounts.with { test in
            let now = Timestamp(milliseconds: 1_790_000_000_000)
            let late = Timestamp(milliseconds: now.milliseconds + Accounts.sessionLength)
            let (account, first) = try await test.accounts.signIn("ann", password: test.password, now: now)
            #expect(account.name == "ann")
            #expect(try test.accounts.account(session: first, now: now) == account)
            #expect(try test.accounts.account(session: first, now: late) == nil)
            await #expect(throws: AccountError.signInRefused) {
                try await test.accounts.signIn("ann", password: "wrong horse", now: now)
            }
            await #expect(throws: AccountError.signInRefused) {
                try await test.accounts.signIn("nobody", password: test.password, now: now)
            }
            let row = try await test.accounts.row("ann", password: test.password)
            try await test.accounts.setPassword(of: "ann", to: "new and long")
            #expect(try test.accounts.account(session: first, now: now) == nil)
            // The password was looked at before it was changed.
            #expect(throws: AccountError.signInRefused) { try test.accounts.beginSession(of: row, now: now) }
            let (_, second) = try await test.accounts.signIn("ann", password: "new and long", now: now)
            let token = try test.accounts.addToken(for: "ann", label: "")
            try test.accounts.remove("ann")
            #expect(try test.accounts.account(session: second, now: now) == nil)
            #expect(try test.accounts.account(token: token) == nil)
            // Whoever takes the name gets a book of their own.
            let other = try await test.accounts.add("ann", password: "long enough")
            #expect(test.accounts.bookPath(of: other) != test.accounts.bookPath(of: account))
        }
    }

    @Test("Where an older accounts.sqlite was put back, nobody new gets a book that lies there already")
    func booksWithoutAccounts() async throws {
        try await TestAccounts.with { test in
            let path = test.accounts.folder
            for name in ["3.sqlite", "4.sqlite-wal"] {
                try Data("carl's".utf8).write(to: URL(filePath: "\(path)/\(name)"))
            }
            let zed = try await test.accounts.add("zed", password: test.password)
            #expect(test.accounts.bookPath(of: zed) == path + "/5.sqlite")
            #expect(try test.accounts.list().map(\.name) == ["ann", "bob", "zed"])
            #expect(try await test.accounts.signIn("zed", password: test.password, now: .now()).0.id == 5)
        }
    }

    @Test("A folder in which everybody may write is refused: anybody could put accounts and books there")
    func openFolder() async throws {
        try await TestAccounts.with { test in
            let folder = test.accounts.folder
            for (mode, isRefused) in [(0o777, true), (0o1777, true), (0o702, true), (0o770, false), (0o755, false)] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder)
                for isReadOnly in [false, true] {
                    let error: AccountError?
                    do throws(AccountError) {
                        try Accounts(folder: folder, isReadOnly: isReadOnly, cost: .test).close()
                        error = nil
                    } catch let refusal {
                        error = refusal
                    }
                    #expect((error != nil) == isRefused, "\(String(mode, radix: 8))")
                    if let error { #expect(error.message.contains("chmod o-w \(folder)")) }
                }
            }
        }
    }

    @Test("A link to where nothing is isn't followed for the book of an account, and its number isn't given")
    func danglingLink() async throws {
        try await TestAccounts.with { test in
            let (accounts, folder) = (test.accounts, try TemporaryFolder())
            func link(_ number: Int64) throws {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(accounts.folder)/\(number).sqlite",
                    withDestinationPath: folder.path("\(number).sqlite"))
            }
            let ann = try #require(try accounts.list().first { $0.name == "ann" })
            try link(ann.id)
            try link(3)
            #expect(throws: BookError.self) { try accounts.openBook(of: ann) }
            #expect(try await accounts.add("carl", password: test.password).id == 4)
            // One that leads somewhere was laid on purpose.
            try Book(path: folder.path("\(ann.id).sqlite")).close()
            #expect(try accounts.openBook(of: ann).read { try $0.count() } == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted().first == "1.sqlite")
            #expect(!FileManager.default.fileExists(atPath: folder.path("3.sqlite")))
        }
    }

    @Test("Who only reads the accounts changes no byte of them")
    func readOnlyAccounts() async throws {
        try await TestAccounts.with { test in
            let path = test.accounts.folder + "/accounts.sqlite"
            test.accounts.close()
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let before = try Data(contentsOf: URL(filePath: path))
            let accounts = try Accounts(folder: test.accounts.folder, isReadOnly: true, cost: .test)
            #expect(try accounts.list().map(\.name) == ["ann", "bob"])
            #expect(try accounts.devices(of: "ann").isEmpty)
            #expect(throws: AccountError.self) { try accounts.remove("ann") }
            accounts.close()
            #expect(throws: AccountError.nameTaken("ann")) {
                try Accounts.checkIsNew("ann", in: test.accounts.folder)
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o640)
            #expect(try FileManager.default.contentsOfDirectory(atPath: test.accounts.folder) == ["accounts.sqlite"])
        }
    }

    @Test("A locked accounts.sqlite and a full disk are told from other failures, and what to do")
    func fileFailures() async throws {
        try await TestAccounts.with { test in
            let path = test.accounts.folder + "/accounts.sqlite"
            let holder = try Database(path: path)
            var options = Database.Options()
            options.busyTimeout = 0
            let other = try Database(path: path, options: options)
            try holder.write { _ in
                let error = #expect(throws: SwormError.self) {
                    try other.write { try $0.delete(AccountRow.self, AccountRow.id, 1) }
                }
                #expect(error.map { AccountError($0, path: path) } == .locked(path: path))
            }
            _ = try other.writeWithoutTransaction { try $0.rows(sql: "PRAGMA max_page_count = 1") }
            let long = AccessToken(number: 0, label: String(repeating: "x", count: 100_000), createdAt: .now())
            let full = #expect(throws: SwormError.self) {
                try other.write { try $0.insert(TokenRow(token: long, account: 1, digest: Secret().digest)) }
            }
            #expect(full.map { AccountError($0, path: path) } == .diskFull(path: path))
            for (error, status) in [
                (AccountError.locked(path: path), 503), (.diskFull(path: path), 507),
                (.failed(path: path, reason: path), 500), (.moved(path: path), 500),
            ] {
                #expect(error.message.contains(path))
                let problem = Problem(error)
                #expect(problem.status.code == status && !problem.detail.contains(path))
            }
        }
    }

    @Test("Once another file has taken the place of accounts.sqlite, nobody gets in")
    func replaced() async throws {
        try await TestAccounts.with { test in
            let token = try test.accounts.addToken(for: "ann", label: "")
            let path = test.accounts.folder + "/accounts.sqlite"
            try Database.copy(path, to: path + ".copy")
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: path + ".copy", toPath: path)
            #expect(throws: AccountError.moved(path: path)) { try test.accounts.account(token: token) }
        }
    }

    @Test("Another program's accounts.sqlite is refused and left alone")
    func foreign() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("accounts.sqlite")
        let database = try Database(path: path)
        try database.writeWithoutTransaction { try $0.execute(sql: "CREATE TABLE photos (id INTEGER PRIMARY KEY)") }
        try database.close()
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let before = try Data(contentsOf: URL(filePath: path))
        let reason = "it is another program's file; name another folder"
        #expect(throws: AccountError.failed(path: path, reason: reason)) {
            try Accounts(folder: folder.url.path, cost: .test)
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        #expect(try mode(path) == 0o644)
    }

    @Test("The folder of the accounts may be read by its owner alone")
    func permissions() async throws {
        try await TestAccounts.with { test in
            let modes = try ["", "/accounts.sqlite"].map { try mode(test.accounts.folder + $0) }
            #expect(modes == [0o700, 0o600])
        }
    }

    @Test("In a folder that others may look into, they can't read the accounts, nor what lies beside the file")
    func permissionsInFolder() async throws {
        let folder = try TemporaryFolder()
        for _ in 1...2 {
            let accounts = try Accounts(folder: folder.url.path, cost: .test)
            for name in ["accounts.sqlite", "accounts.sqlite-wal", "accounts.sqlite-shm"] {
                #expect(try mode(folder.path(name)) == 0o600)
            }
            accounts.close()
            // As an earlier Daybook, or somebody's hand, left it.
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: folder.path("accounts.sqlite"))
        }
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("Guessing at an account gets slower and slower, and is forgotten after an hour")
    func throttlingAccounts() {
        var throttle = LoginThrottle()
        var now = Timestamp(milliseconds: 0)
        for _ in 0..<5 { #expect(throttle.begin(account: "ann", address: "10.0.0.1", now: now) == nil) }
        var waits: [Int64] = []
        for _ in 0..<12 {
            let wait = throttle.begin(account: "ann", address: "10.0.0.1", now: now) ?? 0
            waits.append(wait)
            now = Timestamp(milliseconds: now.milliseconds + wait)
            #expect(throttle.begin(account: "ann", address: "10.0.0.1", now: now) == nil)
        }
        #expect(waits.starts(with: [1_000, 2_000, 4_000, 8_000]))
        #expect(waits.last == 300_000)
        #expect(throttle.begin(account: "ann", address: "10.0.0.2", now: now) == nil, "it wasn't there")
        now = Timestamp(milliseconds: now.milliseconds + 3_600_000)
        for _ in 0..<5 { #expect(throttle.begin(account: "ann", address: "10.0.0.1", now: now) == nil) }
    }

    @Test("009.9 Who guesses at an account from many addresses is slowed down, and who was there before isn't")
    func throttlingFromMany() {
        var throttle = LoginThrottle()
        let now = Timestamp(milliseconds: 0)
        #expect(throttle.begin(account: "ann", address: "192.0.2.1", now: now) == nil)
        throttle.succeed(account: "ann", address: "192.0.2.1", now: now)
        for number in 0..<50 {
            #expect(throttle.begin(account: "ann", address: "10.0.0.\(number)", now: now) == nil)
        }
        for number in 0..<3 {
            #expect(throttle.begin(account: "ann", address: "10.0.1.\(number)", now: now) == 1_000)
            #expect(throttle.begin(account: "ann", address: "192.0.2.1", now: now) == nil)
            throttle.succeed(account: "ann", address: "192.0.2.1", now: now)
        }
        #expect(throttle.begin(account: "bob", address: "10.0.2.1", now: now) == nil)
        // As it lies in a store.
        let values = throttle.values("ann", "192.0.2.1")
        var other = LoginThrottle("ann", "192.0.2.1", values)
        #expect(other.begin(account: "ann", address: "192.0.2.1", now: now) == nil)
        var third = LoginThrottle("ann", "10.0.2.1", throttle.values("ann", "10.0.2.1"))
        #expect(third.begin(account: "ann", address: "10.0.2.1", now: now) == 1_000)
        let later = Timestamp(milliseconds: Accounts.sessionLength)
        for number in 0..<50 { _ = throttle.begin(account: "ann", address: "10.0.3.\(number)", now: later) }
        #expect(throttle.begin(account: "ann", address: "192.0.2.1", now: later) == 1_000, "that is long ago")
    }

    @Test("An attempt that the server couldn't look into is no guess")
    func throttlingWithoutAnswer() {
        var throttle = LoginThrottle()
        let now = Timestamp(milliseconds: 0)
        for _ in 0..<100 {
            #expect(throttle.begin(account: "ann", address: "10.0.0.1", now: now) == nil)
            throttle.takeBack(account: "ann", address: "10.0.0.1", now: now)
        }
    }

    @Test("A clock that is set back makes nobody wait longer, and what it says of the wait is true")
    func throttlingWithClockSetBack() {
        var throttle = LoginThrottle()
        for _ in 0..<5 { _ = throttle.begin(account: "ann", address: "10.0.0.1", now: Timestamp(milliseconds: 0)) }
        let wait = throttle.begin(account: "ann", address: "10.0.0.1", now: Timestamp(milliseconds: -3_600_000))
        #expect(wait == 1_000)
        #expect(throttle.begin(account: "ann", address: "10.0.0.1", now: Timestamp(milliseconds: -3_599_000)) == nil)
    }

    @Test("However many others are turned away, who is slowed down stays so")
    func throttlingAmongMany() {
        var throttle = LoginThrottle()
        let now = Timestamp(milliseconds: 0)
        for number in 0..<7 {
            _ = throttle.begin(
                account: "ann", address: "10.0.0.1", now: Timestamp(milliseconds: Int64(number) * 60_000 - 400_000))
        }
        for number in 0..<20_000 {
            _ = throttle.begin(account: "x\(number)", address: "10.1.\(number / 256).\(number % 256)", now: now)
        }
        #expect(throttle.begin(account: "ann", address: "10.0.0.1", now: Timestamp(milliseconds: -39_500)) != nil)
    }

    @Test("However many others are turned away, failures count for an hour")
    func throttlingMemory() {
        var throttle = LoginThrottle()
        let now = Timestamp(milliseconds: 0)
        for number in 0..<7 {
            let time = Timestamp(milliseconds: Int64(number) * 60_000 - 3_500_000)
            _ = throttle.begin(account: "ann", address: "10.0.0.1", now: time)
        }
        for number in 0..<6_000 {
            _ = throttle.begin(account: "x\(number)", address: "10.1.\(number / 256).\(number % 256)", now: now)
        }
        #expect(throttle.begin(account: "ann", address: "10.0.0.1", now: now) == nil)
        #expect(throttle.begin(account: "ann", address: "10.0.0.1", now: now) == 8_000)
    }

    @Test("Guessing from one address gets slower whatever the account, and signing in oneself in between doesn't help")
    func throttlingAddresses() {
        var throttle = LoginThrottle()
        let now = Timestamp(milliseconds: 0)
        for number in 0..<20 {
            #expect(throttle.begin(account: "a\(number)", address: "2001:db8:1:2::\(number)", now: now) == nil)
            if number == 10 {
                #expect(throttle.begin(account: "me", address: "2001:db8:1:2::9", now: now) == nil)
                throttle.succeed(account: "me", address: "2001:db8:1:2::9", now: now)
            }
        }
        #expect(throttle.begin(account: "b", address: "2001:db8:1:2:3::1", now: now) == 1_000)
        #expect(throttle.begin(account: "b", address: "2001:db8:1:3::1", now: now) == nil)
        // However it is written.
        for number in 0..<20 {
            #expect(throttle.begin(account: "c\(number)", address: "2001:db8::\(number + 1)", now: now) == nil)
            #expect(throttle.begin(account: "d\(number)", address: "203.0.113.9", now: now) == nil)
        }
        for address in ["2001:DB8:0::2:1", "2001:0db8::7:0:0:1", "203.0.113.9", "::ffff:203.0.113.9"] {
            #expect(throttle.begin(account: "e", address: address, now: now) == 1_000)
        }
    }

    @Test(
        "While one account's book is slow to open, the others' open, and all who want it wait for one attempt",
        .timeLimit(.minutes(25)))
    func slowBook() async throws {
        try await TestAccounts.with { test in
            let people = try test.accounts.list()
            let pool = BookPool(test.accounts, logger: Logger(label: "test") { _ in Log() })
            let path = test.accounts.bookPath(of: people[0])
            // Whoever makes a book waits for who writes to the file.
            let holder = try Database(path: path)
            let end = DispatchSemaphore(value: 0)
            let queue = DispatchQueue(label: "holder")
            await withCheckedContinuation { isHeld in
                queue.async {
                    try? holder.write { _ in
                        isHeld.resume()
                        end.wait()
                    }
                }
            }
            let own = Self.openCount(path)
            // More than there are threads for them.
            let slow = (0..<20).map { _ in Task { try await pool.book(of: people[0]) } }
            while Self.openCount(path) == own { await Task.yield() }
            let other = try await pool.book(of: people[1])
            #expect(try other.read { try $0.isEmpty() })
            end.signal()
            // All have the same book, or where this took too long, the same refusal.
            let first = try? await slow[0].value
            for task in slow {
                let book = try? await task.value
                #expect(book === first)
            }
            #expect(try await pool.book(of: people[0]).read { try $0.isEmpty() })
        }
    }

    @Test("Where too many books are in use, another is refused until one of them isn't")
    func fullShelf() async throws {
        try await TestAccounts.with { test in
            let people = try test.accounts.list() + [try await test.accounts.add("c", password: test.password)]
            let pool = BookPool(test.accounts, mostOpen: 2, logger: Logger(label: "test") { _ in Log() })
            var held: [Book] = []
            for account in people[..<2] { held.append(try await pool.book(of: account)) }
            await #expect { try await pool.book(of: people[2]) } throws: {
                ($0 as? Problem)?.status == .serviceUnavailable
            }
            #expect(try await pool.book(of: people[1]) === held[1])
            held.removeFirst()
            #expect(try await pool.book(of: people[2]).read { try $0.isEmpty() })
        }
    }

    @Test("What only the log of accounts holds that were moved away is not deleted")
    func logWithoutAccounts() async throws {
        try await TestAccounts.with { test in
            let folder = try TemporaryFolder()
            let log = folder.path("accounts.sqlite-wal")
            try Data([1]).write(to: URL(filePath: log))
            #expect { try Accounts(folder: folder.url.path) } throws: { "\($0)".contains(log) }
            #expect(try Data(contentsOf: URL(filePath: log)) == Data([1]))
        }
    }

    /// How often this process has the file open.
    private static func openCount(_ path: String) -> Int {
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return names.count { (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
    }

    @Test("A book that an account lacks is made with a warning that names it, since it may have been lost")
    func missingBook() async throws {
        try await TestAccounts.with { test in
            let log = Log()
            let people = try test.accounts.list()
            for (account, makes) in [(people[0], false), (people[1], true)] {
                let path = test.accounts.bookPath(of: account)
                if makes { try Data().write(to: URL(filePath: path)) }
                for _ in 1...2 {
                    let pool = BookPool(test.accounts, logger: Logger(label: "test") { _ in log })
                    #expect(try await pool.book(of: account).read { try $0.isEmpty() })
                    try pool.close()
                }
                #expect(log.warnings.last?.contains("daybook restore BACKUP --book \(path)") == true)
            }
            #expect(log.warnings.count == 2)
        }
    }

    @Test("A book that another has taken the place of is opened anew, and one that is only missing is not")
    func replacedBook() async throws {
        try await TestAccounts.with { test in
            let account = try #require(try test.accounts.list().first)
            let path = test.accounts.bookPath(of: account)
            let backup = try Book(path: path + ".backup")
            try await backup.write { _ = try $0.add(todo: .todo(title: "restored")) }
            try backup.close()
            let pool = BookPool(test.accounts, logger: Logger(label: "test") { _ in Log() })
            let book = try await pool.book(of: account)
            try await book.write { _ = try $0.add(todo: .todo(title: "lost")) }
            for part in ["", "-wal", "-shm"] {
                try FileManager.default.moveItem(atPath: path + part, toPath: path + ".away" + part)
            }
            #expect(try await pool.book(of: account) === book)
            try FileManager.default.moveItem(atPath: path + ".backup", toPath: path)
            weak let opened = try await pool.book(of: account)
            #expect(try opened?.read { try $0.rows().map(\.todo.title) } == ["restored"], "it is kept open")
        }
    }

    @Test("A bounded number of books is kept open, and one that is in use is not opened twice")
    func pool() async throws {
        try await TestAccounts.with { test in
            let pool = BookPool(test.accounts, keepingOpen: 2, logger: Logger(label: "test") { _ in Log() })
            var accounts: [Account] = []
            for name in ["c", "d", "e", "f"] {
                accounts.append(try await test.accounts.add(name, password: test.password))
            }
            let first = try await pool.book(of: accounts[0])
            try await first.write { _ = try $0.add(todo: .todo(title: "c's")) }
            weak let second = try await pool.book(of: accounts[1])
            #expect(second != nil)
            weak let third = try await pool.book(of: accounts[2])
            weak let fourth = try await pool.book(of: accounts[3])
            #expect(second == nil && third != nil && fourth != nil)
            #expect(try await pool.book(of: accounts[0]) === first)
            #expect(try first.read { try $0.count() } == 1)
            #expect(try await pool.book(of: accounts[1]).read { try $0.count() } == 0)
        }
    }
}

/// How much is under way.
private final class Running: Sendable {
    let count = Mutex((now: 0, most: 0))
}
