/// Derives the passwords of a server's accounts, and checks them.
struct Passwords: Sendable {
    private let cost: PasswordHash.Cost
    private let derivations = Derivations()
    /// Stands in for the password of an account that doesn't exist, so that asking for one takes as long as for
    /// another.
    private let nobody: PasswordHash

    init(cost: PasswordHash.Cost) {
        self.cost = cost
        nobody = PasswordHash(cost: cost, salt: [UInt8](repeating: 0, count: 16), key: [UInt8](repeating: 0, count: 32))
    }

    /// - Throws: `badPassword`.
    func hash(_ password: String) async throws(AccountError) -> PasswordHash {
        guard Account.isPassword(password) else { throw .badPassword }
        return try await derive { [cost] in try PasswordHash(password, cost: cost) }
    }

    /// Who has this name, if the password is right.
    ///
    /// - Parameter row: nil where nobody has the name.
    /// - Throws: `signInRefused`.
    func check(_ password: String, of row: AccountRow?) async throws(AccountError) -> AccountRow {
        let hash = row?.password ?? nobody
        guard password.utf8.count <= Account.longestPassword else { throw .signInRefused }
        let isRight = try await derive { try hash.matches(password) }
        guard let row, isRight else { throw .signInRefused }
        return row
    }

    private func derive<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws(AccountError) -> Result {
        do {
            return try await derivations.run(body)
        } catch {
            throw AccountError(error, path: "the password")
        }
    }
}
