import Crypto
import Foundation

/// A message that a server sends to a push service, which hands it on to a browser: RFC 8030. The push service can't read it: it is
/// encrypted for the browser (RFC 8291), and signed so that only this server reaches it (RFC 8292).
public struct PushMessage: Sendable {
    /// Where to POST it.
    public let url: String
    public let headers: [(name: String, value: String)]
    public let body: [UInt8]
}

/// The key by which push services know a server. A browser accepts what is signed with the key for which it subscribed.
struct PushKey: Sendable {
    private let key: P256.Signing.PrivateKey

    /// A new one.
    init() { key = P256.Signing.PrivateKey() }

    /// The one that 32 bytes are.
    init(_ bytes: [UInt8]) throws { key = try P256.Signing.PrivateKey(rawRepresentation: bytes) }

    /// The stored form of it.
    var bytes: [UInt8] { Array(key.rawRepresentation) }

    /// The key for browsers: an uncompressed point.
    var shared: [UInt8] { Array(key.publicKey.x963Representation) }

    /// The header with which a push service lets a message in.
    ///
    /// - Parameters:
    ///   - audience: the origin of the push service.
    ///   - contact: whom it may ask, a URL.
    ///   - end: until when it holds, in seconds since 1970; 24 hours ahead at most.
    func authorization(audience: String, contact: String, until end: Int64) throws -> String {
        func part(_ text: String) -> String { Base64URL.text(Array(text.utf8)) }
        let claims = #"{"aud":"\#(audience)","exp":\#(end),"sub":"\#(contact)"}"#
        let signed = part(#"{"typ":"JWT","alg":"ES256"}"#) + "." + part(claims)
        let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
        return "vapid t=\(signed).\(Base64URL.text(Array(signature))), k=\(Base64URL.text(shared))"
    }
}

/// Says how to encrypt for a browser.
struct PushRecipient: Equatable, Sendable {
    /// An uncompressed point of P-256.
    let key: [UInt8]
    let secret: [UInt8]

    /// The longest text, in bytes: push services take 4,096 in all.
    static let longestText = 3_900

    /// Nil for what can't be a browser's.
    init?(key: [UInt8], secret: [UInt8]) {
        guard secret.count == 16, (try? P256.KeyAgreement.PublicKey(x963Representation: key)) != nil else { return nil }
        self.key = key
        self.secret = secret
    }

    /// The text as one record of aes128gcm, with a key that is used once.
    func encrypted(_ text: [UInt8]) throws -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return try encrypted(text, with: P256.KeyAgreement.PrivateKey(), salt: salt)
    }

    func encrypted(_ text: [UInt8], with own: P256.KeyAgreement.PrivateKey, salt: [UInt8]) throws -> [UInt8] {
        let other = try P256.KeyAgreement.PublicKey(x963Representation: key)
        let ownKey = Array(own.publicKey.x963Representation)
        let shared = try own.sharedSecretFromKeyAgreement(with: other).hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: Array("WebPush: info\0".utf8) + key + ownKey,
            outputByteCount: 32)
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: shared, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8),
                outputByteCount: count)
        }
        let nonce = try derived("nonce", 12).withUnsafeBytes { try AES.GCM.Nonce(data: Array($0)) }
        // The last record, as the 2 says; the first one, too.
        let sealed = try AES.GCM.seal(text + [2], using: derived("aes128gcm", 16), nonce: nonce)
        let size: [UInt8] = [0, 0, 0x10, 0]
        return salt + size + [UInt8(ownKey.count)] + ownKey + Array(sealed.ciphertext) + Array(sealed.tag)
    }
}

/// RFC 4648, 5, without the signs that fill up.
enum Base64URL {
    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Nil for what isn't such a text.
    static func bytes(_ text: String) -> [UInt8]? {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/").replacing("=", with: "")
        return Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)).map {
            [UInt8]($0)
        }
    }
}
