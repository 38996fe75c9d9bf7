import DaybookCore
import DaybookExchange
import HTTPTypes

/// The contents of the requests of sync, taken apart and put together without any HTTP.
enum SyncBody {
    static func push(_ body: [UInt8], coding: String?) throws(Problem) -> PushRequest {
        let bytes = try unpacked(body, coding: coding, upTo: PushRequest.greatestSize)
        do {
            return try PushRequest(bytes: bytes)
        } catch .malformed(let offset) {
            guard (try? PushRequest(bytes: Array(bytes.prefix(offset)))) == nil else {
                throw Problem(.badRequest, "The push ends before byte \(offset), and more bytes follow.")
            }
            throw Problem(.badRequest, WireError.malformed(at: offset).message)
        } catch .tooMany(let offset) {
            let limit = " A push holds at most \(PushRequest.greatestCount) changes."
            throw Problem(.badRequest, WireError.tooMany(at: offset).message + limit)
        } catch .unknownVersion where bytes.starts(with: Gzip.magic) {
            throw Problem(.badRequest, "The body is packed. Add Content-Encoding: gzip, or send it unpacked.")
        } catch {
            throw Problem(.badRequest, error.message)
        }
    }

    /// The parameter `cursor`; nil for a device that has nothing yet.
    static func cursor(_ text: String?) throws(Problem) -> UInt64? {
        guard let text else { return nil }
        return try Problem.wholeNumber(text, "cursor")
    }

    /// The body that goes out, and whether it is packed.
    static func answer(_ message: [UInt8], acceptsGzip: @autoclosure () -> Bool) -> (bytes: [UInt8], isPacked: Bool) {
        if Gzip.maySave(message), acceptsGzip(), let packed = Gzip.packed(message) { return (packed, true) }
        return (message, false)
    }

    /// A body of this content coding as it was before.
    static func unpacked(_ body: [UInt8], coding: String?, upTo limit: Int) throws(Problem) -> [UInt8] {
        switch coding {
        case nil, "identity": return body
        case "gzip":
            do {
                return try Gzip.unpacked(body, upTo: limit)
            } catch .tooLarge {
                throw Problem(tooLarge: limit)
            } catch {
                throw Problem(.badRequest, "The body isn't valid gzip. Send it again, or without Content-Encoding.")
            }
        case let coding?:
            var problem = Problem(
                .unsupportedMediaType, "A body in \"\(coding)\" isn't supported. Send gzip, or no Content-Encoding.")
            problem.headers[.acceptEncoding] = "gzip"
            throw problem
        }
    }
}
