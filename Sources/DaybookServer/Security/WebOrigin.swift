import Foundation

/// Another site that may use the server from its pages, as browsers spell it: `https://example.org:8443`.
public struct WebOrigin: Equatable, Sendable {
    /// The text in the header `Origin`.
    public let text: String

    /// Nil unless `text` is a scheme (http or https), a host and perhaps a port, and nothing else. Browsers leave out
    /// the port that the scheme has anyway.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "http:" || parts[0] == "https:", parts[1].isEmpty,
            // In lower case, as browsers send it.
            Self.isHost(parts[2]), parts[2].utf8.allSatisfy({ $0 == $0.inLowerCase }),
            let url = URLComponents(string: text), url.host?.isEmpty == false, !text.hasSuffix(":"),
            url.rangeOfPort == nil
                || (1...65_535).contains(url.port ?? 0) && text.hasSuffix(":\(url.port ?? 0)"),
            url.port != (url.scheme == "https" ? 443 : 80)
        else { return nil }
        self.text = text
    }

    /// In bytes, with the port. Names of DNS have up to 253, and each address in an answer repeats it.
    static let longestHost = 255

    /// Tells whether `text` is a host and perhaps a port, as far as its characters and its length go.
    static func isHost(_ text: some StringProtocol) -> Bool {
        (1...longestHost).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte.inLowerCase {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"):
                    true
                default: false
                }
            }
    }
}

extension UInt8 {
    /// An ASCII letter in lower case, and any other byte.
    var inLowerCase: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
