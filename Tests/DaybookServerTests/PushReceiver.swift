import Crypto
import DaybookCore
import Foundation
import FoundationNetworking
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Synchronization

@testable import DaybookServer

/// A push service on this machine, and the browsers that are behind it.
final class PushReceiver: Sendable {
    struct Delivery: Sendable {
        let headers: HTTPFields
        let body: [UInt8]
    }

    /// A browser's side of a subscription.
    struct Browser: Sendable {
        let name: String
        let key = P256.KeyAgreement.PrivateKey()
        let secret = (0..<16).map { _ in UInt8.random(in: .min ... .max) }

        /// What is in a message, as the browser reads it: RFC 8291, 3.4, from the side of who receives.
        func text(of body: [UInt8]) throws -> String {
            let (salt, other, sealed) = (Array(body[..<16]), Array(body[21..<86]), Array(body[86...]))
            let own = Array(key.publicKey.x963Representation)
            let shared = try key.sharedSecretFromKeyAgreement(
                with: P256.KeyAgreement.PublicKey(x963Representation: other))
            let ikm = shared.hkdfDerivedSymmetricKey(
                using: SHA256.self, salt: secret, sharedInfo: Array("WebPush: info\0".utf8) + own + other,
                outputByteCount: 32)
            func derived(_ info: String, _ count: Int) -> SymmetricKey {
                HKDF<SHA256>.deriveKey(
                    inputKeyMaterial: ikm, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8),
                    outputByteCount: count)
            }
            let nonce = try AES.GCM.Nonce(data: derived("nonce", 12).withUnsafeBytes { Array($0) })
            let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: sealed.dropLast(16), tag: sealed.suffix(16))
            let padded = try AES.GCM.open(box, using: derived("aes128gcm", 16))
            return String(decoding: padded.prefix { $0 != 2 }, as: UTF8.self)
        }
    }

    private struct State {
        var deliveries: [String: [Delivery]] = [:]
        var statuses: [String: Int] = [:]
    }

    private let state = Mutex(State())
    private let port = Mutex(0)

    private init() {}

    /// Runs one for as long as `body` does.
    static func with(_ body: (PushReceiver) async throws -> Void) async throws {
        let receiver = PushReceiver()
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let router = Router()
        router.post("/push/:name") { request, context in
            let bytes = Array(buffer: try await request.body.collect(upTo: 8_192))
            let delivery = Delivery(headers: request.headers, body: bytes)
            return Response(status: .init(code: receiver.take(context.parameters.get("name") ?? "", delivery)))
        }
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                receiver.port.withLock { $0 = channel.localAddress?.port ?? 0 }
                start.finish()
            },
            logger: Logger(label: "push") { _ in SwiftLogNoOpLogHandler() })
        let running = Task { try await application.runService(gracefulShutdownSignals: []) }
        defer { running.cancel() }
        for await _ in starts {}
        try await body(receiver)
    }

    var address: String { "http://127.0.0.1:\(port.withLock { $0 })" }

    private func take(_ name: String, _ delivery: Delivery) -> Int {
        state.withLock { state in
            let status = state.statuses[name] ?? 201
            if status == 201 { state.deliveries[name, default: []].append(delivery) }
            return status
        }
    }

    /// How it answers what is for a browser from now on.
    func answer(_ name: String, with status: Int) { state.withLock { $0.statuses[name] = status } }

    /// What came for a browser.
    func deliveries(_ name: String) -> [Delivery] { state.withLock { $0.deliveries[name] ?? [] } }

    /// How much came for each of some browsers.
    func counts(_ names: String...) -> [Int] { names.map { deliveries($0).count } }

    func endpoint(_ browser: Browser) -> String { "\(address)/push/\(browser.name)" }

    /// Sends a message by HTTP.
    static func send(_ message: PushMessage) async throws -> Int {
        guard let url = URL(string: message.url) else { return 0 }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        for (name, value) in message.headers { request.setValue(value, forHTTPHeaderField: name) }
        request.httpBody = Data(message.body)
        // In a task that nobody cancels: a URLSession that is cancelled while an answer comes may wait for itself for ever.
        let (_, response) = try await Task { [request] in try await URLSession.shared.data(for: request) }.value
        return (response as? HTTPURLResponse)?.statusCode ?? 0
    }
}
