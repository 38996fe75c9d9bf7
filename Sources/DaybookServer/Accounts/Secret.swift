import DaybookCore

/// 256 random bits that admit everybody who knows them: a token, a session or a feed. Only its SHA-256 is ever stored.
public struct Secret: Sendable {
    private let bytes: [UInt8]

    /// Draws a new one from the system.
    init() {
        var random = SystemRandomNumberGenerator()
        var bytes: [UInt8] = []
        for _ in 0..<4 { bytes.append(bigEndian: random.next()) }
        self.bytes = bytes
    }

    /// The secret that 64 hexadecimal digits spell, or nil.
    public init?(_ text: String) {
        guard let digest = Digest(text) else { return nil }
        bytes = digest.bytes
    }

    /// 64 lowercase hexadecimal digits.
    public var text: String { Digest(bytes: bytes)?.text ?? "" }

    /// The stored form of it.
    var digest: Digest { Digest(of: bytes) }
}
