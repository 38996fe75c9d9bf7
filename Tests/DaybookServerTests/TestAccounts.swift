import DaybookStorage
import Foundation
import Sworm

@testable import DaybookServer

/// Accounts of ann and bob, in a folder that is deleted in the end. Their passwords cost next to nothing to derive.
final class TestAccounts {
    let accounts: Accounts
    let password = "correct horse"

    private init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "daybook-\(UUID().uuidString)")
        accounts = try Accounts(folder: folder.path, cost: .test)
    }

    deinit { try? FileManager.default.removeItem(atPath: accounts.folder) }

    static func with(_ body: (TestAccounts) async throws -> Void) async throws {
        let test = try TestAccounts()
        for name in ["ann", "bob"] { _ = try await test.accounts.add(name, password: test.password) }
        try await body(test)
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

extension PasswordHash.Cost {
    static let test = PasswordHash.Cost(rounds: 16, blockSize: 1, parallelism: 1)
}
