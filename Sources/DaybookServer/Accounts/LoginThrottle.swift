import DaybookCore
import Foundation
import NIOCore

/// Slows down guessing of passwords, by the account that is guessed at and by the address that guesses.
///
/// An attempt counts as failed until it succeeds, so that many at once gain nothing.
struct LoginThrottle: Sendable {
    /// Where passwords or tokens are given.
    enum Door: String {
        case login
        case calDAV
    }

    private struct Failures {
        var count: Int
        var last: Timestamp
    }

    private enum Key: Hashable {
        case account(String)
        case address(String)

        var name: String {
            switch self {
            case .account(let name): "account " + name
            case .address(let address): "address " + address
            }
        }

        init?(_ name: String) {
            let parts = name.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch (parts.first, parts.last) {
            case ("account", let name?): self = .account(name)
            case ("address", let address?): self = .address(address)
            default: return nil
            }
        }

        /// Attempts that may fail without any wait. Several people may share an address.
        var freeCount: Int {
            switch self {
            case .account: 5
            case .address: 20
            }
        }
    }

    /// In milliseconds.
    private static let longestDelay: Int64 = 5 * 60_000
    /// After so many milliseconds without a failure it is as if there had been none.
    private static let memory: Int64 = 60 * 60_000
    private static let greatestCount = 10_000

    private var failures: [Key: Failures] = [:]

    /// Begins an attempt, or says how many milliseconds it is too early for one.
    mutating func begin(account: String, address: String, now: Timestamp) -> Int64? {
        let keys = Self.keys(account, address)
        let wait = wait(account: account, address: address, now: now)
        if wait > 0 { return wait }
        if failures.count > Self.greatestCount { forget(now) }
        for key in keys {
            failures[key] = Failures(count: (failures[key]?.count ?? 0) + 1, last: now)
        }
        return nil
    }

    /// How many milliseconds it is too early for an attempt.
    mutating func wait(account: String, address: String, now: Timestamp) -> Int64 {
        Self.keys(account, address).map { delay($0, now) }.max() ?? 0
    }

    /// The attempt was no guess. What others tried from the same address stays counted.
    mutating func succeed(account: String, address: String) {
        for key in Self.keys(account, address) {
            if case .account = key { failures[key] = nil } else { failures[key]?.count -= 1 }
        }
    }

    /// The attempt came to nothing for a reason that isn't its own.
    mutating func takeBack(account: String, address: String) {
        for key in Self.keys(account, address) { failures[key]?.count -= 1 }
    }

    private static func keys(_ account: String, _ address: String) -> [Key] {
        [.account(account), .address(network(of: address))]
    }

    /// One household or machine has a whole /64 of IPv6 addresses, and may write each in several ways.
    private static func network(of address: String) -> String {
        let address = (try? SocketAddress(ipAddress: address, port: 0))?.plainIPAddress ?? address
        var parsed = in6_addr()
        guard inet_pton(AF_INET6, address, &parsed) == 1 else { return address }
        return withUnsafeBytes(of: parsed) { $0.prefix(8).map { String($0, radix: 16) } }.joined(separator: ":")
    }

    /// What a store of failures calls those of an account and an address.
    static func names(_ account: String, _ address: String) -> [String] { keys(account, address).map(\.name) }

    /// Takes what a store has of a key; 0 for nothing.
    mutating func take(_ name: String, count: Int64, last: Int64) {
        guard count > 0, let key = Key(name) else { return }
        failures[key] = Failures(count: Int(clamping: count), last: Timestamp(milliseconds: last))
    }

    /// What a store has to keep of a key.
    func failures(_ name: String) -> (count: Int64, last: Int64) {
        guard let known = Key(name).flatMap({ failures[$0] }), known.count > 0 else { return (0, 0) }
        return (Int64(known.count), known.last.milliseconds)
    }

    private mutating func delay(_ key: Key, _ now: Timestamp) -> Int64 {
        guard let known = failures[key] else { return 0 }
        // A clock that was set back: the wait begins now, and doesn't last until the clock is where it was.
        if now < known.last { failures[key]?.last = now }
        let age = max(0, now.milliseconds - known.last.milliseconds)
        if age >= Self.memory {
            failures[key] = nil
            return 0
        }
        let excess = known.count - key.freeCount
        guard excess >= 0 else { return 0 }
        let delay = min(Int64(1_000) << Int64(min(excess, 16)), Self.longestDelay)
        return max(0, delay - age)
    }

    /// Makes room: what is old goes, and if that isn't enough, half of what there is. Who is slowed most stays longest.
    private mutating func forget(_ now: Timestamp) {
        failures = failures.filter { now.milliseconds - $0.value.last.milliseconds < Self.memory }
        guard failures.count > Self.greatestCount else { return }
        func excess(_ failure: (key: Key, value: Failures)) -> Int { failure.value.count - failure.key.freeCount }
        let kept = failures.sorted { excess($0) > excess($1) }.prefix(Self.greatestCount / 2)
        failures = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
