/// The SHA-256 of some bytes: the name of a recording, and where ids come from that every device has to agree on.
public struct Digest: Hashable, Sendable {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// A digest that was made elsewhere; nil unless there are 32 bytes.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }

    /// Reads digests whose bytes stand one after the other; nil if there are more bytes or fewer.
    public static func list(_ bytes: [UInt8]) -> [Digest]? {
        guard bytes.count % 32 == 0 else { return nil }
        return stride(from: 0, to: bytes.count, by: 32).compactMap { Digest(bytes: Array(bytes[$0..<$0 + 32])) }
    }

    /// The digest that 64 hexadecimal digits spell, or nil.
    public init?(_ text: String) {
        let digits = text.bytes
        guard digits.count == 64, let high = EntityID(String(utf8: Array(digits[..<32]))),
            let low = EntityID(String(utf8: Array(digits[32...])))
        else { return nil }
        bytes = high.bytes + low.bytes
    }

    /// Computes the digest (FIPS 180-4).
    public init(of message: [UInt8]) {
        var state = Self.start
        var schedule = [UInt32](repeating: 0, count: 64)
        message.withUnsafeBufferPointer { message in
            for block in stride(from: 0, to: message.count - 63, by: 64) {
                Self.take(message, at: block, into: &state, &schedule)
            }
        }
        var rest = Array(message.suffix(message.count % 64))
        rest.append(0x80)
        while rest.count % 64 != 56 { rest.append(0) }
        rest.append(bigEndian: UInt64(message.count) &* 8)
        rest.withUnsafeBufferPointer { rest in
            for block in stride(from: 0, to: rest.count, by: 64) { Self.take(rest, at: block, into: &state, &schedule) }
        }
        var bytes: [UInt8] = []
        for word in state {
            for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
        }
        self.bytes = bytes
    }

    /// 64 lowercase hexadecimal digits.
    public var text: String {
        let high = EntityID(bytes: bytes.prefix(16))
        let low = EntityID(bytes: bytes.suffix(16))
        return (high?.text ?? "") + (low?.text ?? "")
    }

    private static func take(
        _ message: UnsafeBufferPointer<UInt8>, at start: Int, into state: inout [UInt32], _ schedule: inout [UInt32]
    ) {
        for index in 0..<16 {
            let byte = start + index * 4
            schedule[index] =
                UInt32(message[byte]) << 24 | UInt32(message[byte + 1]) << 16 | UInt32(message[byte + 2]) << 8
                | UInt32(message[byte + 3])
        }
        for index in 16..<64 {
            let (a, b) = (schedule[index - 15], schedule[index - 2])
            let first = turned(a, 7) ^ turned(a, 18) ^ a >> 3
            let second = turned(b, 17) ^ turned(b, 19) ^ b >> 10
            schedule[index] = schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let mixed = (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ (e & f ^ ~e & g)
            let first = h &+ mixed &+ constants[index] &+ schedule[index]
            let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ second)
        }
        for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] = state[index] &+ value }
    }

    private static func turned(_ value: UInt32, _ count: UInt32) -> UInt32 { value >> count | value << (32 - count) }

    private static let start: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

extension EntityID {
    /// The id that every device makes of the same bytes: the first half of a digest. `purpose` keeps apart what is
    /// made of the same bytes for different ends.
    public init(derivedFrom bytes: some Sequence<UInt8>, for purpose: StaticString) {
        var message: [UInt8] = []
        purpose.withUTF8Buffer { message.append(contentsOf: $0) }
        message.append(0)
        message.append(contentsOf: bytes)
        let digest = Digest(of: message)
        self = EntityID(bytes: digest.bytes.prefix(16)) ?? EntityID(high: 0, low: 0)
    }
}
