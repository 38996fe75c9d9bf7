public import DaybookCore
import DaybookPostgres
import Sworm

/// A browser that is reminded, as its owner knows it.
public struct NotifiedDevice: Equatable, Sendable {
    /// The number by which it is revoked. Counted for all accounts together.
    public let number: Int64
    /// Its browser and system, such as "Firefox, Android"; empty where neither is known.
    public let name: String
    public let createdAt: Timestamp

    init(_ device: PushDevice) { (number, name, createdAt) = (device.number, device.name, device.createdAt) }
}

extension PushDevice {
    /// The browser and the system that a header `User-Agent` tells of. Most name others, too, so the order counts.
    static func name(userAgent: String) -> String {
        func first(_ words: [(sign: String, name: String)]) -> String? {
            words.first { userAgent.contains($0.sign) }?.name
        }
        let browser = first([
            ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
            ("FxiOS/", "Firefox"), ("Chrome/", "Chrome"), ("CriOS/", "Chrome"), ("Safari/", "Safari"),
        ])
        let system = first([
            ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
            ("CrOS", "ChromeOS"),
            ("Macintosh", "Mac"), ("Linux", "Linux"),
        ])
        return [browser, system].compactMap(\.self).joined(separator: ", ")
    }
}

extension ReminderStore {
    /// Forgets a device, once `endSession` has ended the session by which it was taken in.
    ///
    /// - Parameter account: whose it has to be; nil for anybody's.
    /// - Throws: `AccountError.noDevice`.
    func revoke(_ number: Int64, of account: Int64?, _ endSession: (Digest) async throws -> Void) async throws {
        guard let owner = try await self.account(ofDevice: number), account.map({ $0 == owner }) ?? true,
            let device = try await devices(of: owner).first(where: { $0.number == number })
        else { throw AccountError.noDevice(number) }
        // Else the browser would be taken in again when its app is opened next.
        if let key = device.key { try await endSession(key) }
        try await remove(device.endpoint, of: owner)
    }
}

extension Accounts {
    /// The browsers of an account that are reminded, the oldest first.
    ///
    /// - Throws: `noAccount` if there is none of this name.
    public func devices(of name: String) throws(AccountError) -> [NotifiedDevice] {
        let account = try access { try $0.read { try Self.row(name, $0).account.id } }
        let store = PushStore(of: self)
        defer { store.close() }
        do {
            return try store.devices(of: account).map { NotifiedDevice($0) }
        } catch {
            throw AccountError(error, path: store.path ?? "")
        }
    }

    /// Reminds a browser no more, and ends the session by which it was taken in.
    ///
    /// - Throws: `noDevice` if there is none of this number.
    public func revokeDevice(_ number: Int64) async throws(AccountError) {
        let store = PushStore(of: self)
        defer { store.close() }
        do {
            try await store.revoke(number, of: nil) { try endSession($0) }
        } catch {
            throw AccountError(error, path: store.path ?? "")
        }
    }
}

extension PostgresAccounts {
    public func devices(of name: String) async throws(AccountError) -> [NotifiedDevice] {
        guard let account = try await list().first(where: { $0.name == name }) else { throw .noAccount(name) }
        do {
            return try await PostgresReminders(database).devices(of: account.id).map { NotifiedDevice($0) }
        } catch {
            throw AccountError(error, path: "")
        }
    }

    public func revokeDevice(_ number: Int64) async throws(AccountError) {
        do {
            try await PostgresReminders(database).revoke(number, of: nil) { try await endSession($0) }
        } catch {
            throw AccountError(error, path: "")
        }
    }
}
