import Foundation
import HTTPTypes
import NIOCore

/// A file of the web app, in memory.
struct Asset: Sendable {
    let body: ByteBuffer
    /// The same, compressed, by the names of content codings; the smallest comes first.
    let compressed: [(coding: String, body: ByteBuffer)]
    let contentType: String
    private let fingerprint: String
    /// True where the address changes with the content, so that a browser may keep the file for ever.
    let isImmutable: Bool

    init(name: String, body: Data, compressed: [(coding: String, body: Data)] = [], isImmutable: Bool) {
        self.body = ByteBuffer(bytes: body)
        self.compressed = compressed.map { ($0.coding, ByteBuffer(bytes: $0.body)) }
        self.contentType = Self.contentType(of: name)
        self.fingerprint = Self.fingerprint(of: body)
        self.isImmutable = isImmutable
    }

    /// In bytes, in all codings.
    var size: Int { compressed.reduce(body.readableBytes) { $0 + $1.body.readableBytes } }

    /// Names the content in a header; each coding has a name of its own.
    func tag(coding: String?) -> String { "\"" + fingerprint + (coding.map { "-" + $0 } ?? "") + "\"" }

    private static func contentType(of name: String) -> String {
        switch name.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js": "text/javascript; charset=utf-8"
        case "wasm": "application/wasm"
        case "txt": "text/plain; charset=utf-8"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }

    /// FNV-1a, over words of 8 bytes.
    private static func fingerprint(of data: Data) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(data.count)
        data.withUnsafeBytes { bytes in
            for offset in stride(from: 0, to: bytes.count - bytes.count % 8, by: 8) {
                hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x100_0000_01B3
                hash ^= hash >> 32
            }
            for byte in bytes.suffix(bytes.count % 8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return String(hash, radix: 16)
    }
}
