import DaybookCore
import HTTPTypes

/// What the requests of sync carry, taken apart and put together without any HTTP.
enum SyncBody {
    /// The push in a body of this content coding.
    static func push(_ body: [UInt8], coding: String?) throws(Problem) -> PushRequest {
        let bytes = try unpacked(body, coding: coding, upTo: PushRequest.greatestSize)
        do {
            return try PushRequest(bytes: bytes)
        } catch .malformed(let offset) {
            guard (try? PushRequest(bytes: Array(bytes.prefix(offset)))) == nil else {
                throw Problem(.badRequest, "The push ends before byte \(offset), and there is more behind it.")
            }
            let fault = (try? fault(at: offset, of: bytes)) ?? ""
            throw Problem(.badRequest, WireError.malformed(at: offset).message + fault)
        } catch .unknownVersion where bytes.starts(with: Gzip.magic) {
            throw Problem(.badRequest, "The body is packed; say so with Content-Encoding: gzip, or send it as it is.")
        } catch {
            throw Problem(.badRequest, error.message)
        }
    }

    /// What is wrong at `offset` of a push that is well-formed up to there, to be said behind where that is; empty where
    /// there is no more to say.
    private static func fault(at offset: Int, of bytes: [UInt8]) throws(WireError) -> String {
        var reader = ByteReader(bytes)
        var changes: UInt64 = 0
        /// Nil if `offset` lies behind this count.
        func fault(of count: inout UInt64) throws(WireError) -> String? {
            let start = reader.offset
            count = try reader.varint()
            guard start == offset else { return nil }
            let limit = UInt64(PushRequest.greatestCount)
            return count > limit - changes ? " A push holds at most \(limit) changes." : ""
        }
        _ = try reader.varint()
        _ = try reader.bigEndian()
        var (nodes, entities, count): (UInt64, UInt64, UInt64) = (0, 0, 0)
        if let fault = try fault(of: &nodes) { return fault }
        _ = try reader.take(Int(nodes) * 8)
        if let fault = try fault(of: &entities) { return fault }
        for _ in 0..<entities {
            _ = try reader.take(16)
            if let fault = try fault(of: &count) { return fault }
            changes += count
            for _ in 0..<count {
                let isFault = reader.offset == offset
                let field = try reader.varint()
                if isFault { return field > UInt64(UInt16.max) ? " A field is a number up to \(UInt16.max)." : "" }
                _ = try reader.varint()
                _ = try reader.varint()
                let length = try reader.varint()
                _ = try reader.take(Int(clamping: length))
            }
        }
        return ""
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
                throw Problem(.badRequest, "The body is no gzip; send it again, or without Content-Encoding.")
            }
        case let coding?:
            var problem = Problem(
                .unsupportedMediaType, "A body in \"\(coding)\" can't be read here; send it as gzip, or as it is.")
            problem.headers[.acceptEncoding] = "gzip"
            throw problem
        }
    }
}
