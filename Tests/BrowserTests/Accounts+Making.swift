import DaybookStorage

@testable import DaybookServer

extension Accounts {
    /// Makes an account as `account add` does. Its password costs next to nothing to derive: what is built for debugging
    /// takes two seconds for one at the usual cost.
    static func make(_ name: String, in folder: String) async throws {
        let accounts = try Accounts(folder: folder, cost: PasswordHash.Cost(rounds: 16, blockSize: 1, parallelism: 1))
        defer { accounts.close() }
        try accounts.openBook(of: await accounts.add(name, password: "correct horse")).close()
    }
}
