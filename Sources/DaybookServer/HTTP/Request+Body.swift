import DaybookExchange
import Hummingbird
import NIOCore

extension Request {
    /// The most bytes of a body that says what a thing is to hold.
    static let greatestItem = 1_024 * 1_024

    /// The whole body, or a problem if it is larger than `limit` bytes.
    func body(upTo limit: Int) async throws -> ByteBuffer {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit { throw Problem(tooLarge: limit) }
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw Problem(tooLarge: limit)
        } catch {
            // The connection brought no body, or broke off.
            throw Problem(.badRequest, "The body breaks off, or its parts are malformed. Send it again.")
        }
    }

    /// The whole body as JSON, or a problem if it is none or larger than `limit` bytes.
    func json(upTo limit: Int) async throws -> JSONValue { try json(await body(upTo: limit)) }

    /// A body as JSON, or a problem if it is none.
    func json(_ body: ByteBuffer) throws(Problem) -> JSONValue {
        do {
            return try JSONValue(Array(buffer: body))
        } catch {
            throw Problem(.badRequest, error.message)
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
