import DaybookCore
import HTTPTypes
import Hummingbird
import Synchronization

/// What each client of CalDAV was told of a to-do last, or wrote last. What such a client sends without If-Match began with
/// that. It lies in memory: after a restart the text that is kept of the last client stands for it.
final class SeenTexts: Sendable {
    private struct State {
        var texts: [[UInt8]: [EntityID: [UInt8]]] = [:]
        var size = 0
    }

    /// In bytes, of all texts together.
    private static let greatestSize = 16 << 20
    private let state = Mutex(State())

    /// The texts of one client.
    struct Client: Sendable {
        fileprivate let texts: SeenTexts
        fileprivate let key: [UInt8]

        func saw(_ text: [UInt8], of id: EntityID) {
            texts.state.withLock { state in
                if state.size > SeenTexts.greatestSize { state = State() }
                let former = state.texts[key, default: [:]].updateValue(text, forKey: id)
                state.size += text.count - (former?.count ?? 0)
            }
        }

        func text(of id: EntityID) -> [UInt8]? { texts.state.withLock { $0.texts[key]?[id] } }
    }

    /// An app has a token of its own, or at least a name.
    func client(of request: Request) -> Client {
        let names = [request.headers[.authorization], request.headers[.userAgent]].map { $0 ?? "" }
        return Client(texts: self, key: Digest(of: Array(names.joined(separator: "\n").utf8)).bytes)
    }
}
