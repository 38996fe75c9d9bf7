/// To which push services the server sends. A browser names the address itself, and so could a program that wants the
/// server to reach what only the server can: so no others than these.
public struct PushServices: Sendable {
    /// The hosts of Chrome and most others, Firefox, Safari, and Edge. A name with a dot before it is that of all names under it.
    public static let known = [
        "fcm.googleapis.com", ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com",
    ]
    private let names: [String]
    /// True where it also sends to this machine, without encryption: for tests.
    private let isLocal: Bool

    /// - Parameter others: more names.
    public init(_ others: [String] = []) { self.init(others, isLocal: false) }

    init(_ others: [String], isLocal: Bool) {
        names = Self.known + others.map { $0.lowercased() }
        self.isLocal = isLocal
    }

    /// The origin of an address to which the server sends; nil for any other.
    func origin(of url: String) -> String? {
        guard url.utf8.count <= 2_000, url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") })
        else {
            return nil
        }
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[1].isEmpty else { return nil }
        let (scheme, host) = (parts[0], String(parts[2]))
        if isLocal, scheme == "http:", host.hasPrefix("127.0.0.1:"), Int(host.dropFirst(10)) != nil {
            return "http://\(host)"
        }
        // Neither a port nor a name and password before it.
        let isHost = host.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
        guard scheme == "https:", isHost,
            names.contains(where: { $0.hasPrefix(".") ? host.hasSuffix($0) : host == $0 })
        else { return nil }
        return "https://\(host)"
    }
}
