import CryptoExtras
import Foundation

/// The stored form of a password: a key that scrypt (RFC 7914) derives from it, with the salt and the costs.
struct PasswordHash: Equatable, Sendable {
    /// The cost of a derivation. It takes 128 × `rounds` × `blockSize` bytes of memory.
    struct Cost: Equatable, Sendable {
        /// A power of two.
        let rounds: Int
        let blockSize: Int
        let parallelism: Int

        /// The cost for new passwords: 32 MiB, and a quarter of a second or so.
        static let usual = Cost(rounds: 32_768, blockSize: 8, parallelism: 3)
    }

    let cost: Cost
    let salt: [UInt8]
    let key: [UInt8]

    init(cost: Cost, salt: [UInt8], key: [UInt8]) {
        self.cost = cost
        self.salt = salt
        self.key = key
    }

    /// Derives a key, which takes its time. The salt is drawn from the system.
    init(_ password: String, cost: Cost) throws {
        var random = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        self.init(cost: cost, salt: salt, key: try Self.derive(password, salt, cost, count: 32))
    }

    /// Tells whether the password is the one; takes its time.
    func matches(_ password: String) throws -> Bool {
        let other = try Self.derive(password, salt, cost, count: key.count)
        // Looks at every byte, so that the time it takes says nothing.
        return zip(key, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The same password has several spellings in Unicode; they count as one.
    static func derive(_ password: String, _ salt: [UInt8], _ cost: Cost, count: Int) throws -> [UInt8] {
        let text = Data(password.precomposedStringWithCanonicalMapping.utf8)
        let key = try KDF.Scrypt.deriveKey(
            from: text, salt: salt, outputByteCount: count, rounds: cost.rounds, blockSize: cost.blockSize,
            parallelism: cost.parallelism)
        return key.withUnsafeBytes { Array($0) }
    }
}
