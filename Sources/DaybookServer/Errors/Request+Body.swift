import Hummingbird
import NIOCore

extension Request {
    /// The whole body, or a problem if it is larger than `limit` bytes.
    func body(upTo limit: Int) async throws -> ByteBuffer {
        let tooLarge = Problem(tooLarge: limit)
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw tooLarge }
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }
}

extension Problem {
    /// A body is larger than `limit` bytes.
    init(tooLarge limit: Int) {
        self.init(
            .contentTooLarge, "The body is larger than \(limit) bytes, the most that is taken here. Send less at once.")
    }
}
