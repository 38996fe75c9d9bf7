/// Another site that may use the server from its pages, as browsers spell it: `https://example.org:8443`.
public struct WebOrigin: Equatable, Sendable {
    public let text: String

    /// Nil unless `text` is a scheme (http or https), a host and perhaps a port, and nothing else.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "http:" || parts[0] == "https:", parts[1].isEmpty,
            !parts[2].isEmpty, parts[2].utf8.allSatisfy({ Self.isHostByte($0) })
        else { return nil }
        self.text = text
    }

    /// Lower case, as browsers send it.
    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"): true
        default: false
        }
    }
}
