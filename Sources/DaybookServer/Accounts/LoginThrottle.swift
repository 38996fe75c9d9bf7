import DaybookCore
import Foundation
import NIOCore

/// Slows down guessing of passwords, by the address that guesses and the account that is guessed at.
///
/// - An attempt counts as failed until it succeeds, so that many at once gain nothing.
/// - What comes from elsewhere hardly slows an account's owner down. Only where many addresses guess at an account, all from
///   which nobody ever signed in to it have to wait.
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
        case pair(account: String, address: String)
        case address(String)
        case account(String)
        /// From where somebody signed in to an account: no failure.
        case known(account: String, address: String)

        /// No address has a space in it.
        var name: String {
            switch self {
            case .pair(let account, let address): "pair \(address) \(account)"
            case .address(let address): "address \(address)"
            case .account(let account): "account \(account)"
            case .known(let account, let address): "known \(address) \(account)"
            }
        }

        /// Attempts that may fail without any wait. Several people may share an address.
        var freeCount: Int {
            switch self {
            case .pair: 5
            case .address: 20
            case .account: 50
            case .known: .max
            }
        }

        /// After so many milliseconds it is as if there had been nothing.
        var memory: Int64 {
            switch self {
            case .pair, .address, .account: 60 * 60_000
            case .known: Accounts.sessionLength
            }
        }
    }

    /// In milliseconds.
    private static let longestDelay: Int64 = 5 * 60_000
    private static let greatestCount = 10_000

    private var failures: [Key: Failures] = [:]
    /// Holds keys of the case `known` alone. Only a successful sign-in adds one.
    private var known: [Key: Timestamp] = [:]

    /// Begins an attempt, or says how many milliseconds it is too early for one.
    ///
    /// - Parameter account: nil where only the address counts.
    mutating func begin(account: String?, address: String, now: Timestamp) -> Int64? {
        let keys = keys(account, address, now)
        if let wait = keys.map({ delay($0, now) }).max(), wait > 0 { return wait }
        if failures.count > Self.greatestCount { forget(now) }
        for key in keys {
            failures[key] = Failures(count: (failures[key]?.count ?? 0) + 1, last: now)
        }
        return nil
    }

    /// The attempt was no guess. What others tried from the same address, or at the same account, stays counted.
    mutating func succeed(account: String, address: String, now: Timestamp) {
        takeBack(account: account, address: address, now: now)
        let address = Self.network(of: address)
        failures[.pair(account: account, address: address)] = nil
        if known.count > Self.greatestCount {
            known = known.filter { now.milliseconds - $0.value.milliseconds < $0.key.memory }
            if known.count > Self.greatestCount { known = [:] }
        }
        known[.known(account: account, address: address)] = now
    }

    /// The attempt came to nothing for a reason that isn't its own.
    mutating func takeBack(account: String, address: String, now: Timestamp) {
        for key in keys(account, address, now) { failures[key]?.count -= 1 }
    }

    private static func keys(_ account: String?, _ address: String) -> [Key] {
        let address = network(of: address)
        return [.address(address)]
            + (account.map { [.pair(account: $0, address: address), .account($0)] } ?? [])
    }

    private func keys(_ account: String?, _ address: String, _ now: Timestamp) -> [Key] {
        var keys = Self.keys(account, address)
        if let account {
            let key = Key.known(account: account, address: Self.network(of: address))
            if let last = known[key], now.milliseconds - last.milliseconds < key.memory {
                keys.removeAll { $0 == .account(account) }
            }
        }
        return keys
    }

    /// One household or machine has a whole /64 of IPv6 addresses, and may write each in several ways.
    private static func network(of address: String) -> String {
        let address = (try? SocketAddress(ipAddress: address, port: 0))?.plainIPAddress ?? address
        var parsed = in6_addr()
        guard inet_pton(AF_INET6, address, &parsed) == 1 else { return address }
        return withUnsafeBytes(of: parsed) { $0.prefix(8).map { String($0, radix: 16) } }.joined(separator: ":")
    }

    private static func stored(_ account: String?, _ address: String) -> [Key] {
        keys(account, address) + (account.map { [.known(account: $0, address: network(of: address))] } ?? [])
    }

    /// The names by which a store keeps all that is known of an account and an address.
    static func names(_ account: String?, _ address: String) -> [String] { stored(account, address).map(\.name) }

    /// With what a store has of an account and an address.
    ///
    /// - Parameter values: by the name of a key.
    init(_ account: String?, _ address: String, _ values: [String: (count: Int64, last: Int64)]) {
        for key in Self.stored(account, address) {
            guard let (count, last) = values[key.name], count > 0 else { continue }
            let time = Timestamp(milliseconds: last)
            if case .known = key {
                known[key] = time
            } else {
                failures[key] = Failures(count: Int(clamping: count), last: time)
            }
        }
    }

    init() {}

    /// The counts that a store has to keep of an account and an address, by the name of the key. A count of 0 is nothing.
    func values(_ account: String?, _ address: String) -> [String: (count: Int64, last: Int64)] {
        var values: [String: (count: Int64, last: Int64)] = [:]
        for key in Self.stored(account, address) {
            if let time = known[key] {
                values[key.name] = (1, time.milliseconds)
            } else if let failures = failures[key], failures.count > 0 {
                values[key.name] = (Int64(failures.count), failures.last.milliseconds)
            } else {
                values[key.name] = (0, 0)
            }
        }
        return values
    }

    private mutating func delay(_ key: Key, _ now: Timestamp) -> Int64 {
        guard let known = failures[key] else { return 0 }
        // A clock that was set back: the wait begins now, and doesn't last until the clock is where it was.
        if now < known.last { failures[key]?.last = now }
        let age = max(0, now.milliseconds - known.last.milliseconds)
        if age >= key.memory {
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
        failures = failures.filter { now.milliseconds - $0.value.last.milliseconds < $0.key.memory }
        guard failures.count > Self.greatestCount else { return }
        func excess(_ failure: (key: Key, value: Failures)) -> Int { failure.value.count - failure.key.freeCount }
        let kept = failures.sorted { excess($0) > excess($1) }.prefix(Self.greatestCount / 2)
        failures = Dictionary(uniqueKeysWithValues: kept.map { ($0.key, $0.value) })
    }
}
