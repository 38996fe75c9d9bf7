import DaybookCore
import DaybookStorage
import Fixtures
import Sworm

@testable import DaybookServer

/// Accounts of ann and bob, in a folder that is deleted in the end. Their passwords cost next to nothing to derive.
final class TestAccounts {
    let accounts: Accounts
    private let folder: TemporaryFolder
    let password = "correct horse"

    private init() throws {
        folder = try TemporaryFolder()
        accounts = try Accounts(folder: folder.path("accounts"), cost: .test)
    }

    /// Each holds some ten files open, and Foundation's `Process` crashes in a process with over 1,360 of them.
    private static let turns = Turns(8)

    static func with(_ body: (TestAccounts) async throws -> Void) async throws {
        try await turns.take {
            let test = try TestAccounts()
            for name in ["ann", "bob"] { _ = try await test.accounts.add(name, password: test.password) }
            try await body(test)
        }
    }

    /// What is stored of an account.
    func row(_ name: String) throws -> AccountRow {
        let database = try Database(path: accounts.folder + "/accounts.sqlite")
        guard let row = try database.read({ try $0.find(AccountRow.self, AccountRow.name, name) }) else {
            throw AccountError.noAccount(name)
        }
        return row
    }
}

extension Accounts {
    /// Begins a session for who gives the right name and password.
    func signIn(_ name: String, password: String, now: Timestamp) async throws -> (Account, Secret) {
        let row = try await row(name, password: password)
        return (row.account, try beginSession(of: row, now: now))
    }
}

extension PasswordHash.Cost {
    static let test = PasswordHash.Cost(rounds: 16, blockSize: 1, parallelism: 1)
}
